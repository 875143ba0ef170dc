import { withoutComments } from '../db/migrations.ts';

/** A rule of PostgreSQL: statements that begin like this take this lock on the table. The first match applies. */
const RULES: [RegExp, string][] = [
  [
    /^create index concurrently|^drop index concurrently|^reindex .*concurrently/,
    'SHARE UPDATE EXCLUSIVE: reads and writes continue',
  ],
  [
    /^create (unique )?index/,
    'SHARE: writes wait until the index is built; "create index concurrently" outside a transaction does not block them',
  ],
  [
    /^create (unlogged )?table .*\breferences\b/s,
    'SHARE ROW EXCLUSIVE on the tables it refers to: their writes wait, for a moment',
  ],
  [
    /^create (unlogged )?table|^create (schema|type|sequence|extension|(or replace )?function)/,
    'none on tables in use',
  ],
  [/^create (constraint )?trigger/, 'SHARE ROW EXCLUSIVE: writes wait, for a moment'],
  [
    /^alter table .* validate constraint/s,
    'SHARE UPDATE EXCLUSIVE: reads and writes continue while it reads the whole table',
  ],
  [
    /^alter table .* add constraint .* foreign key .*not valid/s,
    'SHARE ROW EXCLUSIVE on both tables: writes wait, for a moment',
  ],
  [
    /^alter table .* add constraint .* foreign key/s,
    'SHARE ROW EXCLUSIVE on both tables: writes wait while it reads the whole table; "not valid", validated later, is short',
  ],
  [
    /^alter table .* alter (column )?\S+ (set data )?type/s,
    'ACCESS EXCLUSIVE: reads and writes wait while the table may be rewritten',
  ],
  [
    /^alter table .* set not null/s,
    'ACCESS EXCLUSIVE: reads and writes wait while it reads the whole table, unless a valid CHECK constraint proves it',
  ],
  [/^alter table .* add constraint .* check .*not valid/s, 'ACCESS EXCLUSIVE: reads and writes wait, for a moment'],
  [/^alter table .* add constraint/s, 'ACCESS EXCLUSIVE: reads and writes wait while it reads the whole table'],
  [/^alter table|^drop (table|index|trigger)|^truncate/, 'ACCESS EXCLUSIVE: reads and writes wait, for a moment'],
  [/^(update|delete|insert)/, 'ROW EXCLUSIVE, and each row it changes until its transaction ends'],
  [/^comment on|^select|^analyze/, 'none that blocks other statements'],
];

/** The lock that a migration's statement takes on its table, and what it blocks, judged by its first words. */
export function lockOf(statement: string): string {
  const text = withoutComments(statement).replaceAll(/\s+/g, ' ').toLowerCase();
  return (
    RULES.find(([pattern]) => pattern.test(text))?.[1] ??
    'unknown: look it up in PostgreSQL’s manual, "Explicit Locking"'
  );
}
