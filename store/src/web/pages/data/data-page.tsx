import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ACTIVITIES, dataQuery, mbPerHour, readDataQuestion, type DataQuestion } from '../../../shared/data-use.ts';
import { paths } from '../../../shared/paths.ts';
import { ChevronRightIcon } from '../../../ui/icons.tsx';
import { NO_FILTER } from '../../../shared/shop/plan-filter.ts';
import { shopAddress } from '../../../shared/shop/shop-address.ts';
import type { DataPage, DataSize } from './data-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { PageLink, usePageAddress } from '../../components/page-link.tsx';
import { DataAnswer } from './data-answer.tsx';
import { DataForm } from './data-form.tsx';
import { useFormat } from '../../format.ts';

/** Hours of one activity that use as much data as one hour of another. */
function hoursPerHour(heavy: string, light: string): number {
  const rate = (id: string): number => mbPerHour(ACTIVITIES.find((each) => each.id === id)!.kbps);
  return Math.round(rate(heavy) / rate(light));
}

/** The calculator, which updates during input, and the lowest price of each size. */
export function DataCalculator({ page }: { page: DataPage }) {
  const { t } = useTranslation();
  const [question, ask] = useQuestion(page.question);
  return (
    <>
      <PageTitle title={t('data.title')} description={t('data.description')} />
      <div className="page-head">
        <div className="wrap stack gap-3">
          <nav className="crumbs" aria-label={t('data.breadcrumb')}>
            <PageLink to={paths.plans()}>{t('chrome.plans')}</PageLink>
            <ChevronRightIcon size={14} />
            <span aria-current="page">{t('data.short')}</span>
          </nav>
          <h1 className="h-display">{t('data.title')}</h1>
          <p className="lede">{t('data.lede', { count: hoursPerHour('video', 'maps') })}</p>
        </div>
      </div>
      <div className="wrap data-page">
        <div className="data-calculator">
          <DataForm page={page} question={question} ask={ask} />
          <DataAnswer page={page} question={question} />
        </div>
        <DataSizes sizes={page.sizes} />
      </div>
    </>
  );
}

type Ask = (event: FormEvent<HTMLFormElement>) => void;

/**
 * The current question. The sum needs no server; the URL follows with a delay. Another destination has other plans, so
 * the page is loaded again for it.
 */
function useQuestion(asked: DataQuestion): [DataQuestion, Ask] {
  const address = usePageAddress();
  const navigate = useNavigate();
  const [question, setQuestion] = useState(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function ask(event: FormEvent<HTMLFormElement>) {
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
    const next = readDataQuestion(new URLSearchParams(fields));
    const to = address(paths.plansData(dataQuery(next)));
    setQuestion(next);
    clearTimeout(timer.current);
    if (next.slug !== question.slug) void navigate(to, { replace: true, preventScrollReset: true });
    // Browsers limit the rate of URL changes.
    else timer.current = setTimeout(() => history.replaceState(history.state, '', to), 300);
  }
  return [question, ask];
}

/** The lowest price of each size and its destinations; each links to the shop filtered by that size. */
function DataSizes({ sizes }: { sizes: readonly DataSize[] }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  if (sizes.length === 0) return null;
  return (
    <section className="data-sizes" aria-labelledby="data-sizes">
      <h2 className="h-sec" id="data-sizes">
        {t('data.sizes')}
      </h2>
      <p className="muted mt-1 mb-4">{t('data.sizesText')}</p>
      <ul>
        {sizes.map(({ gb, from, places, others }) => {
          const names = places.map((name) => name[locale]);
          const where = others === 0 ? names : [...names, t('data.others', { count: others })];
          return (
            <li key={gb}>
              <PageLink to={shopAddress({ filter: { ...NO_FILTER, data: gb } })}>
                <b className="money">{t('data.size', { data: format.data(gb * 1024) })}</b>
                <span className="data-sizes__price money">{t('data.from', { price: format.money(from) })}</span>
                <span className="data-sizes__where">{t('data.where', { places: where })}</span>
                <ChevronRightIcon size={18} />
              </PageLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
