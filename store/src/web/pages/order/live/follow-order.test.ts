import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GUEST } from '../../../api.ts';
import { followOrder } from './follow-order.ts';

/* How the page follows an order: which requests it sends, at which second. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.stubGlobal('navigator', { onLine: true });
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Follows for so many seconds. `stream` answers each request for a stream. */
async function follow(seconds: number, stream: (turn: number) => Response) {
  const since = Date.now();
  const requests: string[] = [];
  let streams = 0;
  vi.stubGlobal('fetch', async (input: string) => {
    const isStream = String(input).endsWith('/events');
    requests.push(`${Math.round((Date.now() - since) / 1000)} ${isStream ? 'stream' : 'poll'}`);
    return isStream ? stream((streams += 1)) : Response.json({ order: { status: 'paid' } });
  });
  const seen: string[] = [];
  const stop = new AbortController();
  let over = false;
  const following = followOrder({
    orderId: '019a0000-0000-7000-8000-000000000001',
    caller: GUEST,
    onOrder: ({ status }) => seen.push(status),
    onClosed: () => undefined,
    signal: stop.signal,
  }).then(() => (over = true));
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  const endedByItself = over;
  stop.abort();
  await following;
  return { requests, seen, endedByItself };
}

const event = (status: string) => `event: order\ndata: {"status":"${status}"}\n\n`;

test('a final order is not followed any longer', async () => {
  const answer = () => new Response(`${event('fulfilled')}retry: 600000\nevent: final\ndata: {}\n\n`);
  expect(await follow(3_600, answer)).toEqual({ requests: ['0 stream'], seen: ['fulfilled'], endedByItself: true });
});

test.each([429, 503])('while the server has no stream left (%i) it polls slowly, then asks again', async (status) => {
  const full = () => new Response(null, { status, headers: { 'retry-after': '60' } });
  const { requests } = await follow(125, (turn) => (turn < 3 ? full() : new Response(event('paid'))));
  expect(requests.slice(0, 7)).toEqual([
    '0 stream',
    '0 poll',
    '30 poll',
    '60 stream',
    '60 poll',
    '90 poll',
    '120 stream',
  ]);
});

test('it reconnects when the server asks for it, also after longer than its own back-off', async () => {
  const { requests } = await follow(60, () => new Response(`${event('paid')}retry: 25000\n\n`));
  expect(requests).toEqual(['0 stream', '25 stream', '50 stream']);
});
