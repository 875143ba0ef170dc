import { useState } from 'react';
import { Card } from '../../../ui/card.tsx';
import { useTranslation } from '../../translation.tsx';
import { type Phone, useReader } from './platform.ts';

const PHONES: readonly Phone[] = ['iphone', 'android'];

/** What to do on the phone, for the one the reader has until they choose the other. */
export function InstallSteps({ destination, apn }: { destination: string; apn: string | null }) {
  const { t } = useTranslation();
  const reader = useReader();
  const [chosen, setChosen] = useState<Phone>();
  const phone = chosen ?? reader.phone ?? 'iphone';
  const words = phone === 'iphone' ? 'onIphone' : 'onAndroid';
  const steps = ['add', 'scan', 'name', 'arrive', ...(apn === null ? [] : (['apn'] as const))] as const;
  return (
    <Card padded className="ins-steps">
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
      <ol className="nsteps">
        {steps.map((step) => (
          <li key={step}>
            <b>{t(`order.steps.${words}.${step}`)}</b>
            <span>{t(`order.steps.${words}.${step}Text`, { destination, apn })}</span>
          </li>
        ))}
      </ol>
      <p className="hint mt-5">{t('order.steps.trouble')}</p>
    </Card>
  );
}
