import { useId } from 'react';
import { formatPercent } from '../../../../i18n/format.ts';
import type { EsimInstallView } from '../../../../shared/views.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { Meter } from '../../../../ui/meter.tsx';
import { statusOf } from '../../../components/account/esim-status.ts';
import { useLocalDate } from '../../../components/account/local-time.tsx';
import { useNow } from '../../../components/account/now.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { dayOfPlan, daysLeft } from './esim-life.ts';

type Props = { esim: EsimInstallView };

/** What is left of an eSIM's data, as a figure and as a meter, and which day of its plan it is. */
export function DataLeft({ esim }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const leftId = useId();
  const { unlimited, remainingMb, awaySince } = esim;
  const data = format.planData(esim);
  return (
    <div
      role="group"
      aria-labelledby={leftId}
      className={classNames('data-left', awaySince !== null && 'data-left--stale')}
    >
      <div className="data-left__head">
        <dl>
          <dt className="small muted" id={leftId}>
            {t('order.use.left')}
          </dt>
          <dd className="data-left__figure tnum">
            {unlimited === null ? (
              <>
                <b>{format.fine(remainingMb)}</b> <span>{t('order.use.of', { data })}</span>
              </>
            ) : (
              <b>{data}</b>
            )}
          </dd>
        </dl>
        <PlanDays esim={esim} />
      </div>
      {unlimited === null ? <UsedMeter esim={esim} /> : <Unlimited terms={unlimited} />}
    </div>
  );
}

/** `Day 7 of 30, until Dec 14`; for an unlimited plan, of which only the days run out, the days that are left. */
function PlanDays({ esim }: Props) {
  const { t } = useTranslation();
  const now = useNow();
  const dateOf = useLocalDate();
  const day = dayOfPlan(esim, now);
  const left = daysLeft(esim, now);
  if (day === null || esim.validUntil === null) return null;
  const words =
    esim.unlimited === null || left === null
      ? t('esim.day', day)
      : left === 0
        ? t('esim.lastDay')
        : t('esim.daysLeft', { count: left });
  return (
    <p className="data-left__days">
      <b className="strong">{words}</b>{' '}
      <span className="muted">{t('esim.until', { date: dateOf(esim.validUntil) })}</span>
    </p>
  );
}

function UsedMeter({ esim }: Props) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const { dataMb, remainingMb } = esim;
  const usedMb = Math.max(0, dataMb - remainingMb);
  const share = dataMb === 0 ? 0 : usedMb / dataMb;
  const data = format.data(dataMb);
  return (
    <div>
      <Meter
        value={share}
        label={t('profile.esims.used')}
        text={t('profile.esims.usedOf', { used: format.fine(usedMb), data })}
        tone={statusOf(esim) === 'lowData' ? 'warning' : 'normal'}
      />
      <p className="data-left__scale small muted tnum" aria-hidden="true">
        <span>{t('esim.percent', { percent: formatPercent(Math.floor(share * 100) / 100, locale) })}</span>
        <span>{data}</span>
      </p>
    </div>
  );
}

/** What is stated about an unlimited plan; nobody knows how much is left of it. */
function Unlimited({ terms: { dailyMb, thenKbps } }: { terms: NonNullable<EsimInstallView['unlimited']> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const data = dailyMb === null ? null : format.data(dailyMb);
  const speed = thenKbps === null ? null : format.speed(thenKbps);
  if (data === null)
    return <p>{speed === null ? t('esim.unlimited.unknown') : t('esim.unlimited.later', { speed })}</p>;
  return <p>{speed === null ? t('esim.unlimited.daily', { data }) : t('esim.unlimited.dailyThen', { data, speed })}</p>;
}
