import { describe, expect, it } from 'vitest';
import { answerPage, isPage } from './shell.ts';

const page = new Response('from the network');
const document = new Response('offline document');
const forever = () => new Promise<never>(() => {});
const at = (path: string, more = {}) => ({
  method: 'GET',
  mode: 'navigate',
  url: `https://shop.example${path}`,
  ...more,
});

describe('requests that the worker answers', () => {
  it.each(['/', '/fr/plans', '/orders/1?x=1', '/checkout/france-3gb', '/offline'])('include the page %s', (path) => {
    expect(isPage(at(path))).toBe(true);
  });

  it.each([
    '/api/orders',
    '/identity/v1/token',
    '/oauth/start',
    '/__/auth/handler',
    '/webhooks/stripe',
    '/_sandbox/mail',
  ])('never include %s', (path) => {
    expect(isPage(at(path))).toBe(false);
  });

  it('include neither submitted forms nor subresources', () => {
    expect(isPage(at('/contact', { method: 'POST' }))).toBe(false);
    expect(isPage(at('/', { mode: 'cors' }))).toBe(false);
  });
});

describe('a page', () => {
  it('comes from the network, also with a server error', async () => {
    const failed = new Response('busy', { status: 503 });
    for (const network of [page, failed])
      expect(await answerPage({ network: async () => network, kept: async () => document, patience: forever })).toBe(
        network,
      );
  });

  it('is the offline document when the network fails', async () => {
    const network = () => Promise.reject(new TypeError('no network'));
    expect(await answerPage({ network, kept: async () => document, patience: forever })).toBe(document);
  });

  it('is the offline document when the network does not answer in time', async () => {
    expect(await answerPage({ network: forever, kept: async () => document, patience: async () => {} })).toBe(document);
  });

  it.each([
    ['is missing', async () => undefined],
    ['can’t be read', () => Promise.reject(new Error('broken cache'))],
  ])('fails or arrives as without a worker when the cached document %s', async (_why, kept) => {
    const failure = new TypeError('no network');
    await expect(answerPage({ network: () => Promise.reject(failure), kept, patience: forever })).rejects.toBe(failure);
    expect(await answerPage({ network: async () => page, kept, patience: async () => {} })).toBe(page);
  });
});
