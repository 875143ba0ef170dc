import { describe, expect, test } from 'vitest';
import { loadDataSettings } from '../config/config.ts';
import { parseMigration, readMigrations } from '../db/migrations.ts';
import { VERSION } from '../shared/version.ts';
import { emptyDatabase } from '#test/support/database.ts';
import { parseCommand } from './commands.ts';
import { plan, status } from './migrate.ts';
import { createSite } from './site.ts';

const first = parseMigration('0000_initial', 'create table books (id int)');
const next = parseMigration(
  '0001_pages',
  '-- works with: 1.0.0\n-- why: readers ask\nalter table books add pages int;\n--> statement-breakpoint\ncreate index i on books (pages);',
);
const appliedFirst = { ...first, byVersion: '1.0.0', appliedAt: new Date('2026-11-22T10:00:00Z') };

describe('the schema of a database', () => {
  test('plan shows the SQL of pending migrations with their locks', () => {
    expect(plan([appliedFirst], [first, next])).toEqual([
      '0001_pages: runs in a transaction; works with 1.0.0 and later',
      '',
      '  -- lock: ACCESS EXCLUSIVE: reads and writes wait, for a moment',
      '  alter table books add pages int;',
      '',
      expect.stringMatching(/^ {2}-- lock: SHARE: writes wait/),
      '  create index i on books (pages);',
      '',
    ]);
    expect(plan([appliedFirst], [first])).toEqual(['No migration is pending.']);
  });

  test('status names applied and pending migrations, and those of a newer version', () => {
    const newer = { ...next, byVersion: '1.1.0', appliedAt: new Date('2026-11-23T10:00:00Z') };
    expect(status([appliedFirst], [first, next]).slice(1)).toEqual([
      `0000_initial  applied 2026-11-22T10:00:00.000Z by 1.0.0, SHA-256 ${first.hash}`,
      '0001_pages  pending',
    ]);
    expect(status([appliedFirst, newer], [first]).at(-1)).toMatch(
      /^0001_pages .* of a newer version, which works with 1.0.0/,
    );
  });

  test('status, run and status again, on an empty database', async () => {
    const database = await emptyDatabase();
    try {
      const site = createSite(loadDataSettings({ DATABASE_URL: database.url }), { env: {}, progress: () => undefined });
      const run = (words: string) =>
        parseCommand(words.split(' '))!.run(site, () => Promise.reject(new Error('no desk')));
      const tags = readMigrations().map(({ tag }) => tag);
      expect(await run('migrate status')).toMatchObject({ exitCode: 1 });
      expect((await run('migrate plan')).lines[0]).toMatch(/^0000_initial: runs in a transaction/);
      expect((await run('migrate run')).lines).toEqual([`Applied: ${tags.join(', ')}.`]);
      const { lines, exitCode } = await run('migrate status');
      expect(exitCode).toBe(0);
      expect(lines.at(-1)).toMatch(new RegExp(`^${tags.at(-1)} +applied .* by ${VERSION}`));
      expect(await run('migrate run')).toEqual({ lines: ['No migration is pending.'], exitCode: 0 });
    } finally {
      await database.drop();
    }
  });
});
