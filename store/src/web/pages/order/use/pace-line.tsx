import { formatTomorrow, formatWeekday } from '../../../../i18n/format.ts';
import type { EsimInstallView } from '../../../../shared/views.ts';
import { SuccessIcon } from '../../../../ui/icons.tsx';
import { useLocalDate, useTimeZone } from '../../../components/account/local-time.tsx';
import { useNow } from '../../../components/account/now.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { type Forecast, forecastOf } from './esim-life.ts';
import { TrendDownIcon } from './icons.tsx';

/** How long the data lasts at the pace of the last days; nothing without a forecast. */
export function PaceLine({ esim }: { esim: EsimInstallView }) {
  const { t } = useTranslation();
  const format = useFormat();
  const forecast = forecastOf(esim, useNow(), useTimeZone());
  const words = usePaceWords();
  if (forecast === null) return null;
  const { kind, daysEarly, perDayMb } = forecast;
  const isEnough = kind === 'enough';
  return (
    <p className={isEnough ? 'pace-line' : 'pace-line pace-line--short'}>
      {isEnough ? <SuccessIcon size={18} /> : <TrendDownIcon size={18} />}
      <span>
        <b className="strong">{words(forecast)}</b>{' '}
        {!isEnough && daysEarly > 0 && `${t('esim.pace.early', { count: daysEarly })} `}
        {perDayMb > 0 && t('esim.pace.perDay', { data: format.fine(perDayMb) })}
      </span>
    </p>
  );
}

function usePaceWords() {
  const { t, locale } = useTranslation();
  const timeZone = useTimeZone();
  const dateOf = useLocalDate();
  return ({ kind, endsAt }: Forecast) => {
    switch (kind) {
      case 'enough':
        return t('esim.pace.enough');
      case 'today':
        return t('esim.pace.today');
      case 'tomorrow':
        return t('esim.pace.until', { when: formatTomorrow(locale) });
      case 'weekday':
        return t('esim.pace.until', { when: formatWeekday(endsAt, locale, timeZone) });
      case 'date':
        return t('esim.pace.untilDate', { date: dateOf(endsAt) });
    }
  };
}
