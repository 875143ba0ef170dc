import type { ReactNode } from 'react';
import { paths } from '../../../../shared/paths.ts';
import type { EsimInstallView, OrderLineView } from '../../../../shared/views.ts';
import { CopyButton } from '../../../../ui/copy-field.tsx';
import { useLocalInstant } from '../../../components/account/local-time.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { stateOf } from './esim-life.ts';
import { FactList, useStatedRows } from './stated-facts.tsx';

type Props = {
  line: OrderLineView;
  esim: EsimInstallView;
  /** Rows before these. */
  before?: readonly (readonly [string, ReactNode])[];
};

/** The state of an eSIM, its days, its networks, and what a support agent asks for. */
export function EsimFacts({ line, esim, before = [] }: Props) {
  const { t } = useTranslation();
  const stated = useStatedRows();
  return (
    <FactList
      rows={[
        ...before,
        [t('esim.state.label'), t(`esim.state.${stateOf(esim)}`)],
        ...useClockRows(line, esim),
        ...stated(line.stated),
        [t('order.use.apn'), esim.apn ?? t('esim.apnAuto')],
        [t('esim.iccid'), <Iccid key="iccid" iccid={esim.iccid} />],
      ]}
    />
  );
}

/** The rule of the days, and when they began and end. */
function useClockRows({ activation }: OrderLineView, esim: EsimInstallView): [string, ReactNode][] {
  const { t } = useTranslation();
  const format = useFormat();
  const instantOf = useLocalInstant();
  const current = currentPlanOf(esim);
  const days = format.days(current.days);
  const { validFrom, validUntil, planState } = esim;
  return [
    [t('order.ticket.validity'), activation === null ? days : t(`profile.esims.from.${activation}`, { days })],
    ...(validFrom === null ? [] : [[t('esim.started'), instantOf(validFrom)] as [string, string]]),
    ...(validUntil === null
      ? []
      : [
          [t(`order.use.${planState === 'expired' ? 'endedOn' : 'validUntil'}`), instantOf(validUntil)] as [
            string,
            string,
          ],
        ]),
  ];
}

/** The plan whose state and end the eSIM shows. */
const currentPlanOf = ({ plans, planState, validUntil }: EsimInstallView) =>
  plans.find((plan) => plan.planState === planState && plan.validUntil === validUntil) ?? plans.at(-1)!;

/** Masked in the middle: nobody reads 19 digits. The button copies all of it. */
function Iccid({ iccid }: { iccid: string }) {
  const { t } = useTranslation();
  return (
    <>
      <span className="mono">{`${iccid.slice(0, 4)} ···· ${iccid.slice(-4)}`}</span>
      <CopyButton value={iccid} label={t('esim.copyIccid')} copiedText={t('esim.copiedIccid')} />
    </>
  );
}

/** The switch that most travellers miss. */
export function RoamingAdvice() {
  const { t } = useTranslation();
  return (
    <p className="esim-roaming small">
      <b className="strong">{t('esim.roaming.title')}.</b> {t('esim.roaming.text')}{' '}
      <PageLink className="link no-print" to={paths.helpArticle('data-roaming')}>
        {t('esim.roaming.more')}
      </PageLink>
    </p>
  );
}
