import { setTimeout as pause } from 'node:timers/promises';
import { clockForGood, clockForSeconds, randomProcess } from './clocks.ts';
import type { Load } from './load.ts';
import { poolsAtRest } from './pool.ts';
import { allReady, hitPrimary, type PrimaryFault } from './primary.ts';
import { outageOfBoth, outageOfOne } from './outages.ts';
import { riseOverManyLines } from './prices.ts';
import type { PostgresDeath } from './postgres.ts';
import type { Purchase } from './buyer.ts';
import type { Random } from './random.ts';
import { restoreInTheMiddle } from './restore.ts';
import type { ChaosWorld } from './world.ts';

/** What a moment hits. */
export const VICTIMS = [
  'application',
  'application and PostgreSQL',
  'PostgreSQL',
  /** SIGSTOP for seconds, as on a machine that swaps or migrates. Calls time out meanwhile. */
  'application, frozen',
  'one process',
  'primary dies',
  'primary freezes',
  'primary silent',
  'clock for seconds',
  'clock for good',
  'price rise',
  'restore',
  'outage',
  'outage of both',
] as const;
export type Victim = (typeof VICTIMS)[number];

/** The kinds of faults of `run.ts --faults`, with their victims. More of one victim: hit more often. */
export const FAULTS = {
  kills: [
    'application',
    'one process',
    'one process',
    'application and PostgreSQL',
    'PostgreSQL',
    'application, frozen',
  ],
  primary: ['primary dies', 'primary freezes', 'primary silent'],
  clocks: ['clock for seconds', 'clock for seconds', 'clock for good'],
  prices: ['price rise'],
  restores: ['restore'],
  outages: ['outage', 'outage', 'outage of both'],
} as const satisfies Record<string, readonly Victim[]>;
export type FaultKind = keyof typeof FAULTS;

/** Victims whose fault ends a process with SIGKILL. */
export const KILLED: readonly Victim[] = [
  ...FAULTS.kills.filter((victim) => victim !== 'application, frozen'),
  'primary dies',
];

/** What a fault needs beside the world. */
export type Scene = {
  world: ChaosWorld;
  random: Random;
  /** The people of the load; made with the first fault that needs them. */
  load(): Promise<Load>;
  giveUp: AbortSignal;
  /** How many eSIMs people buy in one order. */
  lines: 'few' | 'many';
  /** Purchases that a fault makes by itself. The run waits until `over` resolves. */
  bought(purchases: readonly Purchase[], over: Promise<unknown>): void;
  /** Something that must not happen. */
  wrong(sentence: string): void;
};

/** Hits a victim. Resolves with what happened, in words, when the application is ready again. */
export async function hit(scene: Scene, victim: Victim): Promise<string> {
  const { world, random } = scene;
  switch (victim) {
    case 'application':
    case 'application and PostgreSQL':
      await killApplication(scene, victim);
      return '';
    case 'PostgreSQL':
      await world.crashPostgres(randomDeath(random));
      await allReady(world);
      return '';
    case 'application, frozen':
      await world.freeze(random.between(500, 5_000));
      await allReady(world);
      return '';
    case 'one process':
      await randomProcess(world, random).crash();
      await pause(random.between(0, 3_000));
      await world.start();
      return '';
    case 'primary dies':
      return primary(scene, 'dies');
    case 'primary freezes':
      return primary(scene, 'freezes');
    case 'primary silent':
      return primary(scene, 'silent');
    case 'clock for seconds':
      return clockForSeconds(world, random);
    case 'clock for good':
      return clockForGood(world, random);
    case 'price rise': {
      const { purchases, over } = await riseOverManyLines(world, random, scene);
      scene.bought(purchases, over);
      return '';
    }
    case 'restore': {
      const { backupAt, restoredAt } = await restoreInTheMiddle(world, random);
      return `${((restoredAt - backupAt) / 1000).toFixed(0)} s after the backup`;
    }
    case 'outage':
      return outageOfOne(world, random);
    case 'outage of both':
      return outageOfBoth(world, random);
  }
}

const randomDeath = (random: Random): PostgresDeath => random.pick(['server', 'everything'] as const);

async function killApplication({ world, random }: Scene, victim: Victim): Promise<void> {
  if (victim === 'application and PostgreSQL') {
    const how = randomDeath(random);
    if (random.chance(0.5)) {
      await world.crashPostgres(how);
      await pause(random.between(0, 300));
    }
    await world.crash();
    await world.crashPostgres(how);
  } else await world.crash();
  await world.start();
}

/** A fault of the primary under load. Afterwards each pool must come to rest, or it has lost connections for good. */
async function primary({ world, random, load, wrong }: Scene, fault: PrimaryFault): Promise<string> {
  const restored = world.gaps.length;
  try {
    const report = await hitPrimary(world, random, fault, await load());
    if (report.signedOut > 0 && restored === 0)
      wrong(`primary ${fault}: ${report.signedOut} refreshed sessions were ended`);
    for (const sentence of await poolsAtRest(world)) wrong(`primary ${fault}: ${sentence}`);
    return `${report.refreshed} refreshed, ${report.failed} failed, ${report.signedOut} signed out`;
  } catch (error) {
    wrong(`primary ${fault}: ${error instanceof Error ? error.message : String(error)}; the processes were killed`);
    await world.crash();
    await world.start();
    return 'it did not come back';
  }
}
