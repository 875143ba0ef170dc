import type { Operator } from '../../../modules/catalogue/types.ts';
import { sameWords } from '../../../shared/finding/fold.ts';
import type { Family } from './destination-loader.ts';

/** A network of a place: `usedBy` are the families whose plans use it; empty for an unused one. */
export type ListedNetwork = Operator & { usedBy: readonly Family[] };

/** The networks that plans use, then known ones that no plan uses. A name may have two spellings. */
export function listNetworks(families: readonly Family[], known: readonly Operator[]): ListedNetwork[] {
  const listed: { operator: Operator; usedBy: Family[] }[] = [];
  for (const family of families) {
    for (const operator of family.operators) {
      const same = listed.find((each) => sameWords(each.operator.name, operator.name));
      if (same === undefined) listed.push({ operator, usedBy: [family] });
      else if (!same.usedBy.includes(family)) same.usedBy.push(family);
    }
  }
  const unused = known.filter(({ name }) => listed.every((each) => !sameWords(each.operator.name, name)));
  return [
    ...listed.map(({ operator, usedBy }) => ({ ...operator, usedBy })),
    ...unused.map((operator) => ({ ...operator, usedBy: [] })),
  ];
}
