import { setTimeout as pause } from 'node:timers/promises';
import type { AppProcess } from './processes.ts';
import type { Random } from './random.ts';
import type { ChaosWorld } from './world.ts';

const MINUTES = 60;
/** How far a clock jumps, in seconds. */
const JUMPS = [10 * MINUTES, -10 * MINUTES, 60 * MINUTES, -60 * MINUTES] as const;

/** The clock of one process jumps, and is right again after some seconds. Returns what it did. */
export async function clockForSeconds(world: ChaosWorld, random: Random): Promise<string> {
  const one = randomProcess(world, random);
  const before = one.clock;
  const jump = random.pick(JUMPS);
  await one.setClock(before + jump);
  await pause(random.between(3_000, 10_000));
  await one.setClock(before);
  return `${jump / MINUTES} minutes`;
}

/** The clock of one process jumps and stays wrong, or a wrong one is set right. Returns what it did. */
export async function clockForGood(world: ChaosWorld, random: Random): Promise<string> {
  const one = randomProcess(world, random);
  const ahead = one.clock === 0 ? random.pick(JUMPS) : 0;
  await one.setClock(ahead);
  return `${ahead / MINUTES} minutes`;
}

/** One of the processes of the application. */
export function randomProcess({ processes }: Pick<ChaosWorld, 'processes'>, random: Random): AppProcess {
  const [first, ...rest] = processes;
  if (!first) throw new Error('the world has no process');
  return random.pick([first, ...rest]);
}
