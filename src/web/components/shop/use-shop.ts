import { useNavigate, useNavigation } from 'react-router';
import { specifiedPath } from '../../../shared/page-address.ts';
import { paths } from '../../../shared/paths.ts';
import { parseShop, shopAddress, type ShopState, STEP } from '../../../shared/shop/shop-address.ts';
import { usePageAddress } from '../page-link.tsx';

/** Changes what the shop's address says; the page follows without a jump. A change begins at the first destinations again. */
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

/** The state that is on its way, so that a box is checked at once; else the one that is shown. */
export function useNextState(shown: ShopState): ShopState {
  const { location } = useNavigation();
  return location !== undefined && specifiedPath(location.pathname) === paths.plans()
    ? parseShop(new URLSearchParams(location.search)).state
    : shown;
}
