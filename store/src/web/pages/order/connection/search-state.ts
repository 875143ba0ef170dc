import { answerIn, readState, type SearchState, stateQuery } from '../../../../shared/connection/address.ts';
import { withAnswer } from '../../../../shared/connection/diagnosis.ts';
import { paths } from '../../../../shared/paths.ts';
import { factsFor } from './line-facts.ts';
import type { Shown } from './line-loader.ts';

/**
 * The search as its address has it, at a time of the server: it begins with the first look, and a country that does not
 * exist was not said. `next`: the address has an answer, and the search goes on at this one, which has it with its time.
 */
export function searchIn(
  shown: Shown,
  query: URLSearchParams,
  now: number,
): { state: SearchState; next: string | null } {
  const read = readState(query, now);
  const began = read.began ?? { used: factsFor(shown, shown.esim).used, at: now };
  const state = { ...read, began, country: shown.about.country?.code ?? null };
  if (!query.has('answer')) return { state, next: null };
  const answer = answerIn(query, now);
  const after = answer === null ? state : { ...state, ...withAnswer(state, answer) };
  return { state, next: `${paths.noConnection(shown.order.id, shown.number, stateQuery(after))}#step` };
}
