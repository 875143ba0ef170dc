import { formatAgo } from '../../../../i18n/format.ts';
import type { EsimInstallView } from '../../../../shared/views.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { RetryIcon } from '../../../../ui/icons.tsx';
import { useLocalInstant } from '../../../components/account/local-time.tsx';
import { useNow } from '../../../components/account/now.tsx';
import { useTranslation } from '../../../translation.tsx';
import { useHydrated } from '../../../use-hydrated.ts';

const MINUTE_MS = 60_000;

/**
 * When the figures were read, and how old they may have been then. A screen reader is told that new ones are asked for,
 * not that another minute has passed.
 */
export function UpdatedLine({ esim, reading }: { esim: EsimInstallView; reading: boolean }) {
  const { t } = useTranslation();
  const { usageAt, reportsEveryMinutes } = esim;
  const sinceWords = useSinceWords();
  const isAsking = reading && esim.awaySince === null;
  return (
    <div>
      <div role="status">
        {isAsking && (
          <p className="updated-line">
            <RetryIcon size={16} />
            {t('order.use.reading')}
          </p>
        )}
      </div>
      {usageAt !== null && !isAsking && (
        <p className="updated-line">
          <RetryIcon size={16} />
          <span>
            <time dateTime={usageAt}>{sinceWords(usageAt)}</time>
            {reportsEveryMinutes !== null && ` ${everyWords(t, reportsEveryMinutes)}`}
          </span>
        </p>
      )}
    </div>
  );
}

/** Without script a page does not count the minutes: it says the time. */
function useSinceWords() {
  const { t, locale } = useTranslation();
  const now = useNow();
  const isCounting = useHydrated();
  const instantOf = useLocalInstant();
  return (instant: string) => {
    if (!isCounting) return t('esim.updated.at', { time: instantOf(instant) });
    const ms = now - Date.parse(instant);
    return ms < MINUTE_MS ? t('esim.updated.now') : t('esim.updated.ago', { ago: formatAgo(ms, locale) });
  };
}

const everyWords = (t: ReturnType<typeof useTranslation>['t'], minutes: number) =>
  minutes < 60
    ? t('esim.updated.minutes', { count: minutes })
    : t('esim.updated.hours', { count: Math.round(minutes / 60) });

/** While the wholesaler does not answer: since when, and that the figures are old. */
export function AwayNote({ esim: { awaySince, usageAt } }: { esim: EsimInstallView }) {
  const { t } = useTranslation();
  const instantOf = useLocalInstant();
  if (awaySince === null) return null;
  return (
    <Alert tone="warning" title={t('esim.updated.away', { time: instantOf(awaySince) })}>
      {usageAt !== null && t('esim.updated.awayText')}
    </Alert>
  );
}
