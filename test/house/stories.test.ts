import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readText } from './source.ts';

const SRC = 'store/src';
const MAX_FILES = 5;

type Step = { file: string; by: { kind: 'calling' | 'the job' | 'the notice'; name: string } | undefined };

/** The stories of docs/architecture.md, each with its files in order. */
function storiesOf(document: string): [title: string, steps: Step[]][] {
  const section = document.split('## Three stories, walked\n')[1]!.split('\n## ')[0]!;
  return [...section.matchAll(/^(.+):\n((?:\d\. .+\n)+)/gm)].map(([, title, lines]) => [
    title!,
    [...lines!.matchAll(/`([\w/-]+\.ts)`(?: by (calling|the job|the notice) `([\w-]+)`)?/g)].map(
      ([, file, kind, name]) => ({
        file: file!,
        by: kind === undefined ? undefined : { kind: kind as 'calling', name: name! },
      }),
    ),
  ]);
}

const textOf = (file: string) => readText(`${SRC}/${file}`);

function importsOf(file: string): string[] {
  return [...textOf(file).matchAll(/\bfrom '(\.[^']+\.ts)'/g)].map(([, target]) =>
    path.join(path.dirname(file), target!),
  );
}

/** What a file imports, directly or indirectly, types included. */
function reachedFrom(file: string, seen = new Set<string>()): Set<string> {
  for (const target of importsOf(file))
    if (!seen.has(target)) {
      seen.add(target);
      reachedFrom(target, seen);
    }
  return seen;
}

/** True for a file that exports or defines this function. */
const makes = (file: string, name: string) =>
  new RegExp(`export (async )?function (create)?${name}\\b|^ +(async )?${name}[(:]`, 'im').test(textOf(file));

const STORIES = storiesOf(readText('docs/architecture.md'));

test('architecture.md walks three stories', () => {
  expect(STORIES.map(([title]) => title)).toEqual([
    'An order to its row',
    'A webhook to the eSIM on screen',
    'A password to Argon2',
  ]);
});

describe.each(STORIES)('%s', (_title, steps) => {
  test(`is at most ${MAX_FILES} files long, and each file is reached from the one before`, () => {
    expect(steps.length).toBeGreaterThan(2);
    expect(steps.length).toBeLessThanOrEqual(MAX_FILES);
    steps.slice(1).forEach(({ file, by }, at) => {
      const before = steps[at]!.file;
      const link = `${before} → ${file} by ${by?.kind} ${by?.name}`;
      if (by?.kind === 'calling') {
        expect(textOf(before), link).toMatch(new RegExp(`\\b${by.name}\\(`));
        expect(makes(file, by.name), link).toBe(true);
        expect(reachedFrom(before), link).toContain(file);
        expect(reachedFrom(file), `${link}: no arrow back up`).not.toContain(before);
      } else if (by?.kind === 'the job') {
        const queuedIn = [before, ...importsOf(before)].filter((each) => textOf(each).includes(`'${by.name}'`));
        expect(queuedIn, link).not.toEqual([]);
        const [, flow] = new RegExp(`'${by.name}': .*services\\.(\\w+)`).exec(textOf('worker.ts')) ?? [];
        expect(makes(file, flow ?? 'no such task'), link).toBe(true);
      } else {
        expect(textOf(before), link).toMatch(new RegExp(`notices\\.${by?.name}\\(`));
        expect(textOf(file), link).toMatch(/notices\.onOrder\(/);
      }
    });
  });
});
