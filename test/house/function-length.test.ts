import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from './source.ts';

/**
 * Lines of code of a function, with the functions inside it and without comments: a value can't be followed through a
 * closure of hundreds of lines. A factory composes plain functions that take their ports.
 */
const MAX_LINES = 60;

const CONFIG = {
  plugins: [],
  categories: { correctness: 'off' },
  rules: { 'max-lines-per-function': ['error', { max: MAX_LINES, skipComments: true, skipBlankLines: true }] },
};

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'cairn-house-'));
  await writeFile(path.join(dir, 'rule.json'), JSON.stringify(CONFIG));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

type Diagnostic = { message: string; filename: string };

/** The functions of these folders that are too long, as `file name` with their lines. */
async function longFunctions(cwd: string, ...folders: string[]): Promise<Record<string, number>> {
  const oxlint = path.join(ROOT, 'node_modules/oxlint/bin/oxlint');
  const rule = ['-c', path.join(dir, 'rule.json'), '--disable-nested-config', '-f', 'json'];
  const { stdout } = await promisify(execFile)(process.execPath, [oxlint, ...rule, ...folders], {
    cwd,
    maxBuffer: 64 << 20,
  }).catch((error: { stdout: string }) => error);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  const found: Record<string, number> = {};
  for (const { filename, message } of diagnostics) {
    // The patterns of a configuration are relative to its folder, so that it can't leave out tests elsewhere.
    if (/\.test\.tsx?$/.test(filename)) continue;
    const [, name = '', lines] = /function (?:`(\w+)` )?has too many lines \((\d+)\)/.exec(message) ?? [];
    const key = `${filename} ${name}`.trim();
    found[key] = Math.max(found[key] ?? 0, Number(lines));
  }
  return found;
}

describe(`functions have at most ${MAX_LINES} lines`, () => {
  test('a long function is found, and so is one that hides its length in closures', async () => {
    const lines = (count: number) => Array.from({ length: count }, (_, at) => `  use(${at});\n`).join('');
    await writeFile(path.join(dir, 'long.ts'), `export function long(use) {\n${lines(MAX_LINES)}}\n`);
    const closures = ['a', 'b', 'c'].map((name) => `  function ${name}() {\n${lines(20)}  }\n`).join('');
    await writeFile(
      path.join(dir, 'hidden.ts'),
      `export function hidden(use) {\n${closures}  return { a, b, c };\n}\n`,
    );
    await writeFile(path.join(dir, 'short.ts'), `export function short(use) {\n${'  // why\n'.repeat(90)}}\n`);
    const found = await longFunctions(dir, '.');
    expect(Object.keys(found).map((key) => key.split(' ')[1])).toEqual(expect.arrayContaining(['long', 'hidden']));
    expect(Object.keys(found)).toHaveLength(2);
  });

  test('no function of the store, its scripts and its sandboxes is longer', async () => {
    expect(await longFunctions(ROOT, 'store/src', 'scripts', 'sandbox')).toEqual({});
  });
});
