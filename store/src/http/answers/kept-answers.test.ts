import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import { createAnswerCache } from './answer-cache.ts';
import type { HttpEnv } from '../context.ts';
import { createKeptAnswers } from './kept-answers.ts';
import { type StoredAnswer, storeAnswer } from './stored-answer.ts';

const COMMON: [string, string][] = [
  ['X-Frame-Options', 'DENY'],
  ['Content-Security-Policy', 'of every answer'],
];
let version: string | undefined;
let log: object[];
let kept: ReturnType<typeof createKeptAnswers>;
/** Remembers this address for the cached page. */
let remember: (url: string) => void;

beforeEach(async () => {
  version = '1';
  log = [];
  kept = createKeptAnswers({
    catalogue: { knownVersion: () => version },
    securityHeaders: COMMON,
    mayServe: ({ headers }) => headers['sec-fetch-mode'] === undefined,
    namesRequests: true,
    onAnswered: (line) => log.push(line),
  });
  const cache = createAnswerCache<StoredAnswer>();
  const answer = await cache.get('en /', '1', async () =>
    storeAnswer('a page', { 'Content-Type': 'text/html', 'content-security-policy': 'of this page' }),
  );
  await answer!.respond(new Request('http://cairn.example/', { headers: { 'accept-encoding': 'br' } }));
  remember = (url) => {
    const c = { env: { incoming: { url } }, req: { path: '/' }, var: { locale: 'en', languageSource: 'reader' } };
    kept.remember(c as Context<HttpEnv>, cache, 'en /');
  };
  remember('/?from=mail');
});

type Sent = { status: number; headers: string[]; body: unknown };

/** The answer to a request; undefined: left to the routes. */
function ask(request: { url?: string; method?: string; headers?: Record<string, string> } = {}): Sent | undefined {
  const sent: Partial<Sent> = {};
  const outgoing = {
    writeHead: (status: number, headers: string[]) => Object.assign(sent, { status, headers }),
    end: (body: unknown) => Object.assign(sent, { body }),
  };
  const incoming = {
    url: '/?from=mail',
    method: 'GET',
    ...request,
    headers: { 'accept-encoding': 'br', ...request.headers },
  };
  return kept.serve(incoming as never as IncomingMessage, outgoing as never as ServerResponse)
    ? (sent as Sent)
    : undefined;
}

const valueOf = ({ headers }: Sent, name: string) =>
  headers.filter((_, at) => at % 2 === 1 && headers[at - 1]!.toLowerCase() === name.toLowerCase());

test('a cached answer is sent with the common headers; its own headers replace those of the same name', () => {
  const sent = ask()!;
  expect(sent.status).toBe(200);
  expect(valueOf(sent, 'x-frame-options')).toEqual(['DENY']);
  expect(valueOf(sent, 'content-security-policy')).toEqual(['of this page']);
  expect(valueOf(sent, 'content-encoding')).toEqual(['br']);
  const [requestId] = valueOf(sent, 'x-request-id');
  expect(log).toEqual([{ requestId, method: 'GET', path: '/', status: 200, ms: expect.any(Number) }]);
  expect(valueOf(ask()!, 'x-request-id')).not.toEqual([requestId]);
});

test('HEAD has no body, and a matching ETag gets a 304 without one', () => {
  const first = ask()!;
  expect(ask({ method: 'HEAD' })).toMatchObject({ status: 200, body: undefined });
  const known = ask({ headers: { 'if-none-match': valueOf(first, 'etag')[0]! } })!;
  expect(known).toMatchObject({ status: 304, body: undefined });
  expect(valueOf(known, 'content-length')).toEqual([]);
});

test.each([
  ['another method', { method: 'POST' }],
  ['another language', { headers: { 'accept-language': 'fr' } }],
  ['a language that X-Locale states', { headers: { 'x-locale': 'en' } }],
  ['another address', { url: '/?from=news' }],
  ['an encoding that was not made yet', { headers: { 'accept-encoding': 'gzip' } }],
  ['a request that a route treats differently', { headers: { 'sec-fetch-mode': 'navigate' } }],
])('%s is left to the routes', (_, request) => {
  expect(ask(request as Parameters<typeof ask>[0])).toBeUndefined();
  expect(log).toEqual([]);
});

test('a new version, or one that must be looked up, is left to the routes', () => {
  version = '2';
  expect(ask()).toBeUndefined();
  version = undefined;
  expect(ask()).toBeUndefined();
  version = '1';
  expect(ask()).toBeDefined();
});

test('a bounded number of addresses is remembered, and no long one', () => {
  for (let n = 1; n <= 1_000; n += 1) remember(`/?n=${n}`);
  expect(ask({ url: '/?from=mail' })).toBeUndefined();
  expect(ask({ url: '/?n=1' })).toBeDefined();
  expect(ask({ url: '/?n=1000' })).toBeDefined();
  const longest = `/?n=${'9'.repeat(496)}`;
  for (const url of [longest, `${longest}9`]) remember(url);
  expect(ask({ url: longest })).toBeDefined();
  expect(ask({ url: `${longest}9` })).toBeUndefined();
});
