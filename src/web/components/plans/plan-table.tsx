import { useState } from 'react';
import type { Offer } from '../../../modules/catalogue/catalogue.ts';
import { paths } from '../../../shared/paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { SearchIcon } from '../../../ui/icons.tsx';
import { Select } from '../../../ui/select.tsx';
import { lowestPerGb, useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../page-link.tsx';
import { CoverageChip } from './coverage-chip.tsx';
import { OfferMark } from './offer-mark.tsx';
import { useOfferWords } from './offer-words.ts';
import { type PlanRow, planRows, type Sort, SORTS } from './plan-rows.ts';

/** Every plan of every offer: search by destination, sort; the lowest price per gigabyte carries a badge. */
export function PlanTable({ offers }: { offers: Offer[] }) {
  const { t, locale } = useTranslation();
  const [query, setQuery] = useState('');
  const [sort, setSort] = useState<Sort>('perGb');
  const rows = planRows(offers, locale, query, sort);
  const lowest = lowestPerGb(offers.flatMap((offer) => offer.plans));
  const destinations = new Set(rows.map((row) => row.offer.slug)).size;
  return (
    <>
      <div className="plan-tools">
        <Field
          type="search"
          label={t('plans.search.label')}
          placeholder={t('plans.search.placeholder')}
          icon={<SearchIcon />}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <Select
          label={t('plans.sort.label')}
          value={sort}
          onChange={(value) => setSort(value as Sort)}
          options={SORTS.map((each) => ({ value: each, label: t(`plans.sort.${each}`) }))}
        />
      </div>
      <p className="small mb-3" role="status">
        <b className="strong">{t('plans.count', { count: rows.length })}</b>{' '}
        {t('plans.destinations', { count: destinations })}
      </p>
      {rows.length === 0 ? (
        <div className="card">
          <EmptyState
            icon={<SearchIcon />}
            title={t('plans.search.none', { query })}
            action={
              <Button variant="secondary" onClick={() => setQuery('')}>
                {t('plans.search.clear')}
              </Button>
            }
          >
            {t('plans.search.noneText')}
          </EmptyState>
        </div>
      ) : (
        <div className="card ptable">
          <ColumnNames />
          <ul>
            {rows.map((row) => (
              <li key={row.plan.id}>
                <Row row={row} lowest={lowest.has(row.plan.id)} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** Seen on wide screens only; every row also makes sense without it. */
function ColumnNames() {
  const { t } = useTranslation();
  return (
    <div className="thead" aria-hidden="true">
      <span />
      <span>{t('plans.columns.destination')}</span>
      <span>{t('plans.columns.data')}</span>
      <span>{t('plans.columns.validity')}</span>
      <span>{t('plans.columns.network')}</span>
      <span className="r">{t('plans.columns.perGb')}</span>
      <span className="r">{t('plans.columns.price')}</span>
      <span />
    </div>
  );
}

function Row({ row: { offer, plan }, lowest }: { row: PlanRow; lowest: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useOfferWords();
  const badge = lowest && <Chip tone="accent">{t('plans.lowest')}</Chip>;
  const cells = (
    <>
      <OfferMark offer={offer} size="sm" lazy />
      <span className="prow-name">
        <span className="name">{words.name(offer)}</span> {badge}
        <span className="ops">{words.reach(offer)}</span>
      </span>
      <span className="prow-data">{format.planData(plan)}</span>
      <span className="prow-days">{format.days(plan.days)}</span>
      <span className="prow-network">
        <CoverageChip coverage={offer.coverage} />
      </span>
      <span className="ppg">{format.perGb(plan)}</span>
      <span className="price">{format.money(plan.price)}</span>
    </>
  );
  if (!plan.available) {
    return (
      <div className="prow is-unavailable">
        {cells}
        <span className="prow-select">
          <Chip>{t('plans.unavailable')}</Chip>
        </span>
      </div>
    );
  }
  return (
    <PageLink className="prow" to={paths.offer(offer, plan.id)}>
      {cells}
      <span className="prow-select">
        <span className={buttonClass({ variant: 'secondary', size: 'sm' })}>{t('plans.select')}</span>
      </span>
    </PageLink>
  );
}
