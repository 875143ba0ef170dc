import { describe, expect, it } from 'vitest';
import destinations from '../catalogue/destinations.json' with { type: 'json' };
import countries from './countries.json' with { type: 'json' };
import operators from './operators.json' with { type: 'json' };
import rows from './rows.json' with { type: 'json' };
import whitelist from './whitelist.json' with { type: 'json' };

type Entry = {
  offer?: string;
  country?: string;
  like?: string;
  only4g?: string;
  operators?: { name: string; networks: string[] }[];
};
const entries: Entry[] = whitelist;
const bandsOf = (network: string) => rows.find((row) => row.network === network && row.status === 'Operational')?.bands ?? '';
const said = (entry: Entry | undefined): unknown =>
  entry?.like
    ? said(entries.find(({ country }) => country === entry.like))
    : entry?.operators?.map(({ name, networks }) => {
        const bands = networks.map(bandsOf).join(' / ');
        const has5g = !entry.only4g && bands.includes('5G');
        return { name, generations: [...(bands.includes('LTE') ? ['4G'] : []), ...(has5g ? ['5G'] : [])] };
      });

describe('operators.json and countries.json', () => {
  it('agree with whitelist.json and rows.json (else run scripts/data/operators.mjs again)', () => {
    const offers = entries.flatMap((entry) => (entry.offer ? [[entry.offer, said(entry)]] : []));
    expect(Object.entries(operators)).toEqual(offers);
    const listed = entries.flatMap((entry) => (entry.country ? [[entry.country, said(entry)]] : []));
    expect(countries).toMatchObject(Object.fromEntries(listed));
    // The other countries are offers of the specification.
    expect(countries).toMatchObject({ US: operators['united-states'], FR: operators.france, BZ: operators.belize });
    expect(Object.keys(countries)).toHaveLength(listed.length + offers.length - ['zanzibar', 'bali'].length);
  });

  it('have every covered country, with at most four networks, each with 4G', () => {
    const covered = new Set(destinations.flatMap(({ countryCode }) => countryCode ?? []));
    expect(new Set(Object.keys(countries))).toEqual(covered);
    for (const [code, networks] of Object.entries(countries)) {
      expect(networks.length, code).toBeLessThanOrEqual(4);
      expect(new Set(networks.map(({ name }) => name)).size, code).toBe(networks.length);
      for (const { generations } of networks) expect(generations[0], code).toBe('4G');
    }
    const unknown = Object.entries(countries).filter(([, networks]) => networks.length === 0);
    expect(unknown.map(([code]) => code)).toEqual(['PS', 'SM']);
  });
});
