import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { compileContent } from './compile.ts';
import { sentenceOf } from './content-error.ts';

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

const MATTER = {
  title: 'A locked phone',
  description: 'How to see whether a phone is locked.',
  date: '2026-11-20',
  updated: '2026-11-22',
  sources: '[{ title: GSMA, url: "https://www.gsma.com/esim/" }]',
  topic: 'before',
};

function text(body: string, matter: Record<string, string> = {}): string {
  const lines = Object.entries({ ...MATTER, ...matter }).map(([key, value]) => `${key}: ${value}`);
  return `---\n${lines.join('\n')}\n---\n${body}`;
}

/** Compiles files of `content/`. `faults` are messages. A text without a language is written in both. */
function compile(files: Record<string, string>) {
  const root = mkdtempSync(path.join(tmpdir(), 'cairn-content-'));
  roots.push(root);
  for (const [name, body] of Object.entries(files)) {
    for (const file of name.startsWith('*/') ? ['en', 'fr'].map((locale) => name.replace('*', locale)) : [name]) {
      const full = path.join(root, 'content', file);
      mkdirSync(path.dirname(full), { recursive: true });
      writeFileSync(full, body);
    }
  }
  const { faults, ...rest } = compileContent(root, ['/plans/local/japan']);
  return { ...rest, faults: faults.map(sentenceOf) };
}

test('compiles a text to sections, headings, words and links in its language', () => {
  const { articles, faults, externalLinks } = compile({
    '*/help/locked.md': text(
      'First [Japan](/plans/local/japan).\n\n## The check {#check}\n\n1. Open **Settings**\n\n### Then {#then}\n\n' +
        'See [the list](https://example.com/list).\n\n![A phone](drawing:phone)\n',
    ),
    'drawings/phone.svg': '<svg viewBox="0 0 10 10"><path fill="var(--text)" d="M0 0h1"/></svg>',
  });
  expect(faults).toEqual([]);
  const french = articles.find(({ locale }) => locale === 'fr')!;
  expect(french).toMatchObject({ kind: 'help', slug: 'locked', topic: 'before', minutes: 1 });
  expect(french.headings).toEqual([
    { id: 'check', text: 'The check', level: 2 },
    { id: 'then', text: 'Then', level: 3 },
  ]);
  expect(french.sections.map(({ id }) => id)).toEqual([null, 'check']);
  expect(french.sections[0]!.blocks).toEqual([
    { kind: 'html', html: '<p>First <a href="/fr/plans/local/japan">Japan</a>.</p>\n' },
  ]);
  const [block] = french.sections[1]!.blocks;
  const html = block!.kind === 'html' ? block!.html : '';
  expect(html).toContain('<h3 id="then">Then</h3>');
  expect(html).toContain('target="_blank" rel="noopener">the list<span class="sr"> (nouvel onglet)</span></a>');
  expect(html).toContain('<figure><svg class="drawing" role="img" aria-label="A phone" viewBox="0 0 10 10">');
  expect(french.text).toBe('First Japan. The check Open Settings Then See the list.');
  expect(externalLinks).toEqual(['https://example.com/list', 'https://www.gsma.com/esim/']);
});

test('gives legal clauses their summaries and numbers', () => {
  const { articles, faults } = compile({
    '*/legal/terms/1.md': text('## 1. Who {#who}\n\n> Us.\n\nThe whole clause.\n', {
      version: '1',
      changes: 'First version.',
      topic: '',
    }).replace('topic: \n', ''),
  });
  expect(faults).toEqual([]);
  expect(articles[0]).toMatchObject({ slug: 'terms/1', version: 1 });
  expect(articles[0]!.sections).toEqual([
    {
      id: 'who',
      title: '1. Who',
      summary: '<p>Us.</p>\n',
      blocks: [{ kind: 'html', html: '<p>The whole clause.</p>\n' }],
    },
  ]);
});

test('inserts French non-breaking spaces, and reports a sign without one', () => {
  const { articles, faults } = compile({
    'en/help/a.md': text('Really?'),
    'fr/help/a.md': text('Vraiment ? Oui : « 5 Go »; non.\n\nAh!'),
  });
  expect(articles.find(({ locale }) => locale === 'fr')!.text).toContain(
    'Vraiment\u202F? Oui\u00A0: «\u00A05\u00A0Go\u00A0»',
  );
  expect(faults).toEqual([
    'content/fr/help/a.md:9: "»;": French needs a space before the sign',
    'content/fr/help/a.md:11: "Ah!": French needs a space before the sign',
  ]);
});

test.each<[string, Record<string, string>, string]>([
  [
    'a missing translation',
    { 'en/help/a.md': text('x') },
    'content/en/help/a.md:1: is missing or invalid in the other language: content/fr/help/a.md',
  ],
  ['an unknown key', { '*/help/a.md': text('x', { tags: '[a]' }) }, 'content/en/help/a.md:8: tags: is an unknown key'],
  [
    'a missing key',
    { '*/help/a.md': text('x').replace('title: A locked phone\n', '') },
    'content/en/help/a.md:1: title: must be text',
  ],
  [
    'an invalid date',
    { '*/help/a.md': text('x', { date: '2026-02-30' }) },
    'content/en/help/a.md:4: date: must be a date such as 2026-11-22',
  ],
  ['broken YAML', { '*/help/a.md': '---\ntitle: "x\n---\nx' }, 'content/en/help/a.md:3: Missing closing "quote'],
  [
    'no front matter',
    { '*/help/a.md': 'x' },
    'content/en/help/a.md:1: must begin with front matter between two lines of ---',
  ],
  [
    'raw HTML',
    { '*/help/a.md': text('fine\n\n<script>x</script>') },
    'content/en/help/a.md:11: raw HTML: write Markdown',
  ],
  [
    'a heading without an id',
    { '*/help/a.md': text('## X') },
    'content/en/help/a.md:9: the heading "X" needs an id: ## X {#some-id}',
  ],
  [
    'a dead link',
    { '*/help/a.md': text('x\n\n[y](/help/b)') },
    'content/en/help/a.md:11: the link "/help/b" leads nowhere',
  ],
  [
    'a dead anchor',
    { '*/help/a.md': text('[y](#b)') },
    'content/en/help/a.md:9: the link "#b" links to a missing heading',
  ],
  [
    'a link without https',
    { '*/help/a.md': text('[y](http://x.org)') },
    'content/en/help/a.md:9: the link "http://x.org" must be a page of ours, such as /help/apn, or an https:// address',
  ],
  [
    'headings that differ',
    { 'en/help/a.md': text('## A {#a}'), 'fr/help/a.md': text('## A {#b}') },
    'content/en/help/a.md:1: headings differ from content/fr/help/a.md: ["## a"] and ["## b"]',
  ],
  ['an unknown fact', { '*/help/a.md': text('{{fact:shoeSize}}') }, 'content/en/help/a.md:9: unknown fact "shoeSize"'],
  ['an unknown part', { '*/help/a.md': text('{{part:circus}}') }, 'content/en/help/a.md:9: unknown part "circus"'],
  [
    'a clause without a summary',
    { '*/legal/terms/1.md': text('## A {#a}\n\nx').replace('topic: before', 'version: 1\nchanges: x') },
    'content/en/legal/terms/1.md:12: the clause "A" must begin with its summary: > …',
  ],
  [
    'a photo',
    { '*/help/a.md': text('![x](/x.png)') },
    'content/en/help/a.md:9: "/x.png": a picture must be a drawing: ![…](drawing:name)',
  ],
  [
    'a drawing with a colour',
    { '*/help/a.md': text('![x](drawing:x)'), 'drawings/x.svg': '<svg viewBox="0 0 1 1"><path fill="#fff"/></svg>' },
    'content/en/help/a.md:9: the drawing "x": contains a colour: use var(--…) or currentColor, which follow the theme',
  ],
])('refuses %s, with file and line', (_name, files, fault) => {
  expect(compile(files).faults.some((sentence) => sentence.startsWith(fault)) || compile(files).faults).toBe(true);
});
