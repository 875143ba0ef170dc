import { expect, it } from 'vitest';
import destinations from '#data/catalogue/destinations.json' with { type: 'json' };
import { COUNTRY_CODES, countryOfZone } from './zones.ts';

it('knows the country of a time zone by its name and by its old names, and none where there is none', () => {
  expect(countryOfZone('Europe/Paris')).toBe('FR');
  expect(countryOfZone('Asia/Kolkata')).toBe('IN');
  expect(countryOfZone('Asia/Calcutta')).toBe('IN');
  expect(countryOfZone('US/Pacific')).toBe('US');
  expect(countryOfZone('UTC')).toBeNull();
  for (const none of ['Europe/Atlantis', '', 'toString', 'europe/paris']) expect(countryOfZone(none)).toBeUndefined();
});

it('knows the zones of the browsers, whose data is newer or older than ours', () => {
  // Node's ICU names zones as browsers do.
  const unknown = Intl.supportedValuesOf('timeZone').filter((zone) => countryOfZone(zone) === undefined);
  expect(unknown).toEqual([]);
});

it('has every country of the catalogue', () => {
  const sold = destinations.flatMap((each) => ('countryCode' in each ? (each.countryCode ?? []) : []));
  expect(sold.length).toBeGreaterThan(100);
  expect(sold.filter((code) => !COUNTRY_CODES.includes(code))).toEqual([]);
  expect(COUNTRY_CODES.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true);
});
