import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv/dist/2020.js';
import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nameOf } from '#src/shared/devices/device-name.ts';
import { addressIn, isPublicPath, specifiedPath } from '#src/shared/page-address.ts';
import { PUBLIC_PATHS } from '#src/shared/public-paths.ts';
import { type CrawledPage, crawl, languageOf, rawTexts, untranslated } from '#test/support/crawl.ts';
import { FULL } from '#test/support/full.ts';
import { until } from '#test/support/wire.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';
import structuredData from '../support/structured-data.schema.json' with { type: 'json' };

/**
 * A crawler follows every link from `/` and `/fr`. It reads some destinations of each kind, and all of them in `npm run
 * test:full`.
 */

const EXTERNAL_LINKS = readFileSync(path.join(import.meta.dirname, '../../store/content/external-links.txt'), 'utf8');
const OF_EACH_KIND = 2;
/** Feeds and downloads are not pages. */
const FILE = /\.(?:xml|svg|png|pdf)$/;

let world: World;
let pages: CrawledPage[];
const byPath = new Map<string, CrawledPage>();

beforeAll(async () => {
  world = await startBuiltWorld();
  await until(async () => (await world.services.catalogue.faults()).length === 0, { what: 'plans are checked' });
  const followed = await sampleDestinations();
  const found = await crawl(world.app.url, ['/', '/fr'], (path) => {
    const specified = specifiedPath(path);
    const slug = /^\/plans\/(?:local|regional)\/([^/]+)$/.exec(specified)?.[1];
    return isPublicPath(path) && !FILE.test(path) && (slug === undefined || followed(slug));
  });
  pages = found.toSorted((a, b) => a.path.localeCompare(b.path));
  for (const page of pages) byPath.set(page.path, page);
}, 600_000);
afterAll(() => world?.close());

/**
 * Which destinations to read: the first few of each kind, with and without their own plans, and of places within a
 * country.
 */
async function sampleDestinations(): Promise<(slug: string) => boolean> {
  if (FULL) return () => true;
  const all = await world.services.catalogue.destinations();
  const kinds = Map.groupBy(all, ({ kind, own, within }) => `${kind} ${own} ${within !== null}`);
  const sample = new Set([...kinds.values()].flatMap((some) => some.slice(0, OF_EACH_KIND).map(({ slug }) => slug)));
  return (slug) => sample.has(slug) || !all.some((each) => each.slug === slug);
}

/** The faults by page. An empty list is easier to read than the first of many failures. */
function complaints(check: (page: CrawledPage) => readonly unknown[]): string[] {
  return pages.flatMap((page) => check(page).map((each) => `${page.path}: ${String(each)}`));
}

/**
 * Names that are the same in both languages: destinations, networks of the pages read, companies and software on the
 * legal pages.
 */
async function namesOf(read: CrawledPage[]): Promise<Set<string>> {
  const { catalogue } = world.services;
  const names = new Set((await catalogue.destinations()).flatMap(({ name }) => [name.en, name.fr]));
  for (const name of ['Défenseur des droits', 'React', 'React DOM', 'IANA time zone database 2025b']) names.add(name);
  for (const { company } of world.services.legalPages.find('privacy', undefined, 'en')!.parts.processors)
    names.add(company);
  // Model names are listed in rows that state the shared words once.
  for (const { maker, models } of world.services.devices.own)
    for (const { name } of models) {
      const words = nameOf({ maker, name }).split(' ');
      for (const start of words.keys()) names.add(words.slice(start).join(' '));
    }
  for (const slug of new Set(read.map(({ path }) => path.split('/').at(-1)!))) {
    const [details, covered] = await Promise.all([catalogue.destination(slug), catalogue.coveredBy(slug)]);
    const networks = [...(details?.wide ?? []), ...covered, ...(details?.offer ? [details.offer] : [])];
    for (const { operators } of networks) for (const { name } of operators) names.add(name);
    for (const { name } of details?.knownNetworks ?? []) names.add(name);
  }
  return names;
}

/** Whether the fragment of a link is missing on its page. Pages that were not read count as correct. */
function isLost(link: string): boolean {
  const { pathname, hash } = new URL(link, world.app.url);
  const page = byPath.get(pathname);
  return page !== undefined && hash !== '' && !page.ids.has(decodeURIComponent(hash.slice(1)));
}

const absolute = (path: string) => new URL(path, world.services.config.publicUrl).href;

describe('a crawler over all links', () => {
  it('finds the pages in both languages and no broken link', async () => {
    expect(pages.length).toBeGreaterThan(30);
    const sections = PUBLIC_PATHS.flatMap((path) => [path, addressIn('fr', path)]);
    expect(sections.filter((path) => !byPath.has(path))).toEqual([]);
    for (const path of ['/plans/local/france', '/plans/regional/europe', '/plans/global'])
      for (const address of [path, addressIn('fr', path)]) expect(byPath.has(address), address).toBe(true);
    expect(complaints(({ status }) => (status === 200 ? [] : [status]))).toEqual([]);
    expect(complaints(({ anchors }) => anchors.filter(isLost))).toEqual([]);
    const files = [...new Set(pages.flatMap((page) => page.files))];
    const lost = await Promise.all(
      files.map(async (file) => ((await fetch(world.app.url + file, { method: 'HEAD' })).ok ? [] : [file])),
    );
    expect(lost.flat()).toEqual([]);
  });

  it('each page is in its language, with one h1 and its own title and description', () => {
    expect(complaints(({ path, language }) => (language === languageOf(path) ? [] : [language]))).toEqual([]);
    expect(complaints(({ headings }) => (headings === 1 ? [] : [`${headings} h1`]))).toEqual([]);
    expect(complaints(({ description = '' }) => (description.length >= 40 ? [] : [description]))).toEqual([]);
    for (const language of ['en', 'fr']) {
      const ofLanguage = pages.filter((page) => page.language === language);
      for (const words of ['title', 'description'] as const) {
        const twice = [...Map.groupBy(ofLanguage, (page) => page[words])]
          .filter(([, of]) => of.length > 1)
          .map(([text, of]) => [text, of.map(({ path }) => path)]);
        expect(twice).toEqual([]);
      }
    }
  });

  it('external links open in a new tab without access to our window, and are listed', () => {
    const isSafe = (tag: string) => tag.includes('target="_blank"') && /rel="[^"]*\bnoopener\b/.test(tag);
    expect(complaints(({ outside }) => outside.filter(({ tag }) => !isSafe(tag)).map(({ tag }) => tag))).toEqual([]);
    const listed = new Set(EXTERNAL_LINKS.split('\n'));
    expect(complaints(({ outside }) => outside.map(({ href }) => href).filter((href) => !listed.has(href)))).toEqual(
      [],
    );
  });

  it('each page has its canonical URL and both languages, and links on a /fr page stay in French', () => {
    expect(
      complaints(({ path, canonical, alternates }) => {
        const en = absolute(addressIn('en', path));
        const wanted = { en, fr: absolute(addressIn('fr', path)), 'x-default': en };
        return JSON.stringify([canonical, alternates]) === JSON.stringify([absolute(path), wanted]) ? [] : [canonical];
      }),
    ).toEqual([]);
    expect(
      complaints(({ path, links }) =>
        links.filter((link) => isPublicPath(link) && !FILE.test(link) && languageOf(link) !== languageOf(path)),
      ),
    ).toEqual([]);
  });

  it('no text is untranslated, and no raw key or empty value shows', async () => {
    const names = await namesOf(pages);
    expect(complaints(rawTexts)).toEqual([]);
    expect(
      complaints((page) => {
        const english = page.language === 'fr' ? byPath.get(specifiedPath(page.path)) : undefined;
        return english === undefined ? [] : untranslated(english, page, names);
      }),
    ).toEqual([]);
  });

  it('the sitemap has every page found and no others', async () => {
    const xml = await (await fetch(`${world.app.url}/sitemap.xml`)).text();
    const listed = new Set([...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url!).pathname));
    expect(complaints(({ path }) => (listed.has(path) ? [] : ['not in the site map']))).toEqual([]);
    if (FULL) expect([...listed].filter((path) => !byPath.has(path))).toEqual([]);
  });

  it("structured data meets Google's requirements: a product with offers on each destination, a breadcrumb, and the organisation", () => {
    const validate = new Ajv({ allErrors: true, strict: true, strictTypes: false, strictRequired: false }).compile(
      structuredData,
    );
    expect(
      complaints(({ structuredData }) =>
        structuredData.flatMap((each) =>
          validate(each) ? [] : [`${each['@type']} ${JSON.stringify(validate.errors)}`],
        ),
      ),
    ).toEqual([]);
    expect(
      complaints(({ path, structuredData }) => {
        const types = structuredData.map((each) => each['@type']);
        const specified = specifiedPath(path);
        const wanted = specified === '/' ? ['Organization'] : ['BreadcrumbList'];
        if (/^\/plans\/(?:(?:local|regional)\/.+|global)$/.test(specified)) wanted.push('Product');
        if (/^\/blog\/(?!topic\/).+$/.test(specified)) wanted.push('Article');
        return wanted.every((type) => types.includes(type)) ? [] : [types];
      }),
    ).toEqual([]);
  });

  it('the HTML is valid', async () => {
    const validator = new HtmlValidate({
      extends: ['html-validate:recommended'],
      rules: {
        // The spelling that React renders.
        'void-style': 'off',
        'attr-case': 'off',
        'attribute-boolean-style': 'off',
        'doctype-style': 'off',
        'no-trailing-whitespace': 'off',
        'attribute-empty-style': 'off',
        'valid-id': ['error', { relaxed: true }],
        'long-title': 'off',
        // The bar and the drawer have the same entries. CSS hides one of them at any width.
        'unique-landmark': 'off',
        // The search on the first screen has a link as its button, as specified. Enter submits the form.
        'wcag/h32': 'off',
      },
    });
    const found: string[] = [];
    // Both languages come from the same components.
    for (const { path, html } of pages.filter(({ language }) => FULL || language === 'fr')) {
      // The style sheet is most of a page and is not HTML.
      const document = html.replace(/(<style[^>]*>)[\s\S]*?<\/style>/g, '$1</style>');
      const { results } = await validator.validateString(document, path);
      for (const { ruleId, message, offset } of results.flatMap(({ messages }) => messages))
        found.push(`${path}: ${ruleId}: ${message}: ${document.slice(offset, offset + 100)}`);
    }
    expect(found).toEqual([]);
  }, 300_000);
});
