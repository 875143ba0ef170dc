import { afterEach, expect, test, vi } from 'vitest';
import { createWatchers, keepUp, type Seen, type Watcher } from './watchers.ts';

afterEach(() => void vi.useRealTimers());

const make = (given: Partial<Parameters<typeof createWatchers>[0]> = {}) =>
  createWatchers({
    changed: async () => [],
    onError: () => undefined,
    wait: async () => undefined,
    ...given,
  });
const watcher = (look: () => Promise<void>, orderId = 'a', at: Date | null = new Date(1)): Watcher => ({
  orderId,
  look,
  seenAt: () => at,
});

test('after an interruption every stream looks once, few at a time, and those that have ended do not', async () => {
  const watchers = make();
  const seen: number[] = [];
  let now = 0;
  let most = 0;
  const leaves = Array.from({ length: 100 }, (_, index) =>
    watchers.join(
      watcher(async () => {
        most = Math.max(most, (now += 1));
        await new Promise((resolve) => setImmediate(resolve));
        seen.push(index);
        now -= 1;
      }),
    ),
  );
  leaves[99]!();
  await watchers.catchUp();
  expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 99 }, (_, index) => index));
  expect(most).toBe(4);
});

test('a second interruption starts a new round and ends the first', async () => {
  const watchers = make({ atOnce: 1 });
  let looks = 0;
  let second: Promise<void> | undefined;
  for (let index = 0; index < 10; index += 1)
    watchers.join(
      watcher(async () => {
        looks += 1;
        if (looks === 1) second = watchers.catchUp();
      }),
    );
  await watchers.catchUp();
  await second;
  expect(looks).toBe(11);
});

test('the looks are spread over the time of a round', async () => {
  const waits: number[] = [];
  const watchers = make({ wait: async (ms) => void waits.push(ms) });
  for (let index = 0; index < 1_000; index += 1) watchers.join(watcher(async () => undefined));
  await watchers.catchUp(5_000);
  expect(waits).toEqual(Array(1_000).fill(20));
});

test('a check asks once for all streams that have read their order; those of changed orders look, and those that have not read it', async () => {
  const asked: Seen[][] = [];
  const watchers = make({
    changed: async (seen) => {
      asked.push(seen);
      return ['b'];
    },
  });
  const looks: string[] = [];
  for (const orderId of ['a', 'b', 'b', 'c']) watchers.join(watcher(async () => void looks.push(orderId), orderId));
  watchers.join(watcher(async () => void looks.push('unread'), 'b2', null));
  await watchers.check();
  expect(asked.map((seen) => seen.map(({ id }) => id))).toEqual([['a', 'b', 'b', 'c']]);
  expect(looks).toEqual(['b', 'b', 'unread']);
});

test('a check that fails is reported, and without streams nothing is asked', async () => {
  const errors: unknown[] = [];
  const watchers = make({
    changed: () => Promise.reject(new Error('away')),
    onError: (error) => errors.push(error),
  });
  await watchers.check();
  expect(errors).toEqual([]);
  watchers.join(watcher(async () => undefined));
  await watchers.check();
  expect(errors).toEqual([expect.objectContaining({ message: 'away' })]);
});

test('streams poll only while no notice arrives: otherwise one statement a minute', async () => {
  vi.useFakeTimers();
  let isListening = true;
  let reconnect = () => {};
  let [looks, statements] = [0, 0];
  const watchers = make({
    changed: async () => {
      statements += 1;
      return [];
    },
  });
  keepUp(watchers, { isListening: () => isListening, onReconnect: (listener) => (reconnect = listener) });
  for (let index = 0; index < 50; index += 1) watchers.join(watcher(async () => void (looks += 1)));
  await vi.advanceTimersByTimeAsync(300_000);
  expect([looks, statements]).toEqual([0, 5]);
  isListening = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([looks, statements]).toEqual([100, 5]);
  isListening = true;
  reconnect();
  await vi.advanceTimersByTimeAsync(1);
  expect(looks).toBe(150);
});
