import { type ShopSort, type ShopState, SORTS } from '../../../../shared/shop/shop-address.ts';
import { Select } from '../../../../ui/select.tsx';
import { useTranslation } from '../../../translation.tsx';
import { usePicked } from '../use-shop.ts';

const OF_PLACES: readonly ShopSort[] = ['popular', 'price', 'name'];
const OF_PLANS: readonly ShopSort[] = ['price', 'perGb', 'data'];

/** The order of what is shown: of places, of plans within a place, or of plans in a table. Without script it is in the filters. */
export function SortSelect({ state, shown }: { state: ShopState; shown: 'places' | 'plans' | 'table' }) {
  const { t } = useTranslation();
  const [{ sort }, pick] = usePicked(state);
  const offered = shown === 'places' ? OF_PLACES : OF_PLANS;
  const usual = { places: 'popular', plans: 'price', table: 'perGb' } as const;
  const value = offered.includes(sort) ? sort : usual[shown];
  return (
    <div className="sort-select needs-script">
      <Select
        label={t('plans.sort.label')}
        value={value}
        options={offered.map((each) => ({ value: each, label: t(`shop.sort.${each}`) }))}
        onChange={(picked) => pick({ sort: SORTS.find((each) => each === picked) ?? 'popular' })}
      />
    </div>
  );
}
