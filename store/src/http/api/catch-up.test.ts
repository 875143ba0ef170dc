import { expect, test, vi } from 'vitest';
import { createCatchUp } from './catch-up.ts';

/** Notices arrive, and none was lost. */
const PORTS = {
  isListening: () => true,
  changedWithin: async (): Promise<string[]> => [],
  onError: (error: unknown) => {
    throw error;
  },
};

const member = (look: () => Promise<void>, orderId = 'a', isBehind = () => false) => ({ orderId, look, isBehind });

test('every stream looks once, few at a time, and those that have ended do not', async () => {
  const catchUp = createCatchUp({ ...PORTS, overMs: 0, atOnce: 4 });
  const seen: number[] = [];
  let now = 0;
  let most = 0;
  const leaves = Array.from({ length: 100 }, (_, index) =>
    catchUp.join(
      member(async () => {
        most = Math.max(most, (now += 1));
        await new Promise((resolve) => setImmediate(resolve));
        seen.push(index);
        now -= 1;
      }),
    ),
  );
  leaves[99]!();
  await catchUp.run();
  expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 99 }, (_, index) => index));
  expect(most).toBe(4);
});

test('a second interruption starts a new round and ends the first', async () => {
  const catchUp = createCatchUp({ ...PORTS, overMs: 0, atOnce: 1 });
  let looks = 0;
  let second: Promise<void> | undefined;
  for (let index = 0; index < 10; index += 1)
    catchUp.join(
      member(async () => {
        looks += 1;
        if (looks === 1) second = catchUp.run();
      }),
    );
  await catchUp.run();
  await second;
  expect(looks).toBe(11);
});

test('the looks are spread over the time of a round', async () => {
  const waits: number[] = [];
  const catchUp = createCatchUp({
    ...PORTS,
    overMs: 5_000,
    atOnce: 4,
    wait: async (ms) => void waits.push(ms),
  });
  for (let index = 0; index < 1_000; index += 1) catchUp.join(member(async () => undefined));
  await catchUp.run();
  expect(waits).toEqual(Array(1_000).fill(20));
});

/** Three streams of two orders, for a minute of polls. Returns who looked, and the questions about changes. */
async function aMinute(ports: Partial<Parameters<typeof createCatchUp>[0]>, isBehind = (_turn: number) => false) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const looked: string[] = [];
  const asked: (readonly string[])[] = [];
  const catchUp = createCatchUp({
    ...PORTS,
    wait: async () => undefined,
    changedWithin: async (ids, seconds) => {
      asked.push([...ids, `${seconds} s`]);
      return ['b'];
    },
    ...ports,
  });
  const leaves = ['a', 'a', 'b'].map((id, turn) =>
    catchUp.join(
      member(
        async () => void looked.push(id),
        id,
        () => isBehind(turn),
      ),
    ),
  );
  await vi.advanceTimersByTimeAsync(60_000);
  for (const leave of leaves) leave();
  await vi.advanceTimersByTimeAsync(60_000);
  const timers = vi.getTimerCount();
  vi.useRealTimers();
  return { looked, asked, timers };
}

test('while notices arrive none polls: one question for all finds an order whose notice was lost', async () => {
  const { looked, asked, timers } = await aMinute({});
  expect({ looked, asked, timers }).toEqual({
    looked: ['b', 'b'],
    asked: Array(2).fill(['a', 'b', '60 s']),
    timers: 0,
  });
});

test('during an interruption of the notices each stream looks once per interval', async () => {
  const { looked, asked } = await aMinute({ isListening: () => false });
  expect({ looked, asked }).toEqual({ looked: ['a', 'a', 'b', 'a', 'a', 'b'], asked: [] });
});

test('a question that fails is reported, and asked again', async () => {
  const errors: unknown[] = [];
  await aMinute({ changedWithin: () => Promise.reject(new Error('away')), onError: (error) => errors.push(error) });
  expect(errors).toHaveLength(2);
});

test('a stream whose look failed looks again', async () => {
  const { looked } = await aMinute({ changedWithin: async () => [] }, (turn) => turn === 0);
  expect(looked).toEqual(['a', 'a']);
});
