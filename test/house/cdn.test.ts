import { describe, expect, test } from 'vitest';
import { isPublicPath, PRIVATE_SEGMENTS } from '#src/shared/page-address.ts';
import { addressesOf } from '../support/addresses.ts';
import { readText } from './source.ts';

/** The rules of deploy/cdn name the private addresses of the store, and all of them name the same ones. */

const FILES = {
  'deploy/cdn/varnish.vcl': /req\.url ~ "\(\?i\)(.*)"\) \{/,
  'deploy/cdn/nginx/snippets/cairn-cache.conf': /location ~\* "(.*)" \{/,
  'deploy/cdn/fastly.vcl': /req\.url ~ "\(\?i\)(.*)"\) \{/,
};
const expressions = Object.entries(FILES).map(([file, line]) => ({ file, text: line.exec(readText(file))?.[1] }));
const passes = new RegExp(expressions[0]!.text!, 'i');

/** Public parts of the API: the same bytes for every caller. */
const OPEN_API = /^\/api\/(?:catalogue|offers|search|search-index|help|devices)(?:[/.?]|$)/;
/** Public by their first segment, and not to be kept: a face, and the withdrawal of an order. */
const ALSO_PRIVATE = /^\/(?:photos\/|withdraw(?:\?|$))/;

const sample = { orderId: '0198c5a0-0000-7000-8000-000000000000', documentId: 'x', token: 't', photo: 'a'.repeat(64) };
const addresses = addressesOf(sample, 'fr');
const isPrivate = (path: string) =>
  path.startsWith('/api/') ? !OPEN_API.test(path) : !isPublicPath(path) || ALSO_PRIVATE.test(path);

describe('the rules for a CDN', () => {
  test('are the same in each file', () => {
    expect(expressions.filter(({ text }) => text === undefined || text !== expressions[0]!.text)).toEqual([]);
  });

  test('pass each private address of the store, and no other', () => {
    expect(addresses.length).toBeGreaterThan(90);
    expect(addresses.filter((path) => passes.test(path) !== isPrivate(path))).toEqual([]);
  });

  test.each(PRIVATE_SEGMENTS)('pass /%s in each spelling', (segment) => {
    for (const path of [
      `/${segment}`,
      `/fr/${segment}`,
      `/${segment}/x?y=1`,
      `/${segment}.data`,
      `/${segment}?x`,
      `/${segment.toUpperCase()}/`,
    ])
      expect(passes.test(path), path).toBe(true);
    expect(passes.test(`/${segment}s-and-more`), segment).toBe(false);
  });

  test.each([
    '/identity/v1/accounts:signUp',
    '/oauth/start',
    '/__/auth/handler',
    '/webhooks/mail',
    '/healthz',
    '/readyz',
  ])('pass %s, which is no page', (path) => expect(passes.test(path)).toBe(true));
});
