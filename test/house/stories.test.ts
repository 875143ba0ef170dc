import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readText } from './source.ts';

const KINDS = ['calling', 'the port', 'the job', 'the notice', 'the request'] as const;

type Link = { kind: (typeof KINDS)[number]; name: string };
type Step = { file: string; by: Link | undefined };

const STEP = new RegExp(`\\d+\\. \`([\\w/.-]+\\.ts)\`(?: by (${KINDS.join('|')}) \`([\\w:-]+)\`)?`, 'g');

/** The stories of docs/architecture.md, each with its files in order; paths are those of the repository. */
function storiesOf(document: string): [title: string, steps: Step[]][] {
  const section = document.split('## Four stories, walked\n')[1]!.split('\n## ')[0]!;
  return [...section.matchAll(/^(.+):\n((?:\d+\. .+\n)+)/gm)].map(([, title, lines]) => [
    title!,
    [...lines!.matchAll(STEP)].map(([, file, kind, name]) => ({
      file: `store/src/${file}`,
      by: kind === undefined ? undefined : { kind: kind as Link['kind'], name: name! },
    })),
  ]);
}

const textOf = readText;

const importsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/\bfrom '(\.[^']+\.ts)'/g)].map(([, target]) => path.join(path.dirname(file), target!));

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
  new RegExp(`(export )?(async )?function (create)?${name}\\b|^ +(async )?${name}[(:]`, 'im').test(textOf(file));

const calls = (file: string, name: string) => new RegExp(`\\b${name}\\(`).test(textOf(file));

/** True when this file is reached so from the one before. */
const LINKS: Record<Link['kind'], (before: string, file: string, name: string) => boolean> = {
  calling: (before, file, name) => calls(before, name) && makes(file, name) && reachedFrom(before).has(file),
  'the port': (before, file, name) => new RegExp(`\\.${name}\\(`).test(textOf(before)) && makes(file, name),
  'the job': (before, file, name) => {
    const [, flow] = new RegExp(`'${name}': .*services\\.(?:\\w+\\.)?(\\w+)`).exec(textOf('store/src/worker.ts')) ?? [];
    const isQueued = [before, ...reachedFrom(before)].some((each) => textOf(each).includes(`'${name}'`));
    return isQueued && makes(file, flow ?? 'no such task');
  },
  'the notice': (before, file, name) =>
    textOf(before).includes(`notices.${name}(`) && textOf(file).includes('notices.onOrder('),
  'the request': (_before, file, name) => textOf(file).includes(name),
};

const STORIES = storiesOf(readText('docs/architecture.md'));

test('architecture.md walks four stories', () => {
  expect(STORIES.map(([title, steps]) => [title, steps.length > 4])).toEqual([
    ['An order, from `POST /api/orders` to the payment page', true],
    ["A payment, from the provider's event to the wholesaler, the screen and the mailbox", true],
    ['A password, from the form to its hash', true],
    ['A refund, from the command line to the provider and the mailbox', true],
  ]);
});

describe.each(STORIES)('%s', (_title, steps) => {
  test('each file is reached from one above it, which it does not import', () => {
    steps.slice(1).forEach(({ file, by }, at) => {
      const above = steps.slice(0, at + 1).map((each) => each.file);
      const link = `${file} by ${by?.kind} ${by?.name}`;
      const callers = above.filter((before) => by && LINKS[by.kind](before, file, by.name));
      expect(callers, link).not.toEqual([]);
      if (by?.kind !== 'calling') return;
      expect(
        callers.filter((each) => !reachedFrom(file).has(each)),
        `${link}: no arrow back up`,
      ).not.toEqual([]);
    });
  });
});
