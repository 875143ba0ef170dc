import { expect, test } from 'vitest';
import { cdnOf, checkCdn, CDN_VARIABLES } from './cdn.ts';
import { withDefaults } from './parsers.ts';

const parsed = (env: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(CDN_VARIABLES).map(([name, { parse }]) => [
      name,
      env[name] === undefined ? undefined : parse(env[name]),
    ]),
  ) as Parameters<typeof checkCdn>[0];

const OWN = {
  CDN: 'http',
  CDN_PURGE_URLS: 'http://10.0.0.5:6081/, http://10.0.0.6:6081/',
  CDN_PURGE_SECRET: 'x'.repeat(16),
};
const HOSTED = { CDN: 'fastly', CDN_SERVICE_ID: 'SU1Z0isxPaozGVKXdv0eY', CDN_API_TOKEN: 'y'.repeat(16) };

test.each([
  ['no CDN', {}, []],
  ['own caches', OWN, []],
  ['a hosted CDN', HOSTED, []],
  ['copies that end', { CDN: 'expiry' }, []],
  [
    'own caches without their secret',
    { ...OWN, CDN_PURGE_SECRET: undefined },
    ['CDN_PURGE_SECRET: is missing (CDN=http)'],
  ],
  [
    'a hosted CDN without its service',
    { ...HOSTED, CDN_SERVICE_ID: undefined },
    ['CDN_SERVICE_ID: is missing (CDN=fastly)'],
  ],
  [
    'settings without their CDN',
    { CDN_API_TOKEN: HOSTED.CDN_API_TOKEN },
    ['CDN_API_TOKEN: has no effect with CDN=none; set CDN, or remove it'],
  ],
])('%s: what is wrong', (_, env, faults) => {
  expect(checkCdn(parsed(env as Record<string, string>), 'live')).toEqual(faults);
});

test('a sandbox purges only on this machine', () => {
  expect(checkCdn(parsed(OWN), 'sandbox')).toEqual([
    'CDN_PURGE_URLS: sandbox mode purges only a cache on this machine',
  ]);
  expect(checkCdn(parsed(HOSTED), 'sandbox')).toEqual([
    'CDN_API_URL: sandbox mode purges only a cache on this machine',
  ]);
  expect(checkCdn(parsed({ ...OWN, CDN_PURGE_URLS: 'http://127.0.0.1:6081/' }), 'sandbox')).toEqual([]);
});

test('the way of purging', () => {
  const of = (env: Record<string, string>) => cdnOf(withDefaults(CDN_VARIABLES, parsed(env)));
  expect(of({})).toBeUndefined();
  expect(of({ CDN: 'expiry' })).toEqual({ purge: undefined });
  expect(of(OWN)?.purge).toMatchObject({ by: 'http', urls: [{ port: '6081' }, { hostname: '10.0.0.6' }] });
  expect(of(HOSTED)?.purge).toMatchObject({ by: 'fastly', apiUrl: { origin: 'https://api.fastly.com' } });
});
