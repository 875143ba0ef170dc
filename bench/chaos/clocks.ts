import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from './random.ts';
import type { ChaosWorld } from './world.ts';

const MINUTES = 60_000;
/** How far a clock jumps, in milliseconds. */
const JUMPS = [10 * MINUTES, -10 * MINUTES, 60 * MINUTES, -60 * MINUTES] as const;

/** The clock of one process jumps, and is right again after some seconds. Returns what it did. */
export async function clockForSeconds(world: ChaosWorld, random: Random): Promise<string> {
  const { clock } = random.pick(world.processes as [ChaosWorld['processes'][number]]);
  const before = clock.shift;
  const jump = random.pick(JUMPS);
  await clock.set(before + jump);
  await pause(random.between(3_000, 10_000));
  await clock.set(before);
  return `${jump / MINUTES} minutes`;
}

/** The clock of one process jumps and stays wrong, or a wrong one is set right. Returns what it did. */
export async function clockForGood(world: ChaosWorld, random: Random): Promise<string> {
  const { clock } = random.pick(world.processes as [ChaosWorld['processes'][number]]);
  const shift = clock.shift === 0 ? random.pick(JUMPS) : 0;
  await clock.set(shift);
  return `${shift / MINUTES} minutes`;
}
