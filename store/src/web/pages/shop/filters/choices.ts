import { NO_FILTER, type PlanFilter } from '../../../../shared/shop/plan-filter.ts';
import { KINDS, type ShopKind } from '../../../../shared/shop/shop-address.ts';

const GIGABYTES = [1, 3, 5, 10];
const DAYS = [7, 15, 30];
const PRICES = [5, 10, 20, 40];

/** The part of the shop's state that the filters set. */
export type Wanted = { filter: PlanFilter; kind: ShopKind | null };
export const ANYTHING: Wanted = { filter: NO_FILTER, kind: null };

export type ChoiceName = 'kind' | 'data' | 'days' | 'price' | '5g' | 'hotspot';
/** Results by choice: what the page shows once it is chosen too. */
export type ChoiceCounts = Readonly<Record<string, number>>;

/** The address's parameter with this choice, `data=5`; `data=` is "any". */
export const choiceKey = (name: ChoiceName, value: string | number) => `${name}=${value}`;

/** The offered values of a filter, with the one in the address. */
export function valuesOf(name: 'data' | 'days' | 'price', { filter }: Pick<Wanted, 'filter'>): number[] {
  const values = { data: GIGABYTES, days: DAYS, price: PRICES }[name];
  const own = filter[name];
  return own === null || values.includes(own) ? values : [...values, own].toSorted((a, b) => a - b);
}

/**
 * The counts that say something. Another kind of plan is another result; the other filters only narrow or widen it, and
 * one that leaves the number of results as it is changes nothing: without a number of its own, 198 does not stand
 * beside every choice.
 */
export function tellingCounts(counts: ChoiceCounts, { kind }: Pick<Wanted, 'kind'>): ChoiceCounts {
  const shown = counts[choiceKey('kind', kind ?? '')];
  return Object.fromEntries(
    Object.entries(counts).filter(([key, count]) => key.startsWith(choiceKey('kind', '')) || count !== shown),
  );
}

/** Every choice of the form, with the filters that hold once it is chosen beside what is chosen already. */
export function choicesOf({ filter, kind }: Wanted): { key: string; wanted: Wanted }[] {
  const numbers = (['data', 'days', 'price'] as const).flatMap((name) =>
    [null, ...valuesOf(name, { filter })].map((value) => ({
      key: choiceKey(name, value ?? ''),
      wanted: { kind, filter: { ...filter, [name]: value } },
    })),
  );
  return [
    ...[null, ...KINDS].map((value) => ({ key: choiceKey('kind', value ?? ''), wanted: { kind: value, filter } })),
    ...numbers,
    { key: choiceKey('5g', 1), wanted: { kind, filter: { ...filter, fiveG: true } } },
    { key: choiceKey('hotspot', 1), wanted: { kind, filter: { ...filter, hotspot: true } } },
  ];
}
