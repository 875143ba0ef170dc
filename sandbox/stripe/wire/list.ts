import { missing } from './errors.ts';

interface Paging {
  limit: number;
  starting_after?: string;
  ending_before?: string;
}

/** A Stripe list with all entries. */
export function listOf<T>(data: T[], url: string) {
  return { object: 'list' as const, data, has_more: false, url };
}

type CreatedRange = { gt?: number; gte?: number; lt?: number; lte?: number } | undefined;

/** The objects whose `created` is in the range, or all of them without a range. */
export function createdWithin<T extends { created: number }>(objects: T[], range: CreatedRange): T[] {
  const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = range ?? {};
  return objects.filter(({ created }) => created > gt && created >= gte && created < lt && created <= lte);
}

/** One page of a Stripe list. `all` is newest first. Throws Stripe's 400 for an unknown cursor. */
export function page<T extends { id: string }>(
  all: T[],
  { limit, starting_after, ending_before }: Paging,
  url: string,
) {
  const position = (cursor: string, param: string) => {
    const found = all.findIndex((item) => item.id === cursor);
    if (found < 0) throw missing('object', cursor, param);
    return found;
  };
  if (ending_before) {
    const newer = all.slice(0, position(ending_before, 'ending_before'));
    return { ...listOf(newer.slice(-limit), url), has_more: newer.length > limit };
  }
  const rest = starting_after ? all.slice(position(starting_after, 'starting_after') + 1) : all;
  return { ...listOf(rest.slice(0, limit), url), has_more: rest.length > limit };
}
