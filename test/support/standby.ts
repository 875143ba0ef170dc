import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { clusterPaths } from '#sandbox/postgres/cluster.ts';
import { freePort } from '#sandbox/postgres/port.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#sandbox/postgres/supervisor.ts';
import { until } from './wire.ts';

/** A primary of its own, and a standby that streams from it. Both are the embedded PostgreSQL, in new folders. */
export type Replicated = {
  primary: string;
  /** The address stays while the standby is stopped. */
  standby: string;
  /** Runs one statement. */
  on(url: string, text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Waits until the standby has replayed all that is committed now. */
  caughtUp(): Promise<void>;
  /** From now on the standby receives and does not replay. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  close(): Promise<void>;
};

const log = {
  info: () => undefined,
  warn: () => undefined,
  error: (fields: object, message: string) => console.error(message, fields),
};

/** `dir`: a folder that the user "nobody" may enter. */
export async function startReplicated(dir: string): Promise<Replicated> {
  const folder = (name: string) => path.join(dir, name);
  await Promise.all(['primary', 'standby'].map((name) => mkdir(folder(name), { mode: 0o755 })));
  const primary = await startEmbeddedPostgres({ dataDir: folder('primary'), log, durable: false });
  const startStandby = () => startEmbeddedPostgres({ dataDir: folder('standby'), log, durable: false });
  let running: EmbeddedPostgres | undefined;
  try {
    await copyBase(primary.url, { from: folder('primary'), to: folder('standby') });
    running = await startStandby();
  } catch (error) {
    await primary.stop();
    throw error;
  }
  const standby = running.url;
  return {
    primary: primary.url,
    standby,
    on,
    async caughtUp() {
      const [row] = await on(primary.url, 'select pg_current_wal_lsn() as lsn');
      await until(
        async () => (await on(standby, 'select where pg_last_wal_replay_lsn() >= $1', [row!['lsn']])).length === 1,
        { what: 'the standby has caught up' },
      );
    },
    pause: async () => void (await on(standby, 'select pg_wal_replay_pause()')),
    resume: async () => void (await on(standby, 'select pg_wal_replay_resume()')),
    async stopStandby() {
      await running?.stop();
      running = undefined;
    },
    async startStandby() {
      running ??= await startStandby();
    },
    async close() {
      await running?.stop();
      await primary.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function on(url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** What pg_basebackup does, which the embedded PostgreSQL does not have (manual, "Making a Base Backup Using the Low Level API"). */
async function copyBase(url: string, { from, to }: { from: string; to: string }): Promise<void> {
  const [source, target] = [clusterPaths(from), clusterPaths(to)];
  const password = await readFile(source.password, 'utf8');
  await mkdir(target.root);
  await writeFile(target.password, password, { mode: 0o600 });
  await writeFile(target.port, String(await freePort()));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Both must happen on one connection.
    await client.query("select pg_backup_start('standby', true)");
    await cp(source.data, target.data, {
      recursive: true,
      filter: (each) => !/\/(?:pg_wal\/.+|postmaster\.(?:pid|opts))$/.test(each.slice(source.data.length)),
    });
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
    await writeFile(path.join(target.data, 'backup_label'), rows[0]!.label);
  } finally {
    await client.end();
  }
  const { hostname, port, username } = new URL(url);
  await writeFile(path.join(target.data, 'standby.signal'), '');
  await writeFile(
    path.join(target.data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
    { flag: 'a' },
  );
}
