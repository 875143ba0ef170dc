import { EMPTY_SHOP, shopAddress, type ShopState } from '../../../shared/shop/shop-address.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchIcon } from '../../../ui/icons.tsx';
import { lowestPerGb } from '../../format.ts';
import type { TableRow } from '../../shop-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../page-link.tsx';
import { ColumnNames, PlanRow } from './plan-rows.tsx';
import type { Selection } from './selection.ts';

/** Plans of several destinations in one table; the lowest price per gigabyte carries a badge. */
export function PlanTable({
  rows,
  state,
  selection,
}: {
  rows: readonly TableRow[];
  state: ShopState;
  selection: Selection;
}) {
  const { t } = useTranslation();
  const lowest = lowestPerGb(rows.map(({ plan }) => plan));
  return (
    <div className="card found">
      {rows.length === 0 ? (
        <EmptyState
          icon={<SearchIcon />}
          title={t('shop.list.nothing')}
          action={
            <PageLink
              className={buttonClass({ variant: 'secondary' })}
              to={shopAddress({ filter: EMPTY_SHOP.filter, kind: null }, state)}
            >
              {t('shop.filters.clear')}
            </PageLink>
          }
        />
      ) : (
        <>
          <ColumnNames />
          <ul>
            {rows.map((row) => (
              <li key={row.plan.id}>
                <PlanRow row={row} lowest={lowest.has(row.plan.id)} selection={selection} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
