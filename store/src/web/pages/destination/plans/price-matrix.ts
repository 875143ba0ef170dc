import type { Plan } from '../../../../modules/catalogue/types.ts';
import type { Family } from '../destination-loader.ts';

/** One size: the same data for the same days. `plans` has one entry per family; undefined: not offered. */
export type MatrixRow = Pick<Plan, 'dataMb' | 'unlimited' | 'days'> & { key: string; plans: (Plan | undefined)[] };

const sizeOf = ({ dataMb, unlimited, days }: Plan) =>
  unlimited === null ? `${dataMb} ${days}` : `unlimited ${unlimited.dailyMb} ${unlimited.thenKbps} ${days}`;

/** Prices by size and family, smallest first, unlimited ones last; the cheaper of two plans of one size. */
export function priceMatrix(families: readonly Pick<Family, 'plans'>[]): MatrixRow[] {
  const rows = new Map<string, MatrixRow>();
  families.forEach(({ plans }, column) => {
    for (const plan of plans) {
      const key = sizeOf(plan);
      const { dataMb, unlimited, days } = plan;
      const row = rows.get(key) ?? { key, dataMb, unlimited, days, plans: families.map(() => undefined) };
      const known = row.plans[column];
      if (known === undefined || isBetter(plan, known)) row.plans[column] = plan;
      rows.set(key, row);
    }
  });
  return [...rows.values()].toSorted((a, b) => rank(a) - rank(b) || a.days - b.days);
}

const rank = ({ dataMb, unlimited }: MatrixRow) =>
  unlimited === null ? dataMb : 1e9 + (unlimited.dailyMb ?? 1e8) + (unlimited.thenKbps ?? 0) / 1e6;

const isBetter = (plan: Plan, other: Plan) =>
  plan.available === other.available ? plan.price.amount < other.price.amount : plan.available;

/**
 * The minimum saving of the first family compared to any other, in percent, over every size that both have; null when
 * it is not the cheapest at each of them, or there is nothing to compare.
 */
export function savingOfFirst(families: readonly Pick<Family, 'plans'>[]): number | null {
  const savings = priceMatrix(families).flatMap(({ plans: [first, ...others] }) =>
    others.flatMap((other) =>
      first?.available && other?.available ? 1 - first.price.amount / other.price.amount : [],
    ),
  );
  if (savings.length === 0) return null;
  // The tolerance makes 28.999… percent 29.
  const least = Math.floor(Math.min(...savings) * 100 + 1e-9);
  return least > 0 ? least : null;
}
