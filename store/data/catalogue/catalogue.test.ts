import { readFileSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { countryOffers, regionOffers } from '#test/support/specification.ts';
import destinations from './destinations.json' with { type: 'json' };
import neighbours from './neighbours.json' with { type: 'json' };
import offers from './offers.json' with { type: 'json' };
import overrides from './overrides.json' with { type: 'json' };
import places from './places.json' with { type: 'json' };

const local = destinations.filter(({ kind }) => kind === 'local');
const wide = destinations.filter(({ kind }) => kind !== 'local');
const membersOf = (slug: string) => destinations.find((each) => each.slug === slug)?.members ?? [];
const twice = (values: readonly string[]) => values.filter((value, i) => values.indexOf(value) !== i);
const specified = [...countryOffers(), ...regionOffers()];

describe('destinations.json', () => {
  it('agrees with places.json and overrides.json (else run scripts/data/destinations.mjs again)', () => {
    expect(new Set(local.map(({ countryCode }) => countryCode))).toEqual(new Set(Object.values(places.regions).flat()));
    for (const { slug, region, countryCode } of local) {
      expect(Object.entries(places.regions).find(([name]) => name === region)?.[1], slug).toContain(countryCode);
    }
    for (const [slug, members] of Object.entries(places.plans)) expect(membersOf(slug), slug).toEqual(members);
    for (const [code, { slug, ...name }] of Object.entries<{ slug?: string; en?: string; fr?: string }>(overrides)) {
      const found = local.find(({ countryCode }) => countryCode === code);
      expect(found?.name, code).toMatchObject(name);
      expect(found?.slug, code).toBe(slug ?? found?.slug);
    }
  });

  it("has the specification's offers first, last and numbered, in its order", () => {
    const featured = destinations.filter((each) => each.featured !== null);
    expect(featured.map(({ name }) => name.en)).toEqual(specified.map(({ name }) => name));
    expect(featured.map((each) => each.featured)).toEqual(featured.map((_, i) => i));
    expect(destinations.slice(0, 12)).toEqual(featured.slice(0, 12));
    expect(destinations.slice(-5)).toEqual(featured.slice(-5));
  });

  it('has one slug, one name in each language and one position for each', () => {
    expect(destinations.map(({ position }) => position)).toEqual(destinations.map((_, i) => i));
    expect(twice(destinations.map(({ slug }) => slug))).toEqual([]);
    expect(twice(destinations.map(({ name }) => name.en))).toEqual([]);
    expect(twice(destinations.map(({ name }) => name.fr))).toEqual([]);
    expect(destinations.filter(({ slug }) => !/^[a-z]+(-[a-z]+)*$/.test(slug))).toEqual([]);
    // Every place has a name, not its code.
    expect(destinations.filter(({ name }) => /^[A-Z]{2}$/.test(name.en) || /^[A-Z]{2}$/.test(name.fr))).toEqual([]);
  });

  it("has one country for each code, except for the specification's parts of a country", () => {
    const parts = ['zanzibar', 'bali'];
    expect(twice(local.filter(({ slug }) => !parts.includes(slug)).map(({ countryCode }) => countryCode!))).toEqual([]);
    expect(local.filter(({ countryCode, flag }) => countryCode?.toLowerCase() !== flag)).toEqual([]);
    expect(local.filter(({ slug }) => parts.includes(slug)).map(({ flag }) => flag)).toEqual(['tz', 'id']);
  });

  it('has a flag for each, all together at most 600 KB', () => {
    const sizes = destinations.map(({ flag }) => statSync(new URL(`../../public/flags/${flag}.svg`, import.meta.url)).size);
    expect(Math.max(...sizes)).toBeLessThan(20_000);
    expect(sizes.reduce((a, b) => a + b)).toBeLessThan(600_000);
  });

  it('has a map for each, at most 6 KB compressed', () => {
    const sizes = destinations.map(({ slug }) => {
      const map = readFileSync(new URL(`../../public/maps/${slug}.svg`, import.meta.url));
      expect(map.includes('#0052FF'), slug).toBe(true);
      return gzipSync(map).length;
    });
    expect(Math.max(...sizes)).toBeLessThan(6_000);
  });

  it('covers what the specification states: 190+ countries, 30+, 25+, 35+, 20+', () => {
    const stated = Object.fromEntries(regionOffers().map(({ name, regions }) => [name, Number.parseInt(regions, 10)]));
    expect(stated).toEqual({ Global: 190, Europe: 30, Africa: 25, Americas: 35, Asia: 20 });
    const codes = local.map(({ countryCode }) => countryCode);
    for (const { slug, name, members = [] } of wide) {
      expect(members.length, slug).toBeGreaterThanOrEqual(stated[name.en] ?? Infinity);
      expect(twice(members), slug).toEqual([]);
      expect(
        members.filter((code) => !codes.includes(code)),
        slug,
      ).toEqual([]);
    }
  });
});

describe('offers.json', () => {
  it("has the specification's offers and plans, to the cent", () => {
    expect(
      offers.map(({ slug, plans }) => ({
        name: destinations.find((each) => each.slug === slug)?.name.en,
        plans: plans.map(({ dataMb, days, priceCents }) => ({
          data: `${dataMb / 1024}GB`,
          validity: `${days} days`,
          price: priceCents / 100,
        })),
      })),
    ).toEqual(specified.map(({ name, plans }) => ({ name, plans })));
  });

  it('states as many countries as the specification, for regional and global offers only', () => {
    expect(offers.filter((offer) => offer.statedCountries === null).length).toBe(countryOffers().length);
    expect(offers.flatMap(({ statedCountries }) => (statedCountries === null ? [] : `${statedCountries}+`))).toEqual(
      regionOffers().map(({ regions }) => regions.split(' ')[0]),
    );
  });

  it('names each plan and each package once', () => {
    const plans = offers.flatMap((offer) => offer.plans.map((plan) => ({ ...plan, slug: offer.slug })));
    expect(plans).toHaveLength(68);
    expect(twice(plans.map(({ packageId }) => packageId))).toEqual([]);
    expect(plans.map(({ id }) => id)).toEqual(plans.map(({ slug, dataMb }) => `${slug}-${dataMb / 1024}gb`));
  });
});

describe('neighbours.json', () => {
  it('names eight other places for every local destination (else run scripts/data/neighbours.mjs again)', () => {
    const slugs = new Set(local.map(({ slug }) => slug));
    expect(new Set(Object.keys(neighbours))).toEqual(slugs);
    for (const [slug, others] of Object.entries(neighbours)) {
      expect(new Set(others).size, slug).toBe(8);
      expect(others.filter((other) => other === slug || !slugs.has(other)), slug).toEqual([]);
    }
  });
});
