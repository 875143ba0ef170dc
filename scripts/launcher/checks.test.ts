import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';

/** The launcher is plain JavaScript without types. */
const { THEN } = (await import(path.join(import.meta.dirname, 'checks.mjs'))) as { THEN: [string, string[]][] };
const ROOT = path.join(import.meta.dirname, '../..');

/** A program of its own: without what vitest sets for its tests. */
const run = (args: string[]) =>
  spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))),
  });

let folder: string | undefined;
afterEach(() => {
  if (folder) rmSync(folder, { recursive: true });
  folder = undefined;
});

test('a text without a needed field, or without its other language, fails the checks, with its file and the field', () => {
  folder = mkdtempSync(path.join(tmpdir(), 'cairn-texts-'));
  const page = (locale: string, name: string, front: string) => {
    const file = path.join(folder!, 'content', locale, 'help', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `---\ntitle: A locked phone\n${front}---\nText.\n`);
  };
  const rest = 'date: 2026-11-20\nupdated: 2026-11-20\nsources: []\ntopic: before\n';
  for (const locale of ['en', 'fr']) page(locale, 'locked.md', rest);
  page('en', 'alone.md', `description: Whether a phone is locked.\n${rest}`);
  const args = THEN.find(([name]) => name === 'texts')![1];
  const { status, stderr } = run([...args, folder]);
  expect(stderr.trim().split('\n')).toEqual([
    'content/en/help/alone.md:1: is missing or invalid in the other language: content/fr/help/alone.md',
    'content/en/help/locked.md:1: description: must be text',
    'content/fr/help/locked.md:1: description: must be text',
  ]);
  expect(status).toBe(1);
  // Those of this product are complete, and a check writes nothing.
  expect(run(args)).toMatchObject({ status: 0, stdout: '', stderr: '' });
});

test('a run of tests that finds none fails', () => {
  const { status, stderr } = run([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'unit',
    'no/such/file.test.ts',
  ]);
  expect(stderr).toContain('No test files found');
  expect(status).toBe(1);
});
