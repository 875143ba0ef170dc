import type { Destination, Localized, PublicCatalogue } from '../../../../modules/catalogue/types.ts';
import type { Money } from '../../../../shared/money.ts';

/** A place that a traveller may add: which of the compared plans work there, and what a plan of its own costs. */
export type AddedPlace = { slug: string; name: Localized; works: boolean[]; from: Money };

const MAX_ADDED = 2;

/**
 * The nearest places where not all or none of the compared plans work, each with another answer. Empty when the reach
 * of the plans makes no difference nearby.
 */
export async function addedPlaces(
  catalogue: Pick<PublicCatalogue, 'placeWithin'>,
  offers: readonly string[],
  nearestFirst: readonly Destination[],
): Promise<AddedPlace[]> {
  const added: AddedPlace[] = [];
  for (const { slug, name, from } of nearestFirst) {
    if (added.length === MAX_ADDED) break;
    if (from === null) continue;
    const reached = offers.map(async (offer) => offer === slug || (await catalogue.placeWithin(offer, slug)) !== null);
    const works = await Promise.all(reached);
    const isKnown = added.some((each) => each.works.join() === works.join());
    if (new Set(works).size > 1 && !isKnown) added.push({ slug, name, works, from });
  }
  return added;
}
