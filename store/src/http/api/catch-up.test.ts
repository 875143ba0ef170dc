import { expect, test } from 'vitest';
import { createCatchUp } from './catch-up.ts';

test('every stream looks once, few at a time, and those that have ended do not', async () => {
  const catchUp = createCatchUp({ overMs: 0, atOnce: 4 });
  const seen: number[] = [];
  let now = 0;
  let most = 0;
  const leaves = Array.from({ length: 100 }, (_, index) =>
    catchUp.join(async () => {
      most = Math.max(most, (now += 1));
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(index);
      now -= 1;
    }),
  );
  leaves[99]!();
  await catchUp.run();
  expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 99 }, (_, index) => index));
  expect(most).toBe(4);
});

test('a second interruption starts a new round and ends the first', async () => {
  const catchUp = createCatchUp({ overMs: 0, atOnce: 1 });
  let looks = 0;
  let second: Promise<void> | undefined;
  for (let index = 0; index < 10; index += 1)
    catchUp.join(async () => {
      looks += 1;
      if (looks === 1) second = catchUp.run();
    });
  await catchUp.run();
  await second;
  expect(looks).toBe(11);
});

test('the looks are spread over the time of a round', async () => {
  const waits: number[] = [];
  const catchUp = createCatchUp({
    overMs: 5_000,
    atOnce: 4,
    wait: async (ms) => void waits.push(ms),
  });
  for (let index = 0; index < 1_000; index += 1) catchUp.join(async () => undefined);
  await catchUp.run();
  expect(waits).toEqual(Array(1_000).fill(20));
});
