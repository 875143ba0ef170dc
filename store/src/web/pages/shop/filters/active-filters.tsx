import type { MouseEvent } from 'react';
import { NO_FILTER } from '../../../../shared/shop/plan-filter.ts';
import { shopAddress, type ShopState, STEP } from '../../../../shared/shop/shop-address.ts';
import { minorUnits, money } from '../../../../shared/money.ts';
import { CloseIcon } from '../../../../ui/icons.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { isPlainClick, PageLink } from '../../../components/page-link.tsx';
import { useShop, useShopCurrency } from '../use-shop.ts';
import { ANYTHING, type Wanted } from './choices.ts';

/** The chosen filters in the order of the form, each with the filters that are left without it. */
export function useActiveFilters({ filter, kind }: Wanted): { name: string; without: Wanted }[] {
  const { t } = useTranslation();
  const format = useFormat();
  const currency = useShopCurrency();
  const { data, days, price, fiveG, hotspot } = filter;
  const without = (part: keyof typeof filter): Wanted => ({ kind, filter: { ...filter, [part]: NO_FILTER[part] } });
  return [
    kind !== null && { name: t(`shop.filters.${kind}`), without: { filter, kind: null } },
    data !== null && {
      name: t('shop.filters.orMore', { amount: format.data(data * 1024) }),
      without: without('data'),
    },
    days !== null && { name: t('shop.filters.orMore', { amount: format.days(days) }), without: without('days') },
    price !== null && {
      name: t('shop.filters.upTo', { price: format.money(money(minorUnits(price, currency), currency)) }),
      without: without('price'),
    },
    fiveG && { name: t('shop.filters.fiveG'), without: without('fiveG') },
    hotspot && { name: t('shop.filters.hotspot'), without: without('hotspot') },
  ].filter((each) => each !== false);
}

/**
 * What is chosen, above the results: links that take one filter back, or all; with script the scroll position stays.
 * `onRemove`: keeps the focus on the page.
 */
export function ActiveFilters({ state, onRemove }: { state: ShopState; onRemove: () => void }) {
  const { t } = useTranslation();
  const { change } = useShop(state);
  const active = useActiveFilters(state);
  if (active.length === 0) return null;
  const removal = (without: Wanted) => ({
    to: shopAddress({ ...without, show: STEP }, state),
    onClick(event: MouseEvent) {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      onRemove();
      change(without);
    },
  });
  return (
    <div className="active-filters" role="group" aria-label={t('shop.filters.active')}>
      {active.map(({ name, without }) => (
        <PageLink
          key={name}
          className="active-filters__one"
          aria-label={t('shop.filters.remove', { name })}
          {...removal(without)}
        >
          {name}
          <CloseIcon size={16} />
        </PageLink>
      ))}
      <PageLink className="active-filters__all" {...removal(ANYTHING)}>
        {t('shop.filters.clearAll')}
      </PageLink>
    </div>
  );
}
