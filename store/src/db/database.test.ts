import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { freshDatabase } from '#test/support/database.ts';
import { openDatabase } from './database.ts';

test('after a deadlock one of two transactions is retried, and both succeed', async () => {
  const fresh = await freshDatabase();
  const { db, close } = openDatabase(fresh.url, { max: 4, onError: () => undefined });
  try {
    await db.execute(sql`create table counters (name text primary key, value int not null default 0)`);
    await db.execute(sql`insert into counters (name) values ('a'), ('b')`);
    const ready = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let turns = 0;
    const count = (order: readonly ['a' | 'b', 'a' | 'b'], own: number) =>
      db.transaction(async (tx) => {
        turns += 1;
        await tx.execute(sql`update counters set value = value + 1 where name = ${order[0]}`);
        ready[own]!.resolve();
        await ready[1 - own]!.promise;
        await tx.execute(sql`update counters set value = value + 1 where name = ${order[1]}`);
      });
    await Promise.all([count(['a', 'b'], 0), count(['b', 'a'], 1)]);
    const { rows } = await db.execute<{ value: number }>(sql`select value from counters`);
    expect(rows.map(({ value }) => value)).toEqual([2, 2]);
    expect(turns).toBeGreaterThan(2);
  } finally {
    await close();
    await fresh.drop();
  }
});
