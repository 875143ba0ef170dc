import { VARIABLES } from './variables.ts';

/** All names that begin with this are ours, so an unknown one is a mistake; what tests read is not the product's. */
const OURS = /^CAIRN_(?!TEST_)/;
/** Families that other programs may use as well: only a slip of the pen in one of our names is a mistake. */
const FAMILIES = /^(AIRALO|FULFILMENT|IDENTITY|LEGAL|LIMIT|MERCHANT|METRICS|SMTP|STRIPE|WHOLESALE)_/;
/** Most letters that a name may differ by to be taken for a misspelling. */
const SLIPS = 2;

/** Variables that are set but that nothing reads, a sentence each. Values are not told: they may be secrets. */
export function findMisspelt(env: Record<string, string | undefined>): string[] {
  const names = Object.keys(VARIABLES);
  return Object.keys(env)
    .filter((name) => env[name]?.trim() && !Object.hasOwn(VARIABLES, name))
    .flatMap((name) => {
      if (!OURS.test(name) && !FAMILIES.test(name)) return [];
      const meant = names
        .map((known) => ({ known, slips: distance(name, known) }))
        .filter(({ slips }) => slips <= SLIPS)
        .sort((a, b) => a.slips - b.slips)[0]?.known;
      if (meant === undefined && !OURS.test(name)) return [];
      return [`${name}: there is no such variable${meant === undefined ? '' : ` (did you mean ${meant}?)`}`];
    });
}

/** Letters to insert, delete or replace to make one word the other (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, wanted] of [...other].entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === wanted ? 0 : 1)));
    row = next;
  }
  return row.at(-1)!;
}
