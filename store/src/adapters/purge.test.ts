import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFastlyPurge } from './fastly-purge.ts';
import { createHttpPurge } from './http-purge.ts';

/** What the caches are sent, and which replies count as a purge. */

let reply: { status: number; body: string };
let asked: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[];
const server = createServer((incoming, outgoing) => {
  asked.push(incoming);
  outgoing.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
});
let url: URL;

beforeEach(async () => {
  asked = [];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

describe('our own caches', () => {
  const copies = (...others: URL[]) => createHttpPurge({ urls: [...others, url], secret: 'the-secret' });

  test('get PURGE with the key and the secret', async () => {
    reply = { status: 200, body: '{"purged": 12}' };
    await copies().purge('catalogue');
    expect(asked[0]).toMatchObject({
      method: 'PURGE',
      url: '/',
      headers: { authorization: 'Bearer the-secret', 'surrogate-key': 'catalogue' },
    });
  });

  test('are all asked, also when one of them is away; then the purge has failed', async () => {
    reply = { status: 200, body: '{"purged": 0}' };
    await expect(copies(new URL('http://127.0.0.1:1/')).purge('store')).rejects.toThrow();
    expect(asked).toHaveLength(1);
  });

  test.each([
    [403, '{"purged": 1}', 'answered the purge with 403'],
    [404, 'not found', 'answered the purge with 404'],
    [302, '', 'answered the purge with 302'],
    [200, '<html>', 'another reply'],
    [200, '{"purged": "all"}', 'another reply'],
  ])('%i %s is no purge', async (status, body, message) => {
    reply = { status, body };
    await expect(copies().purge('store')).rejects.toMatchObject({
      code: 'purge-refused',
      message: expect.stringContaining(message),
    });
  });
});

describe('Fastly', () => {
  const copies = () => createFastlyPurge({ apiUrl: url, serviceId: 'SU1Z0isxPaozGVKXdv0eY', token: 'a-token' });

  test('gets a soft purge of the key', async () => {
    reply = { status: 200, body: '{"catalogue": "108-1391560174-974124"}' };
    await copies().purge('catalogue');
    expect(asked[0]).toMatchObject({
      method: 'POST',
      url: '/service/SU1Z0isxPaozGVKXdv0eY/purge',
      headers: { 'fastly-key': 'a-token', 'fastly-soft-purge': '1', 'surrogate-key': 'catalogue' },
    });
  });

  test.each([
    [401, '{"msg": "Provided credentials are missing or invalid"}'],
    [200, '{"status": "ok"}'],
    [200, '[]'],
  ])('%i %s is no purge', async (status, body) => {
    reply = { status, body };
    await expect(copies().purge('catalogue')).rejects.toMatchObject({ code: 'purge-refused' });
  });
});
