import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { clusterPaths } from '#sandbox/postgres/cluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#sandbox/postgres/supervisor.ts';
import { until } from './wire.ts';

/** A primary with a hot standby that streams from it, each a PostgreSQL of its own. */
export type PrimaryWithStandby = {
  primaryUrl: string;
  standbyUrl: string;
  /** The standby receives what happens and does not replay it, until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stopStandby(): Promise<void>;
  close(): Promise<void>;
};

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The database of the primary is empty. */
export async function startPrimaryWithStandby(): Promise<PrimaryWithStandby> {
  const root = await mkdtemp(path.join(tmpdir(), 'cairn-standby-'));
  // As root, PostgreSQL runs as user "nobody", which needs access to this folder.
  await chmod(root, 0o755);
  const [first, second] = [path.join(root, 'primary'), path.join(root, 'standby')];
  const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, log: quiet, durable: false });
  let standby: EmbeddedPostgres | undefined;
  const primary = await start(first);
  const close = async () => {
    await standby?.stop();
    await primary.stop();
    await rm(root, { recursive: true, force: true });
  };
  try {
    // As in production: a commit that is answered is in the log.
    await query(primary.url, 'alter role current_user set synchronous_commit = on');
    await copyCluster(primary.url, first, second);
    standby = await start(second);
  } catch (error) {
    await close();
    throw error;
  }
  const { url } = standby;
  return {
    primaryUrl: primary.url,
    standbyUrl: url,
    async pause() {
      await query(url, 'select pg_wal_replay_pause()');
      // The replay stops a moment later.
      const isPaused = `select from (select pg_get_wal_replay_pause_state()) as state (name) where name = 'paused'`;
      await until(async () => (await query(url, isPaused)) === 1, { what: 'the replay is paused' });
    },
    async resume() {
      await query(url, 'select pg_wal_replay_resume()');
    },
    stopStandby: async () => {
      await standby?.stop();
      standby = undefined;
    },
    close,
  };
}

/** A base backup by the low-level API, because the embedded PostgreSQL has no pg_basebackup. */
async function copyCluster(primaryUrl: string, from: string, to: string): Promise<void> {
  const [source, target] = [clusterPaths(from), clusterPaths(to)];
  await mkdir(target.root, { recursive: true });
  await cp(source.password, target.password);
  const client = new pg.Client({ connectionString: primaryUrl });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('standby', true)`);
    const ofServer = new Set(['postmaster.pid', 'postmaster.opts']);
    await cp(source.data, target.data, { recursive: true, filter: (name) => !ofServer.has(path.basename(name)) });
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop()');
    await writeFile(path.join(target.data, 'backup_label'), rows[0]!.label);
  } finally {
    await client.end();
  }
  const { hostname, port, username, password } = new URL(primaryUrl);
  const way = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  await writeFile(path.join(target.data, 'postgresql.auto.conf'), `primary_conninfo = '${way}'\n`);
  await writeFile(path.join(target.data, 'standby.signal'), '');
  await chmod(target.data, 0o700);
}

/** Returns the number of rows. */
async function query(url: string, text: string): Promise<number | null> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rowCount;
  } finally {
    await client.end();
  }
}
