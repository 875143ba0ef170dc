import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onDatabase } from '#test/support/database-access.ts';
import { emptyDatabase, type TestDatabase } from '#test/support/database.ts';
import { findAddressFault } from './address.ts';

/** Real standbys and several servers: test/flows/database-address.test.ts. A real pooler: test/full/pgbouncer.test.ts. */

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database?.drop());

describe('the address of the database', () => {
  it('is right when it leads to one primary', async () => {
    expect(await findAddressFault(database.url)).toBeUndefined();
  });

  it('is named when what is set is forgotten', async () => {
    await onDatabase(
      database.url,
      'create schema fake',
      `create function fake.current_setting(text) returns text language sql as $$ select '0' $$`,
      `do $$ begin execute format('alter database %I set search_path = fake, pg_catalog', current_database()); end $$`,
    );
    expect(await findAddressFault(database.url)).toMatchObject({
      says: 'a pooler in front of it forgets settings (statement_timeout is 0 after 12340ms was set)',
      passes: false,
    });
  });
});
