import { describe, expect, it } from 'vitest';
import { has5g, type StatingPackage, statementOf } from './statements.ts';
import type { NetworkGeneration, PlanFacts } from './types.ts';

const NOTHING: PlanFacts = {
  hotspot: null,
  topUp: null,
  activation: null,
  installWindowDays: null,
  throttling: null,
  exitCountry: null,
};
const pack = ({ facts, ...terms }: Partial<Omit<StatingPackage, 'facts'>> & { facts?: Partial<PlanFacts> }) => ({
  countryCodes: ['FR'],
  networks: {},
  ...terms,
  facts: { ...NOTHING, ...facts },
});
const network = (name: string, ...generations: NetworkGeneration[]) => ({ name, generations });
const slower = (kbps: number) => ({ kind: 'slower', kbps }) as const;
const STOPS = { kind: 'none' } as const;

describe('what several packages keep', () => {
  it.each<[keyof PlanFacts, unknown, unknown, unknown]>([
    ['hotspot', true, true, true],
    ['hotspot', true, null, null],
    ['hotspot', true, false, false],
    ['hotspot', null, false, false],
    ['topUp', true, false, false],
    ['topUp', true, null, null],
    ['activation', 'first-usage', 'first-usage', 'first-usage'],
    ['activation', 'first-usage', 'installation', 'installation'],
    ['activation', 'installation', null, null],
    ['installWindowDays', 365, 180, 180],
    ['installWindowDays', null, 180, 180],
    ['throttling', STOPS, STOPS, STOPS],
    ['throttling', slower(512), slower(128), slower(128)],
    ['throttling', slower(512), STOPS, null],
    ['throttling', slower(512), null, null],
    ['exitCountry', 'FR', 'FR', 'FR'],
    ['exitCountry', 'FR', 'PL', null],
    ['exitCountry', 'FR', null, null],
  ])('of %s: %j and %j is %j, in any order', (name, one, other, kept) => {
    const [a, b] = [pack({ facts: { [name]: one } }), pack({ facts: { [name]: other } })];
    const expected = { ...NOTHING, [name]: kept };
    expect([statementOf([a, b]).facts, statementOf([b, a]).facts]).toEqual([expected, expected]);
    expect(statementOf([a]).facts).toEqual(a.facts);
  });

  it('is the networks that all name, whatever their letters, with the generations that all name', () => {
    const one = pack({
      networks: { FR: [network('SFR', '5G'), network('Orange', '4G', '5G'), network('Free', '4G')] },
    });
    const other = pack({ networks: { FR: [network('ORANGE', '4G'), network('SFR', '4G')] } });
    expect(statementOf([one, other])).toMatchObject({ networks: { FR: [network('Orange', '4G')] }, coverage: {} });
    expect(statementOf([one])).toMatchObject({ networks: one.networks, coverage: {} });
    expect(has5g(statementOf([one, other]))).toBe(false);
    expect(has5g(statementOf([one]))).toBe(true);
  });

  it('is the weaker coverage where they share no network, and none where one names none', () => {
    const orange = (...generations: NetworkGeneration[]) =>
      pack({ networks: { FR: [network('Orange', ...generations)] } });
    const free = (...generations: NetworkGeneration[]) => pack({ networks: { FR: [network('Free', ...generations)] } });
    expect(statementOf([orange('4G', '5G'), free('4G')])).toMatchObject({ networks: {}, coverage: { FR: '4G' } });
    expect(statementOf([orange('5G'), free('4G', '5G')])).toMatchObject({ networks: {}, coverage: { FR: '4G, 5G' } });
    expect(has5g(statementOf([orange('5G'), free('5G')]))).toBe(true);
    expect(statementOf([orange('4G'), pack({})])).toMatchObject({ networks: {}, coverage: {} });
  });

  it('is the countries of all; one that states none takes none away', () => {
    const lands = (...countryCodes: string[]) => pack({ countryCodes });
    expect(statementOf([lands('FR', 'ES', 'IT'), lands('IT', 'FR', 'PT')]).countryCodes).toEqual(['FR', 'IT']);
    expect(statementOf([lands(), lands('FR')]).countryCodes).toEqual(['FR']);
    expect(statementOf([lands(), lands()]).countryCodes).toEqual([]);
  });
});
