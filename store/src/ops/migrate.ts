import pg from 'pg';
import { type AppliedMigration, appliedMigrations, migrate, pendingMigrations } from '../db/migrate.ts';
import { type Migration, readMigrations, withoutComments } from '../db/migrations.ts';
import { VERSION } from '../shared/version.ts';
import type { SiteCommand } from './command.ts';
import { time } from './format.ts';
import { lockOf } from './migration-locks.ts';
import type { Site } from './site.ts';

/** The schema commands. */
export const MIGRATE_COMMANDS: SiteCommand[] = [
  {
    words: 'migrate plan',
    arguments: [],
    help: 'the SQL of the pending migrations, and the locks that it takes',
    onSite: async (site) => done(plan(await applied(site))),
  },
  {
    words: 'migrate status',
    arguments: [],
    help: 'which migrations were applied, when and by which version, and which are pending; exit code 1 when some are',
    async onSite(site) {
      const had = await applied(site);
      return { lines: status(had), exitCode: pendingMigrations(had).length > 0 ? 1 : 0 };
    },
  },
  {
    words: 'migrate run',
    arguments: [],
    help: 'apply the pending migrations, as a start does',
    async onSite(site) {
      const log = (fields: object, message: string) => site.progress(`${message} ${JSON.stringify(fields)}`);
      const settings = { ...site.settings.migrations, log: { info: log, warn: log } };
      const tags = await migrate(await site.databaseUrl(), settings);
      return done(tags.length === 0 ? [NONE_PENDING] : [`Applied: ${tags.join(', ')}.`]);
    },
  },
];

const NONE_PENDING = 'No migration is pending.';

/** What `migrate run` would do to a database with these migrations. */
export function plan(had: readonly AppliedMigration[], migrations: readonly Migration[] = readMigrations()): string[] {
  const pending = pendingMigrations(had, migrations);
  if (pending.length === 0) return [NONE_PENDING];
  return pending.flatMap(({ tag, runs, worksWith, statements }) => [
    `${tag}: runs ${runs}; works with ${worksWith} and later`,
    ...statements.flatMap((statement) => [
      '',
      `  -- lock: ${lockOf(statement)}`,
      ...withoutComments(statement)
        .split('\n')
        .map((line) => `  ${line}`),
    ]),
    '',
  ]);
}

/** Every applied or pending migration, one per line. */
export function status(
  had: readonly AppliedMigration[],
  migrations: readonly Migration[] = readMigrations(),
): string[] {
  const pending = pendingMigrations(had, migrations);
  return [
    `This is version ${VERSION}.`,
    ...had.map(({ tag, appliedAt, byVersion, hash, worksWith }) => {
      const isNewer = !migrations.some((each) => each.tag === tag);
      const note = isNewer ? `, of a newer version, which works with ${worksWith} and later` : '';
      return `${tag}  applied ${time(appliedAt)} by ${byVersion}, SHA-256 ${hash}${note}`;
    }),
    ...pending.map(({ tag }) => `${tag}  pending`),
  ];
}

const done = (lines: string[]) => ({ lines, exitCode: 0 as const });

async function applied(site: Site): Promise<AppliedMigration[]> {
  const client = new pg.Client({ connectionString: await site.databaseUrl() });
  await client.connect();
  try {
    return await appliedMigrations(client);
  } finally {
    await client.end();
  }
}
