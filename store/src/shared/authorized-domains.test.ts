import { describe, expect, test } from 'vitest';
import { authorizedSources, isAuthorizedPage } from './authorized-domains.ts';

const PAGES = { domains: ['store.example', '192.0.2.7', 'localhost'], publicUrl: 'https://store.example:8443' };

describe('a page to which links and sign-ins may lead', () => {
  test.each([
    'https://store.example/',
    'http://store.example/',
    'https://www.store.example:8443/x?y#z',
    'https://192.0.2.7/',
    'http://localhost:5173/',
  ])('is %s', (address) => {
    expect(isAuthorizedPage(new URL(address), PAGES)).toBe(true);
  });

  test.each([
    'https://elsewhere.example/',
    'https://notstore.example/',
    'https://store.example:9000/',
    'https://1.192.0.2.7.example/',
    'https://store.example@elsewhere.example/',
    'https://somebody@store.example/',
    'ftp://store.example/',
    'javascript://store.example/%0aalert(1)',
  ])('is not %s', (address) => {
    expect(isAuthorizedPage(new URL(address), PAGES)).toBe(false);
  });
});

test('sources of a policy: subdomains of names, our ports, http and every port on this machine only', () => {
  expect(authorizedSources(PAGES)).toEqual([
    'https://store.example',
    'https://store.example:8443',
    'https://*.store.example',
    'https://*.store.example:8443',
    'https://192.0.2.7',
    'https://192.0.2.7:8443',
    'https://localhost:*',
    'http://localhost:*',
    'https://*.localhost:*',
    'http://*.localhost:*',
  ]);
  expect(authorizedSources({ domains: ['store.example', '[::1]'], publicUrl: 'https://store.example' })).toEqual([
    'https://store.example',
    'https://*.store.example',
  ]);
});
