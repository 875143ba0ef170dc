import { useMemo, useState } from 'react';
import { useLoaderData, useNavigate, useNavigation } from 'react-router';
import { specifiedPath } from '../../../shared/page-address.ts';
import { paths } from '../../../shared/paths.ts';
import { parseShop, shopAddress, type ShopState, STEP } from '../../../shared/shop/shop-address.ts';
import { type Currency, DEFAULT_CURRENCY } from '../../../shared/money.ts';
import { usePageAddress } from '../../components/page-link.tsx';
import type { Shop } from './shop-loader.ts';

/** Changes the shop's URL; the page follows without scrolling. A change starts at the first destinations again. */
export function useShop(state: ShopState) {
  const navigate = useNavigate();
  const address = usePageAddress();
  return {
    change: (change: Partial<ShopState>) =>
      void navigate(address(shopAddress({ show: STEP, ...change }, state)), {
        replace: true,
        preventScrollReset: true,
      }),
  };
}

/** The currency of the prices. */
export const useShopCurrency = (): Currency => useLoaderData<Shop>().currency ?? DEFAULT_CURRENCY;

/** The state of the filters as selected: at once, then as in the pending URL, then as on the page. */
export function usePicked(shown: ShopState): [picked: ShopState, pick: (change: Partial<ShopState>) => void] {
  const { change } = useShop(shown);
  const { location } = useNavigation();
  const isNext = location !== undefined && specifiedPath(location.pathname) === paths.plans();
  const search = isNext ? location.search : undefined;
  const next = useMemo(
    () => (search === undefined ? shown : parseShop(new URLSearchParams(search)).state),
    [search, shown],
  );
  const [picked, setPicked] = useState({ before: next, state: next });
  if (picked.before !== next) setPicked({ before: next, state: next });
  return [
    picked.state,
    (part) => {
      setPicked({ before: next, state: { ...picked.state, ...part } });
      change({ ...picked.state, show: STEP, ...part });
    },
  ];
}
