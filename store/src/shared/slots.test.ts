import { expect, test } from 'vitest';
import { createSlots } from './slots.ts';

test('runs so many at a time, queues so many more, and refuses the rest at once', async () => {
  const slots = createSlots(2, 1);
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = Array.from({ length: 3 }, () => slots(() => promise));
  expect(slots.load()).toEqual({ held: 2, waiting: 1 });
  await expect(slots(async () => undefined)).rejects.toMatchObject({ code: 'unavailable' });
  resolve();
  await Promise.all(running);
  expect(slots.load()).toEqual({ held: 0, waiting: 0 });
});

test('ends a wait that takes too long, and gives the slot to the next one', async () => {
  const slots = createSlots(1, 2, { waitSeconds: 0.02 });
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = slots(() => promise);
  await expect(slots(async () => 'late')).rejects.toMatchObject({ code: 'unavailable' });
  expect(slots.load()).toEqual({ held: 1, waiting: 0 });
  resolve('first');
  expect(await first).toBe('first');
  expect(await slots(async () => 'next')).toBe('next');
  expect(slots.load()).toEqual({ held: 0, waiting: 0 });
});
