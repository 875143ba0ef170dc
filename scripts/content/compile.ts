import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type Article, CONTENT_KINDS, type ContentKind } from '#src/content/types.ts';
import { LOCALES, type Locale } from '#src/shared/locale.ts';
import { paths } from '#src/shared/paths.ts';
import { PUBLIC_PATHS } from '#src/shared/public-paths.ts';
import type { ContentError } from './content-error.ts';
import { withFrenchBlanks } from './french.ts';
import { readFrontMatter } from './front-matter.ts';
import { compileBody, type CompiledBody } from './markdown.ts';

type Text = { file: string; article: Article; body: CompiledBody };

/** Languages with a complete set of texts. Missing texts of other languages show in English. */
const WHOLE: readonly Locale[] = ['en', 'fr'];

const WORDS_A_MINUTE = 220;

/** Pages that a text may link to besides public pages and other texts. */
const OTHER_PAGES = [
  paths.auth(),
  paths.profile(),
  paths.settings(),
  paths.notices(),
  paths.cards(),
  paths.refunds(),
  '/offline',
];

/** Routes of the specification. Texts may link to them, whether the page is public, made of texts, or built last. */
const SPECIFIED_PAGES = [
  paths.help(),
  paths.helpInstallation(),
  paths.helpDevices(),
  paths.contact(),
  paths.blog(),
  paths.terms(),
  paths.privacy(),
  paths.refundPolicy(),
  paths.compliance(),
];

/**
 * Compiles all texts in `content/` of `root`. Reports every fault of a text, and every difference between the
 * languages: a text, a heading, a link, a drawing. `destinations`: the paths of destination pages.
 */
export function compileContent(
  root: string,
  destinations: readonly string[],
): { articles: Article[]; faults: ContentError[]; externalLinks: string[] } {
  const faults: ContentError[] = [];
  const texts = LOCALES.flatMap((locale) => CONTENT_KINDS.flatMap((kind) => compileKind(root, locale, kind, faults)));
  for (const text of texts) compareLanguages(text, texts, faults);
  const anchors = new Map(
    texts.map(({ article, body }) => [addressOf(article), new Set(body.headings.map(({ id }) => id))]),
  );
  for (const text of texts)
    checkLinks(text, anchors, new Set([...PUBLIC_PATHS, ...OTHER_PAGES, ...SPECIFIED_PAGES, ...destinations]), faults);
  const externalLinks = new Set(
    texts.flatMap(({ article, body }) => [
      ...article.sources.map(({ url }) => url),
      ...body.links.map(({ target }) => target).filter((target) => target.startsWith('https://')),
    ]),
  );
  faults.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
  return {
    articles: texts.map(({ article }) => article).sort(byTopicOrder),
    faults,
    externalLinks: [...externalLinks].sort(),
  };
}

/** The route of a text. For a legal document, the route of that version. */
export function addressOf({ kind, slug }: Pick<Article, 'kind' | 'slug'>): string {
  return `/${kind}/${slug}`;
}

function compileKind(root: string, locale: Locale, kind: ContentKind, faults: ContentError[]): Text[] {
  const folder = path.join(root, 'content', locale, kind);
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort();
  return files.flatMap((name) => {
    const file = path.join('content', locale, kind, name);
    const report = (line: number, message: string) => void faults.push({ file, line, message });
    const slug = name.slice(0, -'.md'.length).split(path.sep).join('/');
    const front = readFrontMatter(readFileSync(path.join(root, file), 'utf8'), kind, report);
    if (!front) return [];
    const { matter } = front;
    if ('version' in matter && slug.split('/').at(-1) !== String(matter.version))
      report(1, `version: is ${matter.version}, the file says ${slug}`);
    if ('place' in matter && !existsSync(path.join(root, 'public', 'maps', `${matter.place}.svg`)))
      report(1, `place: there is no public/maps/${matter.place}.svg`);
    const body = compileBody(front.body, {
      locale,
      bodyLine: front.bodyLine,
      withSummaries: kind === 'legal',
      drawing: (drawing) => readDrawing(root, drawing),
      report,
    });
    const inLanguage = locale === 'fr' ? withFrenchBlanks : (words: string) => words;
    const article: Article = {
      kind,
      slug,
      locale,
      title: inLanguage(matter.title),
      description: inLanguage(matter.description),
      date: matter.date,
      updated: matter.updated,
      sources: matter.sources,
      topic: 'topic' in matter ? matter.topic : null,
      place: 'place' in matter ? matter.place : null,
      order: ('order' in matter ? matter.order : undefined) ?? Number.MAX_SAFE_INTEGER,
      aliases: ('aliases' in matter ? matter.aliases : undefined) ?? [],
      version: 'version' in matter ? matter.version : null,
      changes: 'changes' in matter ? inLanguage(matter.changes) : null,
      minutes: Math.max(1, Math.round(body.text.split(' ').length / WORDS_A_MINUTE)),
      headings: body.headings,
      sections: body.sections,
      text: body.text,
    };
    return [{ file, article, body }];
  });
}

function readDrawing(root: string, name: string): string {
  if (!/^[a-z0-9-]+$/.test(name)) throw new Error('is not the name of a drawing');
  const file = path.join(root, 'content', 'drawings', `${name}.svg`);
  if (!existsSync(file)) throw new Error(`there is no content/drawings/${name}.svg`);
  return readFileSync(file, 'utf8');
}

function compareLanguages({ file, article, body }: Text, texts: Text[], faults: ContentError[]): void {
  const report = (message: string) => void faults.push({ file, line: 1, message });
  for (const locale of LOCALES.filter((other) => other !== article.locale)) {
    const other = texts.find(
      (text) =>
        text.article.locale === locale && text.article.kind === article.kind && text.article.slug === article.slug,
    );
    if (!other) {
      if (WHOLE.includes(locale))
        report(`is missing or invalid in the other language: content/${locale}/${article.kind}/${article.slug}.md`);
      continue;
    }
    // Reported once, for the English text.
    if (article.locale !== 'en') continue;
    const parts: [string, (text: Text) => unknown][] = [
      ['headings', (text) => text.body.headings.map(({ id, level }) => `${'#'.repeat(level)} ${id}`)],
      [
        'links to pages',
        (text) =>
          text.body.links
            .map(({ target }) => target)
            .filter((target) => /^[/#]/.test(target))
            .sort(),
      ],
      ['drawings', (text) => text.body.drawings],
      ['parts', (text) => text.body.parts],
      [
        'topic, place, order, version and date',
        ({ article: { topic, place, order, version, date } }) => [topic, place, order, version, date],
      ],
    ];
    for (const [name, of] of parts) {
      const [ours, theirs] = [of({ file, article, body }), of(other)].map((value) => JSON.stringify(value));
      if (ours !== theirs) report(`${name} differ from ${other.file}: ${ours} and ${theirs}`);
    }
  }
}

function checkLinks(
  { file, article, body }: Text,
  anchors: Map<string, Set<string>>,
  pages: Set<string>,
  faults: ContentError[],
): void {
  for (const { target, line } of body.links) {
    const report = (message: string) => void faults.push({ file, line, message: `the link "${target}" ${message}` });
    if (target.startsWith('https://') || target.startsWith('mailto:')) continue;
    if (!/^[/#]/.test(target)) {
      report('must be a page of ours, such as /help/apn, or an https:// address');
      continue;
    }
    const [address = '', anchor] = (target.startsWith('#') ? addressOf(article) + target : target).split('#');
    const page = address.split('?')[0]!;
    const ids = anchors.get(page);
    if (!ids && !pages.has(page) && !isDocument(page, anchors)) report('leads nowhere');
    else if (ids && anchor !== undefined && !ids.has(anchor)) report('links to a missing heading');
  }
}

/** `/legal/terms`: the current version of a document. */
function isDocument(page: string, anchors: Map<string, Set<string>>): boolean {
  return page.startsWith('/legal/') && [...anchors.keys()].some((address) => address.startsWith(`${page}/`));
}

function byTopicOrder(a: Article, b: Article): number {
  return a.order - b.order || b.date.localeCompare(a.date) || a.slug.localeCompare(b.slug);
}
