import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { uuidv7 } from '../../shared/ids.ts';
import { changeSubmitted, claimSubmission, findById } from './store.ts';

let fresh: TestDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase(fresh.url, { max: 2, onError: () => undefined });
  // The rows here have no orders.
  await database.pool.query(`alter table wholesale_orders
    drop constraint wholesale_orders_order_id_orders_id_fk, drop constraint wholesale_orders_line_id_order_lines_id_fk`);
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

/** A row whose last call was so many seconds ago by the database's time; negative: the clock was set back since. */
async function called(secondsAgo: number, status: 'waiting' | 'submitted') {
  const id = uuidv7();
  await database.pool.query(
    `insert into wholesale_orders
      (id, order_id, line_id, reference, package_id, status, submissions, submitted_at, deadline, created_at, updated_at)
     values ($1::uuid, $1::uuid, $1::uuid, $1::uuid::text, 'a', $2, 1, now() - make_interval(secs => $3), now(), now(), now())`,
    [id, status, secondsAgo],
  );
  return (await findById(database.db, id))!;
}

const QUOTE = { quotedNetCents: 100, reservedCents: 0, reservedOn: null };

describe.each([
  ['before now', 600],
  ['after now, because the clock was set back', -600],
])('with a last call ten minutes %s', (_, secondsAgo) => {
  it('the next call is claimed only when the step is shorter', async () => {
    const { id } = await called(secondsAgo, 'waiting');
    expect(await claimSubmission(database.db, id, { ...QUOTE, stepSeconds: 3_600 })).toBeNull();
    expect(await claimSubmission(database.db, id, { ...QUOTE, stepSeconds: 60 })).toMatchObject({ submissions: 2 });
  });

  it('its window is over only when it is shorter', async () => {
    const row = await called(secondsAgo, 'submitted');
    const end = (pastSeconds: number) => changeSubmitted(database.db, row, { status: 'waiting' }, { pastSeconds });
    expect(await end(3_600)).toBe(false);
    expect(await end(60)).toBe(true);
  });
});

it('a claimed call is stored with the time of the database', async () => {
  const { id } = await called(600, 'waiting');
  await claimSubmission(database.db, id, { ...QUOTE, stepSeconds: 60 });
  const { rows } = await database.pool.query(
    "select submitted_at between now() - interval '1 minute' and now() as is from wholesale_orders where id = $1",
    [id],
  );
  expect(rows).toEqual([{ is: true }]);
});
