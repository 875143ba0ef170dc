import { expect, test } from 'vitest';
import { freshDatabase } from '#test/support/database.ts';
import { openDatabase } from './database.ts';
import { isOfEarlierDraft, migrate } from './migrate.ts';

test('a second start changes nothing; tables of an earlier draft are told apart from other trouble', async () => {
  const fresh = await freshDatabase();
  const database = openDatabase(fresh.url, { max: 4, onError: () => undefined });
  try {
    await migrate(database);
    await database.pool.query('update drizzle.__drizzle_migrations set created_at = 1');
    const error: unknown = await migrate(database).catch((thrown: unknown) => thrown);
    expect(isOfEarlierDraft(error)).toBe(true);
    expect(isOfEarlierDraft(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))).toBe(false);
  } finally {
    await database.close();
    await fresh.drop();
  }
});
