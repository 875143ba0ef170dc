import { expect, test } from 'vitest';
import { formatData, formatSpeed } from './format.ts';
import { translator } from './i18n.ts';
import type { Locale } from '../shared/locale.ts';
import { factsOfPlan, type FactsInput } from './plan-facts.ts';

const PLAN: FactsInput['plan'] = { dataMb: 3072, unlimited: null, days: 15 };
const NOTHING: FactsInput['facts'] = {
  hotspot: null,
  topUp: null,
  activation: null,
  installWindowDays: null,
  throttling: null,
};
const ALL: FactsInput['facts'] = {
  hotspot: true,
  topUp: true,
  activation: 'first-usage',
  installWindowDays: 365,
  throttling: { kind: 'none' },
};

/** `term: answer. text` of each fact, by its position in the panel. */
function read(
  given: Omit<Partial<FactsInput>, 'facts'> & { facts?: Partial<FactsInput['facts']> },
  locale: Locale = 'en',
) {
  const t = translator(locale);
  const facts = factsOfPlan(
    {
      plan: PLAN,
      operators: [],
      coverage: null,
      exitCountry: null,
      isWide: true,
      countries: null,
      ...given,
      facts: { ...NOTHING, ...given.facts },
    },
    {
      t,
      data: (mb) => formatData(mb, locale),
      days: (count) => t('plans.days', { count }),
      speed: (kbps) => formatSpeed(kbps, locale),
    },
  );
  const [networks, calls, hotspot, clock, end, topUp, throttling, exit, refund] = facts;
  return { networks, calls, hotspot, clock, end, topUp, throttling, exit, refund };
}

test('facts that the wholesaler does not state are "not stated", as a note, in both languages', () => {
  for (const [locale, words] of [
    ['en', 'Not stated'],
    ['fr', 'Non précisé'],
  ] as const) {
    const { networks, hotspot, clock, topUp, throttling, exit } = read({}, locale);
    for (const fact of [networks, hotspot, clock, topUp, throttling, exit])
      expect(fact).toMatchObject({ answer: words, mark: 'note' });
  }
});

test('stated facts are the answers: networks, hotspot, validity, throttling and the exit country', () => {
  const facts = read({
    facts: ALL,
    operators: [{ name: 'NTT docomo' }, { name: 'SoftBank' }],
    coverage: '4G, 5G',
    exitCountry: 'Singapore',
  });
  expect(facts.networks).toMatchObject({ mark: 'good', answer: 'NTT docomo, SoftBank' });
  expect(facts.networks?.text).toMatch(/^4G, 5G here\./);
  expect(facts.hotspot).toMatchObject({ mark: 'good', answer: 'Allowed', text: 'It uses the same 3GB.' });
  expect(facts.clock?.answer).toBe('At the first connection');
  expect(facts.clock?.text).toMatch(/runs for 15 days.*within 365 days of buying\.$/);
  expect(facts.throttling).toMatchObject({ mark: 'good', answer: 'None' });
  expect(facts.exit).toMatchObject({ mark: 'note', answer: 'Singapore' });
  expect(facts.end?.text).toContain('or earlier when the data is used up');
  expect(facts.topUp).toMatchObject({ mark: 'good', answer: 'Possible' });
});

test('limits are stated equally plainly: no hotspot, a validity that starts with the installation, a reduced speed', () => {
  const facts = read({
    facts: { hotspot: false, topUp: false, activation: 'installation', throttling: { kind: 'slower', kbps: 1500 } },
  });
  expect(facts.hotspot).toMatchObject({ mark: 'limit', answer: 'Not allowed' });
  expect(facts.clock?.answer).toBe('When you install the eSIM');
  expect(facts.topUp).toMatchObject({ mark: 'limit', answer: 'Not possible' });
  expect(facts.throttling).toMatchObject({ mark: 'limit', answer: 'To 1.5\u00a0Mbps' });
  expect(facts.throttling?.text).toBe('Full speed for the first 3GB, then 1.5\u00a0Mbps until the plan ends.');
  expect(facts.end?.text).not.toContain('used up');
});

test('an unlimited plan states its daily amount and the reduced speed, as far as they are known', () => {
  const throttling = (dailyMb: number | null, thenKbps: number | null, locale?: Locale) =>
    read({ plan: { ...PLAN, dataMb: 0, unlimited: { dailyMb, thenKbps } } }, locale).throttling;
  expect(throttling(1024, 512)).toMatchObject({
    mark: 'limit',
    answer: 'After 1GB a day',
    text: 'Full speed for 1GB a day, then 512\u00a0kbps until the next day.',
  });
  expect(throttling(1024, 512, 'fr')?.text).toBe(
    'Pleine vitesse pour 1\u00a0Go par jour, puis 512\u00a0kbit/s jusqu’au lendemain.',
  );
  expect(throttling(1024, null)?.text).toMatch(/does not state the speed after that/);
  expect(throttling(null, 512)).toMatchObject({ answer: 'Not stated' });
  expect(throttling(null, null)).toMatchObject({ answer: 'Not stated' });
});

test('the page of a region states the number of countries, and the refund rule matches what the shop does', () => {
  const { networks, refund } = read({ countries: 37 });
  expect(networks?.answer).toBe('In 37 countries and territories');
  expect(refund?.answer).toBe('In full if it does not arrive, or unused within 14 days');
});
