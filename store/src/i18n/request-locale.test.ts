import { expect, test } from 'vitest';
import { requestLocale } from './request-locale.ts';

const locale = (headers: Record<string, string>) => requestLocale(headers['cookie'], headers['accept-language']);

test("the language cookie has priority over the browser's languages", () => {
  expect(locale({ cookie: 'a=1; cairn_lang=fr', 'accept-language': 'en' })).toBe('fr');
  expect(locale({ cookie: 'cairn_lang=de', 'accept-language': 'fr-CA,en;q=0.5' })).toBe('fr');
});

test('without a cookie the browser decides, and English is the fallback', () => {
  expect(locale({ 'accept-language': 'de,fr;q=0.8,en;q=0.9' })).toBe('en');
  expect(locale({ 'accept-language': 'de' })).toBe('en');
  expect(locale({})).toBe('en');
});
