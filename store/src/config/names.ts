import { VARIABLES } from './variables.ts';

/** Our prefix: an unknown name with it is an error. Test variables are not part of the product. */
const OURS = /^CAIRN_(?!TEST_)/;
/** Prefixes that other programs may use as well: only a name close to one of ours is an error. */
const FAMILIES = /^(AIRALO|FULFILMENT|IDENTITY|LEGAL|LIMIT|MERCHANT|METRICS|SMTP|STRIPE|WHOLESALE)_/;
/** The maximum edit distance of a misspelling. */
const SLIPS = 2;

/** Variables that are set but unknown, one sentence each. Values are not repeated: they may be secrets. */
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

/** Levenshtein distance: the number of inserted, deleted or replaced letters. */
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
