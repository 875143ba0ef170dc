import { expect, test } from 'vitest';
import type { Planner } from './planner.ts';
import { createTrips } from './trips.ts';

test('an answer is made once, and 200 are kept: the least recently used one is made again', async () => {
  let made = 0;
  const trips = createTrips({
    catalogue: {
      version: async () => '1',
      destination: async () => {
        made += 1;
        return null;
      },
    },
    planner: {} as Planner,
    onPlanned: () => undefined,
  });
  const plan = (mbPerDay: number) => trips.plan([{ slug: 'france', days: 7 }], mbPerDay);
  for (let habit = 1; habit <= 200; habit += 1) await plan(habit);
  await plan(1);
  expect(made).toBe(200);
  await plan(201);
  await plan(1);
  expect(made).toBe(201);
  await plan(2);
  expect(made).toBe(202);
});
