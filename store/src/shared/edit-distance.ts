/** Levenshtein distance from a given word to a known one; `missing` is the cost of a letter that the given one lacks. */
export function distance(given: string, known: string, missing = 1): number {
  let row = Array.from({ length: known.length + 1 }, (_, index) => index * missing);
  for (const [i, letter] of [...given].entries()) {
    const next = [i + 1];
    for (const [j, wanted] of [...known].entries())
      next.push(Math.min(next[j]! + missing, row[j + 1]! + 1, row[j]! + (letter === wanted ? 0 : 1)));
    row = next;
  }
  return row.at(-1)!;
}
