import { afterEach, beforeEach, expect, it } from 'vitest';
import { capturedLog } from '#test/support/captured-log.ts';
import { onDatabase } from '#test/support/database-access.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { isOutage } from '../../shared/outage.ts';
import { createTimelineGuard } from './timeline.ts';

/** Real recoveries and promotions: test/flows/timeline.test.ts and test/flows/database-address.test.ts. */

let fresh: TestDatabase;
let database: Database;
beforeEach(async () => {
  fresh = await freshDatabase();
  await onDatabase(
    fresh.url,
    "insert into installation (id, mode) values (1, 'sandbox')",
    'create schema fake',
    `create function fake.pg_walfile_name(pg_lsn) returns text language sql as $$ select '0000000A0000000000000001' $$`,
  );
});
afterEach(async () => {
  await database.close();
  await fresh.drop();
});

/** New connections see the timeline of a promoted standby, or that of the primary that it replaced. */
const promoted = () =>
  onDatabase(
    fresh.url,
    `do $$ begin execute format('alter database %I set search_path = fake, pg_catalog, public', current_database()); end $$`,
  );
const replaced = () =>
  onDatabase(fresh.url, `do $$ begin execute format('alter database %I reset all', current_database()); end $$`);

it('closes connections to a primary that was replaced, and refuses new ones to it', async () => {
  const { log, text } = capturedLog();
  let changes = 0;
  const guard = createTimelineGuard({
    onChange: async () => void (changes += 1),
    closeClients: (isOld) => database.closeClients(isOld),
    log,
  });
  database = openDatabase(fresh.url, { max: 4, onError: () => undefined, onConnect: guard.check });
  const idle = await database.pool.connect();
  const busy = await database.pool.connect();
  await guard.start(busy);
  idle.release();
  const working = busy.query('select pg_sleep(60)');

  await promoted();
  const failed = expect(working).rejects.toThrow('Connection terminated');
  const held = await database.pool.connect(); // the idle one
  const next = await database.pool.connect();
  await failed;
  expect(changes).toBe(1);
  busy.release(true);

  await replaced();
  await database.pool.connect().then(
    () => expect.unreachable(),
    (error: unknown) => {
      expect(error).toMatchObject({ message: 'an older primary answers' });
      expect(isOutage(error)).toBe(true);
    },
  );
  expect(text()).toContain('an older primary answers: it was replaced');
  expect(changes).toBe(1);
  held.release();
  next.release();
  expect([database.pool.totalCount, database.pool.idleCount, database.clients.size]).toEqual([1, 1, 1]);
});
