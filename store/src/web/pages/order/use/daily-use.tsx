import { formatCalendarDay } from '../../../../i18n/format.ts';
import type { EsimInstallView } from '../../../../shared/views.ts';
import { Card } from '../../../../ui/card.tsx';
import { useNow } from '../../../components/account/now.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { dailyUse, type DayOfUse } from './esim-life.ts';

/** The bars of the chart; the table has all days. */
const MAX_BARS = 7;
const CHART_PX = 140;
/** The height of the highest bar: its figure stands above it. */
const HIGHEST_PX = 112;

/** What was used day by day, as bars and as a table; nothing where there are too few readings. */
export function DailyUse({ esim }: { esim: EsimInstallView }) {
  const { t } = useTranslation();
  const days = dailyUse(esim);
  if (days.length === 0) return null;
  return (
    <Card padded className="daily-use">
      <h2 className="h-sec">{t('esim.use.title')}</h2>
      <Days days={days} />
    </Card>
  );
}

/** The same in the ticket of one of several eSIMs, folded. */
export function FoldedDailyUse({ esim }: { esim: EsimInstallView }) {
  const { t } = useTranslation();
  const days = dailyUse(esim);
  if (days.length === 0) return null;
  return (
    <details className="card folded-use no-print">
      <summary className="strong">{t('esim.use.title')}</summary>
      <div className="daily-use">
        <Days days={days} />
      </div>
    </details>
  );
}

function Days({ days }: { days: readonly DayOfUse[] }) {
  const { t } = useTranslation();
  return (
    <>
      <Bars days={days.slice(-MAX_BARS)} />
      <details>
        <summary className="link small">{t('esim.use.table')}</summary>
        <DaysTable days={days} />
      </details>
      <p className="hint">{t('esim.use.note')}</p>
    </>
  );
}

function useDayWords() {
  const { t, locale } = useTranslation();
  return ({ first, last }: Pick<DayOfUse, 'first' | 'last'>) =>
    first === last
      ? formatCalendarDay(last, locale)
      : t('esim.use.range', { first: formatCalendarDay(first, locale), last: formatCalendarDay(last, locale) });
}

/** In SVG, because our CSP blocks a height in a style attribute; places in percent keep the letters' size at any width. */
function Bars({ days }: { days: readonly DayOfUse[] }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const wordsOf = useDayWords();
  const today = new Date(useNow()).toISOString().slice(0, 10);
  const most = days.reduce((high, day) => (day.usedMb > high.usedMb ? day : high));
  const summary = t('esim.use.summary', {
    first: formatCalendarDay(days[0]!.first, locale),
    last: formatCalendarDay(days.at(-1)!.last, locale),
    day: wordsOf(most),
    most: format.fine(most.usedMb),
  });
  const slot = 100 / days.length;
  return (
    <svg className="daily-use__chart" role="img" aria-label={summary} width="100%" height={CHART_PX + 24}>
      {days.map(({ first, last, usedMb }, index) => {
        const height = most.usedMb === 0 ? 0 : Math.round((usedMb / most.usedMb) * HIGHEST_PX);
        const middle = `${(index + 0.5) * slot}%`;
        return (
          <g key={last} className={last === today ? 'is-today' : undefined}>
            <rect
              x={`${(index + 0.12) * slot}%`}
              y={CHART_PX - height}
              width={`${0.76 * slot}%`}
              height={height}
              rx="3"
            />
            <text className="daily-use__figure" x={middle} y={CHART_PX - height - 8}>
              {format.fine(usedMb)}
            </text>
            <text x={middle} y={CHART_PX + 18}>
              {first === last ? Number(last.slice(8)) : `${Number(first.slice(8))}–${Number(last.slice(8))}`}
            </text>
          </g>
        );
      })}
      <line x1="0" x2="100%" y1={CHART_PX} y2={CHART_PX} />
    </svg>
  );
}

function DaysTable({ days }: { days: readonly DayOfUse[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const wordsOf = useDayWords();
  return (
    <table className="daily-use__table small tnum">
      <thead>
        <tr>
          <th scope="col">{t('esim.use.day')}</th>
          <th scope="col">{t('esim.use.used')}</th>
          <th scope="col">{t('esim.use.left')}</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((day) => (
          <tr key={day.last}>
            <th scope="row">{wordsOf(day)}</th>
            <td>{format.fine(day.usedMb)}</td>
            <td>{format.fine(day.leftMb)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
