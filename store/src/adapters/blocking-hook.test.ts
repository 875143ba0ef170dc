import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BLOCKING_SECRET, says, startBlockingEndpoint } from '#test/support/blocking-endpoint.ts';
import type { BlockingQuestion } from '../modules/identity/blocking-hook.ts';
import { createBlockingHook } from './blocking-hook.ts';

let endpoint: Awaited<ReturnType<typeof startBlockingEndpoint>>;
beforeAll(async () => {
  endpoint = await startBlockingEndpoint();
});
afterAll(() => endpoint.close());
beforeEach(() => {
  endpoint.questions.length = 0;
});

const QUESTION: BlockingQuestion = {
  event: 'sign-in',
  provider: 'password',
  secondFactor: null,
  account: { localId: 'a', email: 'né@example.com', emailVerified: true, phoneNumber: null, displayName: null },
  caller: { address: '192.0.2.1', device: 'Chrome, Android' },
};
const ask = (secret = BLOCKING_SECRET, timeoutMs?: number) =>
  createBlockingHook({ url: endpoint.url, secret, timeoutMs })(QUESTION);

test('the request is signed with its time, and the answer is parsed', async () => {
  endpoint.reply = says({ allow: false, reason: 'country-not-served', more: 1 });
  expect(await ask()).toEqual({ allow: false, reason: 'country-not-served' });
  expect(endpoint.questions).toEqual([QUESTION]);
  endpoint.reply = says({ allow: true });
  expect(await ask()).toEqual({ allow: true });
});

test.each<[string, typeof endpoint.reply]>([
  ['another status', says({ allow: true }, 500)],
  ['no content', (response) => response.writeHead(204).end()],
  ['no JSON', (response) => response.end('yes')],
  ['no verdict', says({})],
  ['a verdict of another type', says({ allow: 'true' })],
  ['a reason that is free text', says({ allow: false, reason: 'Ana of Lyon' })],
  ['more than 4 KB', says({ allow: true, filler: 'x'.repeat(5_000) })],
  ['a redirect', (response) => response.writeHead(307, { location: '/elsewhere' }).end()],
  ['a connection that ends', (response) => response.destroy()],
])('%s is rejected', async (_what, reply) => {
  endpoint.reply = reply;
  await expect(ask()).rejects.toThrow();
  expect(endpoint.questions).toHaveLength(1);
});

test('a time-out rejects', async () => {
  endpoint.reply = () => undefined;
  await expect(ask(BLOCKING_SECRET, 50)).rejects.toThrow(/aborted|timeout/i);
});

test('a request signed with another secret is refused by the endpoint', async () => {
  await expect(ask('another secret')).rejects.toThrow('answered 401');
});
