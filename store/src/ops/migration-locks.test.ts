import { expect, test } from 'vitest';
import { lockOf } from './migration-locks.ts';

test.each([
  ['-- a reason\nCREATE INDEX "a_b_idx" ON "a" ("b")', /^SHARE: writes wait/],
  ['create index concurrently i on a (b)', /^SHARE UPDATE EXCLUSIVE/],
  ['CREATE TABLE "a" (\n"id" uuid)', /^none/],
  ['alter table a add column b text', /^ACCESS EXCLUSIVE: .* for a moment$/],
  ['alter table a\n  add constraint f foreign key (b) references c (id)', /^SHARE ROW EXCLUSIVE .* whole table/],
  [
    'alter table a add constraint f foreign key (b) references c (id) not valid',
    /^SHARE ROW EXCLUSIVE .* for a moment$/,
  ],
  ['alter table a validate constraint f', /^SHARE UPDATE EXCLUSIVE/],
  ['alter table a alter column b set not null', /^ACCESS EXCLUSIVE: .* whole table/],
  ['alter table a alter column b type bigint', /^ACCESS EXCLUSIVE: .* rewritten/],
  ['update a set b = 1', /^ROW EXCLUSIVE/],
  ['vacuum full a', /^unknown/],
])('%s', (statement, lock) => {
  expect(lockOf(statement)).toMatch(lock);
});
