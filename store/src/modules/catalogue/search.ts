import misspellings from '#data/catalogue/misspellings.json' with { type: 'json' };
import { createFinder, type Finder } from '../../search/finder.ts';
import type { DestinationSearch, PublicCatalogue, SearchedDestination } from './types.ts';

type Made = { documents: readonly SearchedDestination[]; finder: Finder<SearchedDestination> };

const MISSPELLINGS: Readonly<Record<string, readonly string[]>> = misspellings;

/** Searches the destinations of the newest publication. Its index is built at the first query after a publication. */
export function createDestinationSearch({
  catalogue,
}: {
  catalogue: Pick<PublicCatalogue, 'version' | 'destinations' | 'findable'>;
}): DestinationSearch {
  let kept: { version: string; made: Promise<Made> } | undefined;

  async function make(): Promise<Made> {
    const [destinations, findable] = await Promise.all([catalogue.destinations(), catalogue.findable()]);
    const words = new Map(findable.map((each) => [each.slug, each]));
    const documents = destinations.map((destination) => {
      const { aliases, cities } = words.get(destination.slug) ?? { aliases: [], cities: [] };
      return { ...destination, aliases, cities, misspellings: MISSPELLINGS[destination.slug] ?? [] };
    });
    return { documents, finder: createFinder(documents) };
  }

  async function current(): Promise<Made> {
    const version = await catalogue.version();
    if (kept?.version !== version) kept = { version, made: make() };
    const { made } = kept;
    try {
      return await made;
    } catch (error) {
      if (kept.made === made) kept = undefined;
      throw error;
    }
  }

  return {
    documents: async () => (await current()).documents,
    async find(query, options) {
      const { finder } = await current();
      return finder
        .find(query, options)
        .map(({ document: { aliases: _, cities: __, misspellings: ___, ...destination }, reason }) => ({
          destination,
          reason,
        }));
    },
  };
}
