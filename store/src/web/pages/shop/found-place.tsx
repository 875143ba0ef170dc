import { formatList } from '../../../i18n/format.ts';
import { paths } from '../../../shared/paths.ts';
import type { ShopState } from '../../../shared/shop/shop-address.ts';
import { lowestPerGb, useFormat } from '../../format.ts';
import type { PlanGroup, ShopView } from './shop-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { DottedMap } from '../../components/dotted-map.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { OfferMark } from '../../components/plans/offer-mark.tsx';
import { NothingLeft } from './nothing-left.tsx';
import { PlaceRows, RowsTitle } from './place-rows.tsx';
import { ColumnNames, PlanRow } from './plan-rows.tsx';
import type { Selection } from './selection.ts';

type Found = Extract<ShopView, { kind: 'found' }>;

/** The place that was found, with the plans that work there, grouped by reach. */
export function FoundPlace({ view, state, selection }: { view: Found; state: ShopState; selection: Selection }) {
  const { t, locale } = useTranslation();
  const { groups, others } = view;
  const lowest = lowestPerGb(groups.flatMap(({ plans }) => plans));
  const name = view.place.name[locale];
  return (
    <div className="stack gap-8">
      <section className="card found" aria-label={name}>
        <Strip view={view} />
        {groups.length === 0 ? (
          <NothingLeft title={t('shop.found.nothing', { name })} state={state} level="h3" />
        ) : (
          <ColumnNames />
        )}
        {groups.map((group) => (
          // No landmark: the country's own group would have the name of the whole result.
          <section key={group.slug}>
            <GroupHead group={group} />
            <ul>
              {group.plans.map((plan) => (
                <li key={plan.id}>
                  <PlanRow
                    row={{ group, plan }}
                    place={view.place}
                    lowest={lowest.has(plan.id)}
                    selection={selection}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </section>
      {others.length > 0 && (
        <section className="stack gap-4">
          <RowsTitle>{t('shop.found.others', { query: state.query })}</RowsTitle>
          <PlaceRows places={others} />
        </section>
      )}
    </div>
  );
}

function Strip({ view: { place, within, around, regionCount } }: { view: Found }) {
  const { t, locale } = useTranslation();
  const name = place.name[locale];
  const offers = formatList(
    around.map((each) => each[locale]),
    locale,
  );
  const key = around.length === 0 ? 'onlyOwn' : place.own ? 'ownAndWide' : 'onlyWide';
  return (
    <header className="found__place">
      <OfferMark offer={place} />
      <h2>
        <PageLink to={paths.offer(place)}>{name}</PageLink>
      </h2>
      <p>
        {within !== null && `${t('shop.found.within', { country: within[locale] })} `}
        {regionCount === null ? t(`shop.found.${key}`, { offers }) : t('plans.regionCount', { count: regionCount })}
      </p>
      <DottedMap className="found__map" src={paths.map(place.slug)} width={720} height={200} />
    </header>
  );
}

function GroupHead({ group }: { group: PlanGroup }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const cheapest = group.plans
    .filter(({ available }) => available)
    .toSorted((a, b) => a.price.amount - b.price.amount)[0];
  return (
    <h3 className="found__group">
      <b>{group.name[locale]}</b>{' '}
      <span>
        {group.regionCount === null
          ? t('shop.found.countryOnly')
          : t('plans.regionCount', { count: group.regionCount })}
      </span>
      {cheapest !== undefined && (
        <span className="found__from money">{t('shop.list.from', { price: format.money(cheapest.price) })}</span>
      )}
    </h3>
  );
}
