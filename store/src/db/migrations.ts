import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The migrations of this code: `drizzle/NNNN_name.sql`, applied in the order of their numbers, forward only. Comments
 * at the top of a file state how it runs:
 *
 * - `-- works with: 1.0.0` (required from 0001 on): the oldest version of the store that works after this migration.
 * - `-- runs: in a transaction` (default): all statements and the record of it in one transaction.
 * - `-- runs: outside a transaction`: one statement after the other, for `create index concurrently`. It must be
 *   idempotent, because a failure leaves the earlier statements in place.
 * - `-- runs: in batches`: each statement repeatedly, each time in a transaction of its own, until it changes no row.
 *   For backfills: rows are locked only for the duration of one batch.
 */
export type Migration = {
  /** File name without `.sql`; sorts by number. */
  tag: string;
  statements: string[];
  /** SHA-256 of the file. */
  hash: string;
  worksWith: string;
  runs: (typeof WAYS)[number];
};

const WAYS = ['in a transaction', 'outside a transaction', 'in batches'] as const;
const FOLDER = fileURLToPath(new URL('../../drizzle', import.meta.url));
const NAME = /^(\d{4}_[a-z0-9_]+)\.sql$/;
const BREAKPOINT = '--> statement-breakpoint';
const FIRST = { tag: '0000_initial', worksWith: '1.0.0' };

/** Reads the migrations of a folder, in order. Throws when a file's name or comments violate the rules above. */
export function readMigrations(folder: string = FOLDER): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name, number) => {
      const tag = NAME.exec(name)?.[1];
      if (!tag || Number(tag.slice(0, 4)) !== number)
        throw new Error(`${name}: migrations are named NNNN_name.sql, and their numbers have no gaps.`);
      return parseMigration(tag, readFileSync(path.join(folder, name), 'utf8'));
    });
}

/** Parses a migration. Throws when it does not state its compatibility, or has an unknown way to run. */
export function parseMigration(tag: string, text: string): Migration {
  const worksWith = directive(text, 'works with') ?? (tag === FIRST.tag ? FIRST.worksWith : undefined);
  if (!worksWith || !/^\d+\.\d+\.\d+$/.test(worksWith))
    throw new Error(`${tag}: a comment must state the oldest version that works after it: -- works with: 1.0.0`);
  const runs = directive(text, 'runs') ?? 'in a transaction';
  if (!isWay(runs)) throw new Error(`${tag}: "runs:" must be one of: ${WAYS.join(', ')}.`);
  return {
    tag,
    statements: text
      .split(BREAKPOINT)
      .map((statement) => statement.trim())
      .filter((statement) => withoutComments(statement) !== ''),
    hash: createHash('sha256').update(text).digest('hex'),
    worksWith,
    runs,
  };
}

/** SQL without whole-line comments. */
export const withoutComments = (statement: string) => statement.replaceAll(/^\s*--.*$/gm, '').trim();

function directive(text: string, name: string): string | undefined {
  return new RegExp(`^-- ${name}: (.+)$`, 'm').exec(text)?.[1]?.trim();
}

const isWay = (text: string): text is Migration['runs'] => (WAYS as readonly string[]).includes(text);
