import data from '#data/zones/zones.json' with { type: 'json' };

const zones: ReadonlyMap<string, string | null> = new Map(Object.entries(data.zones));

/** The country of a time zone; null for a zone of none, such as `UTC`; undefined when there is no such zone. */
export const countryOfZone = (zone: string): string | null | undefined => zones.get(zone);

/** ISO codes of the countries that a traveller may name, and XK for Kosovo, which has no zone of its own. */
export const COUNTRY_CODES: readonly string[] = [
  ...new Set([...[...zones.values()].flatMap((code) => code ?? []), 'XK']),
].toSorted();
