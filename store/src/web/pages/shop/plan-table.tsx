import type { ShopState } from '../../../shared/shop/shop-address.ts';
import { lowestPerGb } from '../../format.ts';
import type { ListedPlace, TableRow } from './shop-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { NothingLeft } from './nothing-left.tsx';
import { ColumnNames, PlanRow } from './plan-rows.tsx';
import type { Selection } from './selection.ts';

/** Plans of several destinations in one table; the lowest price per gigabyte has a badge. */
export function PlanTable({
  rows,
  place,
  state,
  selection,
}: {
  rows: readonly TableRow[];
  place: ListedPlace | null;
  state: ShopState;
  selection: Selection;
}) {
  const { t } = useTranslation();
  const lowest = lowestPerGb(rows.map(({ plan }) => plan));
  return (
    <div className="card found">
      {rows.length === 0 ? (
        <NothingLeft title={t('shop.list.nothing')} state={state} />
      ) : (
        <>
          <ColumnNames />
          <ul>
            {rows.map((row) => (
              <li key={row.plan.id}>
                <PlanRow row={row} place={place} lowest={lowest.has(row.plan.id)} selection={selection} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
