import { ACTIVITIES, dataQuery, mbPerHour, readDataQuestion, totalMb, type Use } from '../../../shared/data-use.ts';
import { data } from '../../../i18n/areas/data.ts';
import { paths } from '../../../shared/paths.ts';
import { useFormat } from '../../format.ts';
import { addMessages } from '../../messages.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { RichText } from '../../components/rich-text.tsx';

addMessages({ data });

/** The data use per hour of each activity, from the calculator. */
export function DataRates() {
  const { t, locale } = useTranslation();
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const rateOf = (kbps: number) =>
    kbps < 1000
      ? t('data.kbps', { rate: number.format(kbps) })
      : t('data.mbps', { rate: new Intl.NumberFormat(locale).format(kbps / 1000) });
  return (
    <table aria-label={t('blog.rates.caption')}>
      <thead>
        <tr>
          <th scope="col">{t('blog.rates.activity')}</th>
          <th scope="col">{t('blog.rates.rate')}</th>
          <th scope="col">{t('blog.rates.volume')}</th>
        </tr>
      </thead>
      <tbody>
        {ACTIVITIES.map(({ id, kbps }) => (
          <tr key={id}>
            <th scope="row">{t(`data.activities.${id}`)}</th>
            <td>{rateOf(kbps)}</td>
            <td>{t('data.mb', { mb: number.format(mbPerHour(kbps)) })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const DAYS = 10;
const NOTHING = Object.fromEntries(ACTIVITIES.map(({ id }) => [id, 0])) as Use;
const LIGHT: Use = { ...NOTHING, maps: 60, messages: 60, social: 30 };
const CALLS: Use = { ...LIGHT, video: 15 };
const HABITS = [
  { id: 'light', use: LIGHT },
  { id: 'calls', use: CALLS },
  { id: 'films', use: { ...CALLS, films: 60 } },
] as const;

/** Three usage patterns in minutes per day, and their sums. */
export function DataHabits() {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const days = format.days(DAYS);
  const number = new Intl.NumberFormat(locale);
  const question = readDataQuestion(new URLSearchParams());
  return (
    <>
      <table aria-label={t('blog.habits.caption', { days })}>
        <thead>
          <tr>
            <th scope="col">{t('blog.habits.who')}</th>
            <th scope="col">{t('blog.habits.day')}</th>
            <th scope="col">{t('blog.habits.trip', { days })}</th>
          </tr>
        </thead>
        <tbody>
          {HABITS.map(({ id, use }) => (
            <tr key={id}>
              <th scope="row">
                {t(`blog.habits.${id}`)}
                <small>{t(`blog.habits.${id}Minutes`)}</small>
              </th>
              <td>{t('data.mb', { mb: number.format(totalMb(use, 1)) })}</td>
              <td>{format.data(totalMb(use, DAYS))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <RichText
          text={t('blog.habits.try')}
          parts={{
            calculator: (words) => (
              <PageLink to={paths.plansData(dataQuery({ ...question, slug: 'japan', days: DAYS, use: HABITS[1].use }))}>
                {words}
              </PageLink>
            ),
          }}
        />
      </p>
    </>
  );
}
