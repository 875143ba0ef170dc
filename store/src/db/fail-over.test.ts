import { once } from 'node:events';
import type { Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { type Relay, startRelay } from '#test/support/relay.ts';
import { until } from '#test/support/wire.ts';
import { type Database, openDatabase } from './database.ts';

let fresh: TestDatabase;
let relay: Relay;
let database: Database;
beforeEach(async () => {
  fresh = await freshDatabase();
  relay = await startRelay(fresh.url);
});
afterEach(async () => {
  void database.close();
  await relay.close();
  await fresh.drop();
});

const open = (times: { connectionTimeoutMs?: number; statementTimeoutMs?: number; silenceMs?: number } = {}) => {
  database = openDatabase(relay.url, { max: 10, onError: () => undefined, ...times });
};

const transaction = () => database.db.transaction((tx) => tx.execute(sql`select 1`));

/**
 * 30 transactions at a time, until the returned function is called, which resolves when all of them have ended. The
 * pool has its clients, all of them in use.
 */
async function manyTransactions(): Promise<() => Promise<void>> {
  let over = false;
  let done = 0;
  const loops = Array.from({ length: 30 }, async () => {
    while (!over)
      await transaction().then(
        () => (done += 1),
        () => undefined,
      );
  });
  await until(() => done > 100 && database.pool.totalCount === 10, { what: 'the pool is busy' });
  return async () => {
    over = true;
    await Promise.all(loops);
  };
}

/** The clients of the pool that never came back. */
const leaked = () => database.pool.totalCount - database.pool.idleCount;

test('a primary that goes silent before the first query of a connection leaks no client', async () => {
  let isSilent = false;
  database = openDatabase(relay.url, {
    max: 1,
    onError: () => undefined,
    silenceMs: 500,
    onConnect: async (client) => {
      if (!isSilent) relay.freeze();
      isSilent = true;
      await client.query('select 1');
    },
  });
  await expect(transaction()).rejects.toThrow('Query read timeout');
  expect([database.pool.totalCount, database.clients.size]).toEqual([0, 0]);
  relay.heal();
  await until(() => transaction().then(() => true), { what: 'a transaction works' });
});

test('the time-outs are those of the store, whatever the address says', async () => {
  database = openDatabase(`${relay.url}?statement_timeout=0`, { max: 1, onError: () => undefined });
  const { rows } = await database.pool.query(
    `select current_setting('statement_timeout') as one, current_setting('idle_in_transaction_session_timeout') as two`,
  );
  expect(rows).toEqual([{ one: '15s', two: '30s' }]);
});

/** A primary that is killed, and one that goes silent. */
describe('under 30 concurrent transactions', () => {
  // Short, so that a silent primary is noticed soon. A busy machine exceeds them too: no test may need a single try.
  beforeEach(() => open({ connectionTimeoutMs: 500, statementTimeoutMs: 500, silenceMs: 1_000 }));

  test('a killed primary leaks no client', async () => {
    for (let round = 0; round < 5; round += 1) {
      const end = await manyTransactions();
      relay.drop();
      await end();
      relay.heal();
      await until(() => transaction().then(() => true), { what: 'a transaction works' });
    }
    await expect.poll(leaked).toBe(0);
  });

  test('a silent primary leaks no client, and the pool comes back by itself', async () => {
    const end = await manyTransactions();
    relay.freeze();
    await end();
    relay.heal();
    await until(() => transaction().then(() => true), { what: 'a transaction works' });
    await expect.poll(leaked).toBe(0);
  });

  test('a connection that was idle for long is closed when it goes silent', async () => {
    await until(() => transaction().then(() => true), { what: 'a transaction works' });
    const [client] = [...database.clients] as unknown as { connection: { stream: Socket } }[];
    await once(client!.connection.stream, 'timeout');
    relay.freeze();
    await expect(transaction()).rejects.toThrow();
    relay.heal();
    await expect.poll(leaked).toBe(0);
  });

  test('a transaction that fails on a silent primary does not wait for its rollback for ever', async () => {
    let isSilent = false;
    const failing = () =>
      database.db.transaction(async () => {
        relay.freeze();
        isSilent = true;
        throw new Error('refused');
      });
    await until(() => failing().catch(() => isSilent), { what: 'it fails after its begin' });
    relay.heal();
    await expect.poll(leaked).toBe(0);
  });
});

describe('a transaction', () => {
  beforeEach(() => open());

  test('rolls back on an error, which it throws, and its client is used again', async () => {
    await expect(
      database.db.transaction(async (tx) => {
        await tx.execute(sql`create table gone ()`);
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    const { rows } = await database.db.execute(sql`select to_regclass('gone') as found`);
    expect(rows).toEqual([{ found: null }]);
    expect([database.pool.totalCount, database.pool.idleCount]).toEqual([1, 1]);
  });

  test('whose rollback failed closes its client, in which it may still be open', async () => {
    database.pool.once('acquire', (client) => {
      const query = client.query.bind(client) as (...given: unknown[]) => unknown;
      const refusing = (statement: { text?: string } | string, ...rest: unknown[]) =>
        typeof statement === 'object' && statement.text === 'rollback'
          ? Promise.reject(new Error('no rollback'))
          : query(statement, ...rest);
      Object.assign(client, { query: refusing });
    });
    const failing = database.db.transaction(async (tx) => {
      await tx.execute(sql`create table gone ()`);
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow();
    expect(database.pool.totalCount).toBe(0);
    await transaction();
    const { rows } = await database.db.execute(sql`select to_regclass('gone') as found`);
    expect(rows).toEqual([{ found: null }]);
  });

  test('may hold another, which rolls back alone, and keeps its settings', async () => {
    const seen = await database.db.transaction(
      async (tx) => {
        await tx.execute(sql`create temporary table outer_one (x int) on commit drop`);
        await tx
          .transaction(async (inner) => {
            await inner.execute(sql`insert into outer_one values (1)`);
            throw new Error('inner');
          })
          .catch(() => undefined);
        const { rows } = await tx.execute<{ count: number; level: string }>(
          sql`select (select count(*)::int from outer_one) as count, current_setting('transaction_isolation') as level`,
        );
        return rows;
      },
      { isolationLevel: 'serializable' },
    );
    expect(seen).toEqual([{ count: 0, level: 'serializable' }]);
  });
});
