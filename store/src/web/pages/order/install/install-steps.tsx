import { useState } from 'react';
import { formatList } from '../../../../i18n/format.ts';
import { paths } from '../../../../shared/paths.ts';
import { Card } from '../../../../ui/card.tsx';
import { useTranslation } from '../../../translation.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { type Phone, usePhoneInstallation, useReader } from './platform.ts';

const PHONES: readonly Phone[] = ['iphone', 'android'];

/** The steps on the phone; initially for the reader's kind of phone. */
export function InstallSteps({
  destination,
  names = null,
  apns,
}: {
  /** Null: the steps are for several eSIMs. */
  destination: string | null;
  /** The names that several lines get; null: each one is named after its destination. */
  names?: readonly string[] | null;
  /** Access points that must be entered; empty where the phone finds them. */
  apns: readonly string[];
}) {
  const { t, locale } = useTranslation();
  const reader = useReader();
  const own = usePhoneInstallation();
  const [chosen, setChosen] = useState<Phone>();
  const phone = chosen ?? reader.phone ?? 'iphone';
  const words = phone === 'iphone' ? 'onIphone' : 'onAndroid';
  const steps = ['add', 'scan', 'name', 'arrive', ...(apns.length === 0 ? [] : (['apn'] as const))] as const;
  const apn = formatList([...new Set(apns)], locale);
  const textOf = (step: (typeof steps)[number]) => {
    if (step === 'name' && names !== null)
      return t(`order.steps.${words}.nameEach`, { names: formatList(names, locale) });
    return destination === null && (step === 'name' || step === 'arrive')
      ? t(`order.steps.${words}.${step}Several`)
      : t(`order.steps.${words}.${step}Text`, { destination: destination ?? '', apn });
  };
  return (
    <Card padded className="install-panel__steps">
      <div className="row between mb-5 flex-wrap">
        <h2 className="h-sec">{t('order.steps.title')}</h2>
        <div className="seg no-print" role="group" aria-label={t('order.steps.phone')}>
          {PHONES.map((each) => (
            <button key={each} type="button" aria-pressed={each === phone} onClick={() => setChosen(each)}>
              {t(`order.steps.${each}`)}
            </button>
          ))}
        </div>
      </div>
      <ol className="next-steps">
        {steps.map((step) => (
          <li key={step}>
            <b>{t(`order.steps.${words}.${step}`)}</b>
            <span>{textOf(step)}</span>
          </li>
        ))}
      </ol>
      <p className="hint mt-5">{t('order.steps.trouble')}</p>
      <p className="no-print mt-3">
        <PageLink
          className="link small"
          to={chosen === undefined || chosen === reader.phone ? own : paths.helpInstallation(chosen)}
        >
          {t('order.steps.more')}
        </PageLink>
      </p>
    </Card>
  );
}
