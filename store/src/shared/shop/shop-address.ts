import { cutQuery } from '../finding/fold.ts';
import { paths } from '../paths.ts';
import { NO_FILTER, type PlanFilter } from './plan-filter.ts';

export const KINDS = ['local', 'regional', 'global'] as const;
export const SORTS = ['popular', 'price', 'name', 'perGb', 'data'] as const;
export type ShopKind = (typeof KINDS)[number];
export type ShopSort = (typeof SORTS)[number];

/** Number of destinations that "Show more" adds. */
export const STEP = 24;
/** Maximum number of compared plans. */
export const MAX_COMPARED = 3;

/** The state in the shop's URL. */
export type ShopState = {
  query: string;
  filter: PlanFilter;
  /** Plans for one country, for a region, for the world; null: all. */
  kind: ShopKind | null;
  sort: ShopSort;
  /** Number of shown destinations. */
  show: number;
  /** `compare`: all plans in one table. */
  view: 'list' | 'compare';
  /** Ids of the plans to compare. */
  compare: readonly string[];
};

export const EMPTY_SHOP: ShopState = {
  query: '',
  filter: NO_FILTER,
  kind: null,
  sort: 'popular',
  show: STEP,
  view: 'list',
  compare: [],
};

/** Names of the URL parameters. */
const PARAMETERS = ['q', 'data', 'days', 'price', '5g', 'hotspot', 'kind', 'sort', 'show', 'view', 'compare'] as const;
export type ShopParameter = (typeof PARAMETERS)[number];

/** Parses a URL. Invalid values count as absent and are listed in `ignored`; unknown parameters are skipped. */
export function parseShop(parameters: URLSearchParams): { state: ShopState; ignored: ShopParameter[] } {
  const ignored = new Set<ShopParameter>();

  /** The value of a parameter if `read` accepts it. A form sends an empty one for "any". */
  function take<T>(name: ShopParameter, read: (text: string) => T | undefined): T | undefined {
    const text = parameters.get(name)?.trim();
    if (text === undefined || text === '') return undefined;
    const value = read(text);
    if (value === undefined) ignored.add(name);
    return value;
  }
  const number = (most: number) => (text: string) => {
    const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    return value >= 1 && value <= most ? value : undefined;
  };
  const yes = (text: string) => (text === '1' ? true : undefined);
  const oneOf =
    <T extends string>(values: readonly T[]) =>
    (text: string) =>
      values.find((each) => each === text);

  const compare = parameters
    .getAll('compare')
    .flatMap((text) => text.split(','))
    .map((id) => id.trim())
    .filter((id) => id !== '');
  const plans = [...new Set(compare)].filter((id) => /^[a-z0-9-]{1,80}$/.test(id));
  if (plans.length > MAX_COMPARED || plans.length < new Set(compare).size) ignored.add('compare');
  const show = take('show', number(100_000)) ?? STEP;
  const state: ShopState = {
    query: cutQuery(parameters.get('q') ?? ''),
    filter: {
      data: take('data', number(1_000)) ?? null,
      days: take('days', number(365)) ?? null,
      price: take('price', number(1_000)) ?? null,
      fiveG: take('5g', yes) ?? false,
      hotspot: take('hotspot', yes) ?? false,
    },
    kind: take('kind', oneOf(KINDS)) ?? null,
    sort: take('sort', oneOf(SORTS)) ?? 'popular',
    show: Math.ceil(show / STEP) * STEP,
    view: take('view', oneOf(['list', 'compare'])) ?? 'list',
    compare: plans.slice(0, MAX_COMPARED),
  };
  return { state, ignored: [...ignored] };
}

/** The shop's canonical URL for this state, without default values. */
export function shopAddress(change: Partial<ShopState>, state: ShopState = EMPTY_SHOP): string {
  const { query, filter, kind, sort, show, view, compare } = { ...state, ...change };
  const parameters = new URLSearchParams();
  const values: Record<ShopParameter, string | number | null> = {
    q: query,
    data: filter.data,
    days: filter.days,
    price: filter.price,
    '5g': filter.fiveG ? 1 : null,
    hotspot: filter.hotspot ? 1 : null,
    kind,
    sort: sort === EMPTY_SHOP.sort ? null : sort,
    show: show === STEP ? null : show,
    view: view === 'list' ? null : view,
    compare: compare.join(','),
  };
  for (const name of PARAMETERS)
    if (values[name] !== null && values[name] !== '') parameters.set(name, `${values[name]}`);
  const search = parameters.toString().replaceAll('%2C', ',');
  return search === '' ? paths.plans() : `${paths.plans()}?${search}`;
}

/** True when the URL contains nothing for the shop; empty and unknown parameters do not count. */
export function isPlainShop(parameters: URLSearchParams): boolean {
  return PARAMETERS.every((name) => parameters.getAll(name).every((value) => value.trim() === ''));
}
