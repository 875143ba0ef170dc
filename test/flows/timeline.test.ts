import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startEmbeddedPostgres } from '#sandbox/postgres/supervisor.ts';
import { capturedLog } from '#test/support/captured-log.ts';
import { until } from '#test/support/wire.ts';
import { migrate } from '#src/db/migrate.ts';
import { createTimelineGuard } from '#src/modules/installation/timeline.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A guard in a new process, on a connection of a role without privileges. */
async function look(url: string): Promise<{ changes: number; logged: number }> {
  const { log, text } = capturedLog();
  let changes = 0;
  const guard = createTimelineGuard({ onChange: async () => void (changes += 1), closeClients: () => undefined, log });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set role plain');
    await guard.start(client);
    await guard.check(client);
  } finally {
    await client.end();
  }
  return { changes, logged: text().split('\n').length - 1 };
}

/** While it recovers, the server answers as a standby. */
const isPrimary = (url: string) =>
  until(
    async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query<{ is: boolean }>('select not pg_is_in_recovery() as is');
      await client.end();
      return rows[0]?.is;
    },
    { what: 'the recovery has ended' },
  );

test('a recovery that starts a new timeline is noticed once, without privileges', { timeout: 120_000 }, async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'cairn-timeline-'));
  await chmod(dataDir, 0o755);
  const data = path.join(dataDir, 'postgres/data');
  let server = await startEmbeddedPostgres({ dataDir, log: silent });
  try {
    await migrate(server.url);
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query("insert into installation (id, mode) values (1, 'sandbox')");
    await client.query('create role plain');
    await client.query('grant all on installation to plain');
    await client.end();
    expect(await look(server.url)).toEqual({ changes: 0, logged: 0 });
    await server.stop();

    // A crash recovery keeps the timeline.
    server = await startEmbeddedPostgres({ dataDir, log: silent });
    expect(await look(server.url)).toEqual({ changes: 0, logged: 0 });
    await server.stop();

    // An archive recovery, as after a point-in-time restore, starts a new one. So does a promotion.
    await appendFile(path.join(data, 'postgresql.auto.conf'), "\nrestore_command = 'false'\n");
    await writeFile(path.join(data, 'recovery.signal'), '');
    server = await startEmbeddedPostgres({ dataDir, log: silent });
    await isPrimary(server.url);
    expect(await look(server.url)).toEqual({ changes: 1, logged: 1 });
    expect(await look(server.url)).toEqual({ changes: 0, logged: 0 });
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
