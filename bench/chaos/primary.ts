import { setTimeout as pause } from 'node:timers/promises';
import { until } from '#test/support/wire.ts';
import type { Load, LoadReport } from './load.ts';
import type { Random } from './random.ts';
import type { ChaosWorld } from './world.ts';

/**
 * What happens to the primary. `dies`: SIGKILL. `freezes`: SIGSTOP, then it goes on. `silent`: its connections stay open
 * and carry nothing any more, while new ones lead to a server that works, as after a power cut with a standby behind the
 * same address.
 */
export type PrimaryFault = 'dies' | 'freezes' | 'silent';

/** The time in which the store must answer again, in milliseconds. */
const BACK_WITHIN = 90_000;
/** How long the load runs before and after the fault. */
const LOAD_MS = 1_500;

/**
 * Hits the primary while 30 transactions run at a time. Resolves with the load's report when every process is ready
 * again. Throws when one is not.
 */
export async function hitPrimary(
  world: ChaosWorld,
  random: Random,
  fault: PrimaryFault,
  load: Load,
): Promise<LoadReport> {
  const going = load.start();
  try {
    await pause(LOAD_MS);
    await hit(world, random, fault);
    await allReady(world);
    await pause(LOAD_MS);
  } catch (error) {
    await going.stop();
    throw error;
  }
  return going.stop();
}

async function hit(world: ChaosWorld, random: Random, fault: PrimaryFault): Promise<void> {
  switch (fault) {
    case 'dies':
      return world.crashPostgres(random.pick(['server', 'everything']));
    case 'freezes':
      return world.freezePostgres(random.between(2_000, 15_000));
    case 'silent':
      world.relay().freeze();
      await pause(random.between(500, 5_000));
      return world.relay().heal();
  }
}

/** Resolves when the database and every process answer. */
export async function allReady(world: ChaosWorld): Promise<void> {
  await until(
    async () => {
      await world.query('select 1');
      const answers = await Promise.all(
        world.processes.map(({ url }) => fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) })),
      );
      return answers.every(({ ok }) => ok);
    },
    { timeout: BACK_WITHIN, what: 'every process is ready again' },
  );
}
