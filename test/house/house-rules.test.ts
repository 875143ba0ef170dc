import { execFileSync } from 'node:child_process';
import { homedir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT, grep, readText, trackedFiles } from './source.ts';

const CODE = ['.ts', '.tsx', '.mjs', '.css', '.html', '.json', '.md', '.yml', '.yaml', '.sh', '.sql', '.txt', '.svg'];
const SCRIPTS = ['.ts', '.tsx', '.mjs'];
/** This file contains the patterns that it forbids. */
const SELF = 'test/house/house-rules.test.ts';

const code = () => trackedFiles(...SCRIPTS).filter((file) => file !== SELF);

/** The registry host in npm's configuration. */
function registryHosts(): string[] {
  const answer = execFileSync('npm', ['config', 'get', 'registry'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
  return URL.canParse(answer) ? [new URL(answer).host] : [];
}

describe('house rules', () => {
  test('no unfinished work: no TODO, FIXME, XXX or HACK', () => {
    expect(code().flatMap((file) => grep(file, /\b(TODO|FIXME|XXX|HACK)\b/))).toEqual([]);
  });

  test('no test is skipped, focused or a todo', () => {
    const tests = trackedFiles('.test.ts', '.test.tsx', '.spec.ts').filter((file) => file !== SELF);
    expect(
      tests.flatMap((file) => grep(file, /\b(test|it|describe)(\.\w+)*\.(skip|only|todo|fixme|fails|skipIf|runIf)\b/)),
    ).toEqual([]);
  });

  test('tests poll for states: no fixed pauses', () => {
    const tests = trackedFiles('.test.ts', '.spec.ts').filter((file) => file !== SELF);
    expect(tests.flatMap((file) => grep(file, /waitForTimeout|setTimeout\(\s*(resolve|r|done|ok)\b/))).toEqual([]);
  });

  test('type checks are not switched off', () => {
    expect(code().flatMap((file) => grep(file, /@ts-(ignore|nocheck|expect-error)|(oxlint|eslint)-disable/))).toEqual(
      [],
    );
  });

  test('no file has more than 400 lines', () => {
    const long = code().filter((file) => readText(file).split('\n').length > 400);
    expect(long).toEqual([]);
  });

  test('JSX is only in web and ui: Node strips types, not JSX', () => {
    expect(trackedFiles('.tsx').filter((file) => !/^store\/src\/(web|ui)\//.test(file))).toEqual([]);
  });

  test('browser code imports zod as a namespace: other imports bundle the whole library and every language', () => {
    const browser = trackedFiles('.ts', '.tsx').filter(
      (file) => /^store\/src\/(web|ui|shared)\//.test(file) && !file.includes('.test.'),
    );
    expect(browser.flatMap((file) => grep(file, /^import (?!\* as z |type ).*from 'zod'/))).toEqual([]);
  });

  test('no path of a machine and no address of a package registry is committed', () => {
    const files = trackedFiles(...CODE).filter((file) => file !== SELF && file !== 'docs/specification.txt');
    const literal = [`${ROOT}/`, ...(homedir().length > 1 ? [`${homedir()}/`] : []), ...registryHosts()].map((text) =>
      text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    );
    const general = /(^|[\s"'`(=])(\/home\/\w|\/Users\/\w)|[A-Z]:\\Users\\|"resolved": "http/;
    const machine = new RegExp([...literal, general.source].join('|'));
    expect(files.flatMap((file) => grep(file, machine))).toEqual([]);
  });

  test('English and French have the same files of words', () => {
    const filesOf = (language: string) =>
      trackedFiles('.ts')
        .filter((file) => file.startsWith(`store/src/i18n/${language}/`))
        .map((file) => path.basename(file));
    expect(filesOf('en').length).toBeGreaterThan(0);
    expect(filesOf('fr')).toEqual(filesOf('en'));
  });

  test('files are named in kebab-case', () => {
    const odd = trackedFiles('.ts', '.tsx', '.mjs').filter((file) => !/^[a-z0-9$_.-]+$/.test(path.basename(file)));
    expect(odd).toEqual([]);
  });
});
