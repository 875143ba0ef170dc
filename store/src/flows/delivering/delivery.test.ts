import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import type { Line } from '../../modules/orders/orders.ts';
import { uuidv7 } from '../../shared/ids.ts';
import { later } from './delivery.ts';

let fresh: TestDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase(fresh.url, { max: 1, onError: () => undefined });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

test.each([
  ['long ago', -3_600, 1],
  ['now', 0, 1],
  ['in half a minute', 30, 30],
])('the next step of a line that is due %s runs a second from now at the earliest', async (_, dueIn, expected) => {
  const now = new Date();
  const clock = { now: () => now };
  const id = uuidv7();
  await later({ db: database.db, clock }, { id } as Line, new Date(now.getTime() + dueIn * 1000));
  const { rows } = await database.pool.query(
    'select extract(epoch from run_at - created_at)::float8 as seconds from graphile_worker.jobs where key = $1',
    [`fulfil:${id}`],
  );
  expect(rows).toEqual([{ seconds: expected }]);
});
