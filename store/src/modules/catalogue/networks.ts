import type { Queryable } from '../../db/database.ts';
import { joinOperators, operatorsIn, type Shelf } from './shelf.ts';
import { listOwnNetworks } from './store.ts';
import type { Destination, DestinationNetworks, Operator } from './types.ts';

/** The networks of every local destination of a publication, by slug, in one query. */
export async function readNetworks(
  db: Queryable,
  shelf: Shelf,
  knownNetworks: (place: Pick<Destination, 'slug' | 'countryCode'>) => Operator[],
): Promise<ReadonlyMap<string, DestinationNetworks>> {
  const own = Map.groupBy(await listOwnNetworks(db, shelf.currency), ({ slug }) => slug);
  const local = shelf.destinations.filter(({ kind }) => kind === 'local');
  return new Map(
    local.map((place) => {
      const { slug, countryCode } = place;
      const used = joinOperators((own.get(slug) ?? []).map(({ networks }) => networks));
      const wide = () =>
        joinOperators(
          shelf.wide
            .filter(({ countryCodes }) => countryCode !== null && countryCodes.has(countryCode))
            .map(({ plans }) => operatorsIn(plans, countryCode)),
        );
      return [slug, { used: used.length > 0 ? used : wide(), known: knownNetworks(place) }];
    }),
  );
}
