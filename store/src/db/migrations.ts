import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The migrations of this code: `drizzle/NNNN_name.sql`, applied in the order of their numbers, forward only. Comments at
 * the top of a file say how it runs:
 *
 * - `-- works with: 1.0.0` (required from 0001 on): the oldest version of the store that still works once this ran.
 * - `-- runs: in a transaction` (default): all statements and the record of it in one transaction.
 * - `-- runs: outside a transaction`: one statement after the other, for `create index concurrently`. It must be safe to
 *   run again, since a failure leaves the statements before it in place.
 * - `-- runs: in batches`: each statement again and again, each time in a transaction of its own, until it changes no
 *   row. For backfills: rows are locked only as long as one batch takes.
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

/** Reads the migrations in a folder, in order. Throws when a file's name or its comments are not as described above. */
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

/** Takes a migration's text apart. Throws when it does not say what it works with, or runs in an unknown way. */
export function parseMigration(tag: string, text: string): Migration {
  const worksWith = directive(text, 'works with') ?? (tag === FIRST.tag ? FIRST.worksWith : undefined);
  if (!worksWith || !/^\d+\.\d+\.\d+$/.test(worksWith))
    throw new Error(`${tag}: a comment must say the oldest version that works once it ran: -- works with: 1.0.0`);
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

/** SQL without its whole-line comments. */
export const withoutComments = (statement: string) => statement.replaceAll(/^\s*--.*$/gm, '').trim();

function directive(text: string, name: string): string | undefined {
  return new RegExp(`^-- ${name}: (.+)$`, 'm').exec(text)?.[1]?.trim();
}

const isWay = (text: string): text is Migration['runs'] => (WAYS as readonly string[]).includes(text);
