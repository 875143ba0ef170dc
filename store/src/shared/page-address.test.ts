import { describe, expect, test } from 'vitest';
import { addressIn, isPublicPath, localeOfAddress, specifiedPath } from './page-address.ts';

const PAIRS = [
  ['/', '/fr'],
  ['/?utm_source=x', '/fr?utm_source=x'],
  ['/#plans', '/fr#plans'],
  ['/plans', '/fr/plans'],
  ['/plans/local/france?plan=france-3gb#questions', '/fr/plans/local/france?plan=france-3gb#questions'],
  ['/france', '/fr/france'],
] as const;

describe('URLs of a page in each language', () => {
  test.each(PAIRS)('%s is %s in French', (specified, french) => {
    for (const address of [specified, french]) {
      expect(addressIn('fr', address)).toBe(french);
      expect(addressIn('en', address)).toBe(specified);
      expect(specifiedPath(address)).toBe(specified);
    }
  });

  test('only URLs under /fr select a language, also those of the router', () => {
    for (const pathname of ['/fr', '/fr/', '/fr/plans', '/fr/plans.data', '/fr.data', '/FR/plans'])
      expect(localeOfAddress(pathname), pathname).toBe('fr');
    for (const pathname of ['/', '/plans', '/france', '/free', '/plans/fr', '//fr', '/_root.data'])
      expect(localeOfAddress(pathname), pathname).toBeUndefined();
  });

  test('a URL never leads to another host', () => {
    for (const path of ['/fr//elsewhere.example', '//elsewhere.example'])
      expect(addressIn('en', path)).toBe('/elsewhere.example');
  });

  test('personal pages have no French URL', () => {
    for (const path of [
      '/profile',
      '/profile/settings',
      '/auth?next=/',
      '/checkout/france-3gb',
      '/orders/1',
      '/AUTH',
    ]) {
      expect(isPublicPath(path), path).toBe(false);
      expect(addressIn('fr', path)).toBe(path);
    }
    expect(isPublicPath('/plans/local/checkout')).toBe(true);
  });
});
