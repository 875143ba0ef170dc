import { describe, expect, test } from 'vitest';
import { compareVersions, VERSION } from '#src/shared/version.ts';
import { readMigrations } from '#src/db/migrations.ts';
import { readText, WORKSPACES } from './source.ts';

/**
 * The migrations of each release with the SHA-256 of their files. A released migration never changes, because databases
 * were made with it.
 */
const RELEASED: Record<string, Record<string, string>> = {
  '1.0.0': { '0000_initial': '984ee251c9b68d4c08f7e5a3a9841ef5b1aa7e1fbb40e955912b3c990b3ef879' },
};

const migrations = readMigrations();
const released = Object.assign({}, ...Object.values(RELEASED)) as Record<string, string>;
const headings = [...readText('CHANGELOG.md').matchAll(/^## \[(.+?)\]/gm)].map(([, version]) => version!);

describe('the migrations', () => {
  test('of a release are frozen: a schema change is a new file', () => {
    const hashes = Object.fromEntries(migrations.map(({ tag, hash }) => [tag, hash]));
    expect(hashes).toMatchObject(released);
    expect(migrations.slice(0, Object.keys(released).length).map(({ tag }) => tag)).toEqual(
      Object.keys(released).sort(),
    );
  });

  test('of a released version are all in this list', () => {
    if (headings[0] === 'Unreleased') return;
    expect(Object.keys(released).sort()).toEqual(migrations.map(({ tag }) => tag));
  });

  test('name an oldest compatible version that is not newer than the code', () => {
    for (const { tag, worksWith } of migrations)
      expect(compareVersions(worksWith, VERSION), tag).toBeLessThanOrEqual(0);
  });
});

test('the version is the newest one in the changelog, in every workspace', () => {
  expect(headings.find((version) => version !== 'Unreleased')).toBe(VERSION);
  expect(Object.keys(RELEASED)).toContain(VERSION);
  for (const file of ['package.json', ...WORKSPACES.map((name) => `${name}/package.json`)])
    expect(JSON.parse(readText(file)), file).toMatchObject({ version: VERSION });
});
