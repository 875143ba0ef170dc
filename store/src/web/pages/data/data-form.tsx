import type { FormEvent } from 'react';
import { ACTIVITIES, dataUse, mbPerHour, MAX_DAYS, type DataQuestion } from '../../../shared/data-use.ts';
import { paths } from '../../../shared/paths.ts';
import { Button } from '../../../ui/button.tsx';
import type { DataPage } from './data-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { usePageAddress } from '../../components/page-link.tsx';
import { useAmount } from './use-amount.ts';

/** Destination, days, and a slider for each activity with its rate. Without script a button submits it. */
export function DataForm({
  page,
  question,
  ask,
}: {
  page: DataPage;
  question: DataQuestion;
  ask: (event: FormEvent<HTMLFormElement>) => void;
}) {
  const { t } = useTranslation();
  const address = usePageAddress();
  return (
    <form
      noValidate
      method="get"
      action={address(paths.plansData())}
      onChange={ask}
      onSubmit={(event) => {
        event.preventDefault();
        ask(event);
      }}
    >
      <div className="data-where">
        <PlaceSelect page={page} question={question} />
        <div className="field">
          <label htmlFor="data-days">{t('data.days')}</label>
          <div className="input">
            <input
              id="data-days"
              name="days"
              type="number"
              inputMode="numeric"
              min={1}
              max={MAX_DAYS}
              defaultValue={question.days}
            />
          </div>
        </div>
      </div>
      <div className="data-rows">
        {ACTIVITIES.map((activity) => (
          <ActivityRow key={activity.id} activity={activity} question={question} />
        ))}
      </div>
      <p className="small muted mt-4.5 max-w-[62ch]">{t('data.method')}</p>
      <noscript>
        <Button type="submit" className="mt-4.5">
          {t('data.update')}
        </Button>
      </noscript>
    </form>
  );
}

function PlaceSelect({ page, question }: { page: DataPage; question: DataQuestion }) {
  const { t, locale } = useTranslation();
  const options = page.options.toSorted((a, b) => a.name[locale].localeCompare(b.name[locale], locale));
  const unknown = question.slug !== null && page.place === null && question.slug === page.question.slug;
  return (
    <div className="field">
      <label htmlFor="data-to">{t('data.destination')}</label>
      <div className={unknown ? 'input is-error' : 'input'}>
        <select
          id="data-to"
          name="to"
          defaultValue={page.place === null ? '' : (question.slug ?? '')}
          aria-invalid={unknown || undefined}
          aria-describedby={unknown ? 'data-to-error' : undefined}
        >
          <option value="">{t('data.choose')}</option>
          {options.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name[locale]}
            </option>
          ))}
        </select>
      </div>
      {unknown && (
        <p className="error" id="data-to-error">
          {t('data.noSuchPlace')}
        </p>
      )}
    </div>
  );
}

type Activity = (typeof ACTIVITIES)[number];

function ActivityRow({ activity: { id, kbps, most }, question }: { activity: Activity; question: DataQuestion }) {
  const { t, locale } = useTranslation();
  const amount = useAmount();
  const minutes = question.use[id];
  const name = t(`data.activities.${id}`);
  const number = (value: number) => value.toLocaleString(locale);
  const rate = kbps < 1000 ? t('data.kbps', { rate: number(kbps) }) : t('data.mbps', { rate: number(kbps / 1000) });
  return (
    <div className={minutes === 0 ? 'data-row data-row--none' : 'data-row'}>
      <label htmlFor={`data-${id}`}>
        <b>{name}</b>
        <span>{t('data.rate', { mb: number(mbPerHour(kbps)), rate })}</span>
      </label>
      <span className="data-row__time tnum">
        <b>{useTime(minutes)}</b> {t('data.aDay')}
      </span>
      <input
        id={`data-${id}`}
        name={id}
        type="range"
        min={0}
        max={most}
        step={3}
        defaultValue={minutes}
        aria-label={t('data.minutes', { activity: name })}
      />
      <span className="data-row__sum tnum">{amount(dataUse(question.use, question.days)[id])}</span>
    </div>
  );
}

/** `1 h 15`, `30 min` */
function useTime(minutes: number): string {
  const { t } = useTranslation();
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return t('data.onlyMinutes', { minutes: rest });
  if (rest === 0) return t('data.hours', { hours });
  return t('data.hoursMinutes', { hours, minutes: String(rest).padStart(2, '0') });
}
