import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { until } from '#test/support/wire.ts';
import { ops } from './ops.ts';
import type { Random } from './random.ts';
import type { ChaosWorld, Gap } from './world.ts';

/** How long the store sells on after the backup, in milliseconds. */
const SELLS_ON = [4_000, 12_000] as const;

/**
 * Loses the database as an operator does: a backup by the command while people buy, further sales, the end of every
 * process, a restore by the command into a new database, and a start on it. The vendors keep what happened meanwhile.
 */
export async function restoreInTheMiddle(world: ChaosWorld, random: Random): Promise<Gap> {
  const number = world.gaps.length + 1;
  const file = path.join(world.dataDir, `backup-${number}`);
  const before = await world.databaseUrl();
  const backupAt = Date.now();
  await until(() => ops(world, ['backup', file]), { timeout: 120_000, what: 'a backup' });
  await pause(random.between(...SELLS_ON));
  await (random.chance(0.5) ? world.stop() : world.crash());
  const after = await createDatabase(before, `restored_${number}`);
  await ops(world, ['restore', file, '--into', after]);
  world.useDatabase(after);
  const gap = { backupAt, restoredAt: Date.now() };
  world.gaps.push(gap);
  await world.start();
  await dropDatabase(after, before);
  return gap;
}

async function createDatabase(beside: string, name: string): Promise<string> {
  await onServer(beside, `create database ${name}`);
  return Object.assign(new URL(beside), { pathname: `/${name}` }).href;
}

async function dropDatabase(beside: string, url: string): Promise<void> {
  await onServer(beside, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

async function onServer(url: string, command: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(command);
  } finally {
    await client.end();
  }
}
