import type { Offer, Plan } from '../../../modules/catalogue/catalogue.ts';
import type { Locale } from '../../../shared/locale.ts';

export type PlanRow = { offer: Offer; plan: Plan };

export const SORTS = ['perGb', 'price', 'data'] as const;
export type Sort = (typeof SORTS)[number];

const ORDER: Record<Sort, (a: Plan, b: Plan) => number> = {
  perGb: (a, b) => a.price.amount / a.dataMb - b.price.amount / b.dataMb,
  price: (a, b) => a.price.amount - b.price.amount,
  data: (a, b) => b.dataMb - a.dataMb || a.price.amount - b.price.amount,
};

/** Letters only: a search finds "Égypte" by "egypte". */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();
}

/** Every plan whose destination matches `query`, sorted; equal ones keep the specification's order. */
export function planRows(offers: Offer[], locale: Locale, query: string, sort: Sort): PlanRow[] {
  return offers
    .filter(({ name }) => plain(name[locale]).includes(plain(query)))
    .flatMap((offer) => offer.plans.map((plan) => ({ offer, plan })))
    .toSorted((a, b) => ORDER[sort](a.plan, b.plan));
}
