import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT, trackedFiles } from './source.ts';

/**
 * Each file is compiled for its runtime: server code without DOM types, browser code without Node types
 * (docs/architecture.md, "What the code is compiled for"). The violations are compiled with a copy of the settings.
 */

const PROJECTS = ['server', 'browser', 'worker', 'mixed'] as const;

/** A file that uses a global or type which its runtime lacks, and the name that the compiler reports. */
const FORBIDDEN: [file: string, code: string, unknown: string][] = [
  ['store/src/flows/a.ts', 'export const x = document.title;', 'document'],
  ['store/src/http/a.ts', 'export const x = () => window.location;', 'window'],
  ['store/src/modules/one/a.ts', 'export const x = (event: StorageEvent) => event;', 'StorageEvent'],
  ['store/src/main.ts', 'export const x = (event: MouseEvent) => event;', 'MouseEvent'],
  ['store/src/ops/a.ts', 'export const x = document.title;', 'document'],
  ['sandbox/stripe/a.ts', 'export const x = () => window.location;', 'window'],
  ['bench/a.ts', 'export const x = document.title;', 'document'],
  ['test/support/a.ts', 'export const x = document.title;', 'document'],
  ['test/flows/a.test.ts', 'export const x = document.title;', 'document'],
  ['store/src/web/a.ts', "export const x = process.env['HOME'];", 'process'],
  ['store/src/web/pages/plans/a.route.tsx', "export const x = <p>{Buffer.from('a').length}</p>;", 'Buffer'],
  ['store/src/web/pages/plans/a-loader.ts', "import fs from 'node:fs';\nexport const x = fs;", 'node:fs'],
  ['store/src/web/components/a.tsx', 'export const x = () => <p>{__dirname}</p>;', '__dirname'],
  ['store/src/ui/a.tsx', 'export const x = () => <p>{process.version}</p>;', 'process'],
  ['store/src/offline/page/a.ts', "export const x = Buffer.from('a');", 'Buffer'],
  ['store/src/offline/worker/a.ts', 'export const x = document.title;', 'document'],
  ['store/src/offline/worker/b.ts', 'export const x = process.version;', 'process'],
  // Server and browser both compile these.
  ['store/src/shared/a.ts', 'export const x = document.title;', 'document'],
  ['store/src/shared/b.ts', "export const x = Buffer.from('a');", 'Buffer'],
  ['store/src/i18n/a.ts', 'export const x = process.version;', 'process'],
  ['store/src/search/a.ts', 'export const x = () => window.location;', 'window'],
];

/** Valid code in files of these folders. */
const ALLOWED: [file: string, code: string][] = [
  [
    'store/src/flows/ok.ts',
    "export const x = [process.version, Buffer.from('a'), fetch, new URL('https://a.example')];",
  ],
  [
    'store/src/web/ok.tsx',
    'export const x = () => <p>{document.title + localStorage.length + import.meta.env.MODE}</p>;',
  ],
  ['store/src/web/entry.server.tsx', 'export const x = () => <p>{Buffer.from(process.version).length}</p>;'],
  ['store/src/web/ok.test.ts', 'export const x = () => [process.version, document.title];'],
  [
    'store/src/offline/worker/ok.ts',
    'declare const self: ServiceWorkerGlobalScope;\nexport const x = () => self.skipWaiting();',
  ],
  ['store/src/shared/ok.ts', "export const x = [fetch, new URL('https://a.example'), crypto.subtle, setTimeout];"],
  ['test/e2e/ok.spec.ts', 'export const x = () => [process.version, document.title];'],
  ['test/browser/ok.ts', 'export const x = () => [process.version, document.title];'],
];

const TSC = path.join(ROOT, 'node_modules/typescript-compiler/bin/tsc');

/** The compiler's output for a project. Its exit code is ignored, because it reports expected faults. */
function compile(project: string, cwd: string, ...more: string[]): Promise<string> {
  return new Promise((resolve) => {
    const args = [TSC, '-p', `tsconfig.${project}.json`, '--checkers', '1', ...more];
    execFile(process.execPath, args, { cwd, maxBuffer: 64 << 20 }, (_error, stdout) => resolve(stdout));
  });
}

let dir: string;
let said: string[];

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'cairn-runtimes-'));
  await symlink(path.join(ROOT, 'node_modules'), path.join(dir, 'node_modules'));
  for (const file of trackedFiles().filter((each) => /^tsconfig[\w.]*\.json$/.test(each)))
    await cp(path.join(ROOT, file), path.join(dir, file));
  for (const [file, code] of [...FORBIDDEN, ...ALLOWED]) {
    await mkdir(path.dirname(path.join(dir, file)), { recursive: true });
    await writeFile(path.join(dir, file), `${code}\n`);
  }
  said = (await Promise.all(PROJECTS.map((project) => compile(project, dir)))).join('').split('\n');
});

afterAll(() => rm(dir, { recursive: true, force: true }));

const saidOf = (file: string) => said.filter((line) => line.startsWith(`${file}(`));

describe('a runtime lacks', () => {
  test.each(FORBIDDEN)('%s: %s', (file, _code, unknown) => {
    expect(saidOf(file).join('\n')).toMatch(new RegExp(`Cannot find (?:name|module) '${unknown}'|'${unknown}'`));
  });
});

describe('a runtime has', () => {
  test.each(ALLOWED)('%s: %s', (file) => {
    expect(saidOf(file)).toEqual([]);
  });
});

describe('the files of the project', () => {
  let listed: Record<string, string[]>;
  beforeAll(async () => {
    const lists = PROJECTS.map(async (project) => [
      project,
      (await compile(project, ROOT, '--listFilesOnly')).split('\n').map((file) => path.relative(ROOT, file)),
    ]);
    listed = Object.fromEntries(await Promise.all(lists)) as Record<string, string[]>;
  });

  test('each belongs to a project', () => {
    const known = new Set(Object.values(listed).flat());
    expect(trackedFiles('.ts', '.tsx').filter((file) => !known.has(file))).toEqual([]);
  });

  test('no library and no type of the server brings the types of Node into the browser', () => {
    for (const project of ['browser', 'worker'])
      expect(listed[project]!.filter((file) => file.includes('node_modules/@types/node/'))).toEqual([]);
  });

  test('no import brings DOM types into the server', () => {
    expect(listed['server']!.filter((file) => /lib\.(?:dom|webworker)[\w.]*$/.test(file))).toEqual([]);
  });
});
