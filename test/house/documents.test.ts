import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readText, ROOT, trackedFiles } from './source.ts';

/**
 * Documents of the repository. Texts of the site are left out, and so are lists of tests, which have their own tests.
 */
const DOCUMENTS = trackedFiles('.md').filter(
  (file) => !file.startsWith('store/content/') && !['docs/spec-coverage.md', 'docs/constants.md'].includes(file),
);

const FILES = trackedFiles().filter((file) => existsSync(path.join(ROOT, file)));
const NAMES = new Set(FILES.map((file) => path.basename(file)));
const PATHS = new Set(FILES.flatMap((file) => parentsOf(file)));

/** Generated files, files of other machines, and examples in the guides. */
const NOT_TRACKED = /^(store\/build|dist|node_modules|store\/(src\/i18n|content)\/de)(\/|$)|[<>*{}…]|NAME|NNNN/;
const SOURCE_FILE = /\.(ts|tsx|mjs|css|sql|md|ya?ml|conf)$/;
const TOP_FOLDER = /^(store|sandbox|scripts|test|bench|deploy|docs)\//;

/** The file and its parent folders. */
function parentsOf(file: string): string[] {
  const parts = file.split('/');
  return parts.map((_part, at) => parts.slice(0, at + 1).join('/'));
}

/** A path may be relative to the root, to `store`, to `store/src`, or to the document's folder. */
const isPath = (name: string, document: string) =>
  ['', 'store', 'store/src', path.dirname(document)].some((from) => PATHS.has(path.join(from, name)));

/** The words in backticks outside code blocks. Habits name files of other projects. */
const wordsInBackticks = (text: string) =>
  [
    ...text
      .replace(/^## Habits\n[^]*?(?=^## |(?![^]))/m, '')
      .replaceAll(/^ *```[^]*?^ *```/gm, '')
      .matchAll(/`([^`]+)`/g),
  ]
    .flatMap(([, span = '']) => span.split(/\s+/))
    .map((word) => word.replace(/[:,;/]+$/, ''));

/** The anchor that GitHub generates for a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

test.each(DOCUMENTS)('%s names paths that exist', (document) => {
  const missing = wordsInBackticks(readText(document)).filter((word) => {
    if (NOT_TRACKED.test(word)) return false;
    if (TOP_FOLDER.test(word)) return !isPath(word, document);
    return (
      SOURCE_FILE.test(word) && !/^[./]/.test(word) && !(word.includes('/') ? isPath(word, document) : NAMES.has(word))
    );
  });
  expect(missing).toEqual([]);
});

test.each(DOCUMENTS)('%s links to documents and headings that exist', (document) => {
  const links = [...readText(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  const broken = links.filter((link) => {
    if (/^(https?|mailto):/.test(link)) return false;
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? document : path.join(path.dirname(document), file).replace(/\/$/, '');
    if (!PATHS.has(target)) return true;
    const headings = [...readText(target).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
    return anchor !== undefined && !headings.includes(anchor);
  });
  expect(broken).toEqual([]);
});

test('comments name files that exist', () => {
  const named = trackedFiles('.ts', '.tsx', '.mjs', '.yaml', '.conf').flatMap((file) =>
    [...readText(file).matchAll(/^\s*(?:\/\/|\/?\*|#).*$/gm)].flatMap(([comment]) =>
      [
        ...comment.matchAll(
          /(?<![\w/.@-])(?:store|sandbox|scripts|test|bench|deploy|docs)\/[\w./-]+\.(?:tsx?|mjs|md|css|sql)\b/g,
        ),
      ].map(([name]) => `${file}: ${name}`),
    ),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((each) => !PATHS.has(each.split(': ')[1]!))).toEqual([]);
});

test('npm scripts that documents name exist', () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
  const named = DOCUMENTS.flatMap((file) => [...readText(file).matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)]);
  expect([...new Set(named.map(([, name = '']) => name))].filter((name) => !(name in scripts))).toEqual([]);
});

test('log messages that the runbook and the operations guide quote exist', () => {
  const quoted = ['docs/runbook.md', 'docs/operations.md'].flatMap((file) =>
    [...readText(file).matchAll(/\*\*Look\.\*\*[^]*?(?=\n\n)|\(?\blog: `[^`]+`|\| `[a-z ]+` in the log/g)].flatMap(
      ([part]) =>
        [...part.matchAll(/`([a-z]+(?:\s[a-z']+){2,})`/g)].map(([, message = '']) => message.replaceAll('\n', ' ')),
    ),
  );
  const code = trackedFiles('.ts')
    .filter((file) => file.startsWith('store/src/'))
    .map(readText)
    .join('\n');
  const missing = quoted.filter(
    (message) => !message.startsWith('npm ') && !["'", '"', '`'].some((mark) => code.includes(mark + message)),
  );
  expect(quoted.length).toBeGreaterThan(8);
  expect(missing).toEqual([]);
});

test('the index of decisions lists each number once, with its title', () => {
  const files = DOCUMENTS.filter((file) => /^docs\/decisions\/\d{4}-/.test(file)).map((file) => path.basename(file));
  const index = readText('docs/decisions/README.md');
  const unlisted = files.filter((file) => {
    const [, number, title] = /^# (\d{4}) (.+)\n/.exec(readText(`docs/decisions/${file}`)) ?? [];
    return (
      !file.startsWith(`${number}-`) || !index.includes(`| [${number}](${file}) | `) || !index.includes(`| ${title}`)
    );
  });
  expect(unlisted).toEqual([]);
  expect(new Set(files.map((file) => file.slice(0, 4))).size).toBe(files.length);
});

test('documents avoid the words that CONTRIBUTING.md names', () => {
  const words = /use none of these words: ([^.]+)\./.exec(readText('CONTRIBUTING.md').replaceAll('\n', ' '))?.[1] ?? '';
  const avoided = new RegExp(`\\b(${words.split(/,\s+/).join('|')})\\b`, 'i');
  // Lines with ' › ' name tests, whose titles are written elsewhere.
  const found = DOCUMENTS.filter((file) => file !== 'CONTRIBUTING.md').flatMap((file) =>
    readText(file)
      .split('\n')
      .filter((line) => !line.includes(' › ') && avoided.test(line))
      .map((line) => `${file}: ${line}`),
  );
  expect(words.split(',').length).toBeGreaterThan(5);
  expect(found).toEqual([]);
});
