import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OrderView } from '../../../../shared/views.ts';
import { followOrder } from './follow-order.ts';

/* The page of an order against a server that answers in turn; the clock is moved at once to the next timer. */
const ORDER = { id: 'a', lines: [], status: 'fulfilling' };
const event = (status: string) => `event: order\ndata: ${JSON.stringify({ ...ORDER, status })}\n\n`;
const json = (status: string) => Response.json({ order: { ...ORDER, status } });

/** A stream with this text, which then ends. */
const stream = (text: string) => new Response(text);
/** A stream on which nothing comes until the page gives up. */
const silent = (signal: AbortSignal) =>
  new Response(
    new ReadableStream({
      start: (controller) => signal.addEventListener('abort', () => controller.error(new Error('aborted'))),
    }),
  );
const refused = (status: number, retryAfter: string) =>
  new Response('{}', { status, headers: { 'retry-after': retryAfter } });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Follows until it returns or `ms` have passed. Returns the requests, by second, and the states that were shown. */
async function follow(answer: (isStream: boolean, time: number, signal: AbortSignal) => Response, ms: number) {
  const asked: string[] = [];
  const shown: string[] = [];
  const stop = new AbortController();
  let [streams, closed] = [0, 0];
  const begin = Date.now();
  vi.stubGlobal('fetch', async (path: string, { signal }: RequestInit) => {
    const isStream = path.endsWith('/events');
    asked.push(`${Math.round((Date.now() - begin) / 1000)} ${isStream ? 'stream' : 'read'}`);
    if (isStream) streams += 1;
    return answer(isStream, streams, signal ?? stop.signal);
  });
  let isOver = false;
  const following = followOrder({
    orderId: 'a',
    caller: { token: async () => null } as never,
    onOrder: ({ status }: OrderView) => shown.push(status),
    onClosed: () => (closed += 1),
    signal: stop.signal,
  }).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(ms);
  const ended = isOver;
  stop.abort();
  await vi.advanceTimersByTimeAsync(1);
  await following;
  return { asked, shown, ended, closed };
}

test('a final state ends it: no stream is opened again', async () => {
  const found = await follow(() => stream(event('fulfilling') + event('fulfilled')), 600_000);
  expect(found).toEqual({ asked: ['0 stream'], shown: ['fulfilling', 'fulfilled'], ended: true, closed: 0 });
});

test('a stream that ends is opened again after the delay that the server named last', async () => {
  const found = await follow(
    (_isStream, time) => stream(time < 3 ? `retry: 9000\n\n${event('paid')}retry: 20000\n\n` : event('refunded')),
    60_000,
  );
  expect(found.asked).toEqual(['0 stream', '20 stream', '40 stream']);
  expect(found.ended).toBe(true);
});

test.each([
  ['503 with a long delay', () => refused(503, '60')],
  ['429', () => refused(429, '60')],
])('%s: one read, then the next try, later and later, at most once a minute', async (_what, refuse) => {
  const found = await follow((isStream) => (isStream ? refuse() : json('paid')), 150_000);
  expect(found.asked).toEqual([0, 16, 48, 108].flatMap((second) => [`${second} stream`, `${second} read`]));
});

test('without an answer it tries again for ever, at most every 15 seconds, and reads meanwhile', async () => {
  const found = await follow((isStream) => (isStream ? refused(503, '5') : json('paid')), 60_000);
  expect(found.asked.filter((each) => each.endsWith('stream'))).toEqual(
    [0, 2, 6, 14, 29, 44, 59].map((second) => `${second} stream`),
  );
  expect(found.shown).toHaveLength(7);
});

test('two silent streams: it polls for five minutes before it tries another one', async () => {
  const found = await follow((isStream, _time, signal) => (isStream ? silent(signal) : json('paid')), 360_000);
  const streams = found.asked.filter((each) => each.endsWith('stream'));
  expect(streams.slice(0, 2)).toEqual(['0 stream', '47 stream']);
  expect(streams).toHaveLength(2);
  expect(found.asked.length).toBeGreaterThan(80);
});

test('no access any more: the page is asked to load again, once', async () => {
  const gone = () => Response.json({ error: { code: 'not-found', message: '' } }, { status: 404 });
  expect(await follow(gone, 60_000)).toEqual({ asked: ['0 stream', '0 read'], shown: [], ended: true, closed: 1 });
});
