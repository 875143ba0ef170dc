import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BLOG_TOPICS } from '#src/shared/topics.ts';
import { until } from '#test/support/wire.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startBuiltWorld();
  await until(async () => (await world.services.catalogue.faults()).length === 0, { what: 'plans are checked' });
}, 300_000);
afterAll(() => world?.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(world.app.url + path, { headers: { accept: 'text/html', ...headers } });
const html = async (path: string) => (await get(path)).text();
const textOf = (page: string) =>
  page
    .replace(/<(script|style)[\s>][\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe('about, press and careers', () => {
  it('about shows the current counts of the catalogue', async () => {
    const page = textOf(await html('/about'));
    const { catalogue } = world.services;
    const own = (await catalogue.destinations()).filter(({ kind, own }) => kind === 'local' && own);
    expect(page).toContain(`plans ${await catalogue.planCount()}`);
    expect(page).toContain(`destinations with a plan of their own ${own.length}`);
    expect(page).toContain('the lowest price $3.50');
  });

  it('facts that the merchant does not state are omitted with their panel', async () => {
    for (const path of ['/about', '/press', '/careers']) {
      const page = textOf(await html(path));
      expect(page, path).not.toContain('Company facts');
      expect(page, path).not.toContain('undefined');
    }
  });

  it('the contact page is among the pages of the company, and promises no facts that nobody states', async () => {
    const main = /<main[\s\S]*<\/main>/.exec(await html('/contact'))?.[0] ?? '';
    for (const path of ['/about', '/press', '/careers']) expect(main).toContain(`href="${path}"`);
    expect(main).toMatch(/<a[^>]*aria-current="page"[^>]*>Contact</);
    expect(main).not.toContain('/legal/compliance#notice');
  });

  it('the press page has the logo as SVG and PNG for light and dark backgrounds', async () => {
    const page = await html('/press');
    const files = [...new Set([...page.matchAll(/href="(\/press\/[^"]+)"/g)].map(([, file]) => file!))];
    expect(files.toSorted()).toEqual(
      ['dark.png', 'dark.svg', 'light.png', 'light.svg'].map((name) => `/press/mark-${name}`),
    );
    for (const file of files) {
      const answer = await get(file);
      expect(answer.status, file).toBe(200);
      expect(answer.headers.get('content-type'), file).toContain(file.endsWith('png') ? 'image/png' : 'image/svg+xml');
    }
  });

  it('the press page has the counts of the catalogue and the way to ask', async () => {
    const page = await html('/press');
    expect(textOf(page)).toContain(`plans ${await world.services.catalogue.planCount()}`);
    expect(textOf(page)).not.toContain('dots on the map');
    expect(page).toContain('href="/contact"');
  });

  it('careers without open positions says so and links to the contact page', async () => {
    const page = await html('/fr/careers');
    expect(textOf(page)).toContain('Aucun poste n’est ouvert en ce moment.');
    for (const href of ['/fr/contact', '/fr/about', '/fr/help', '/fr/legal/compliance#accessibility'])
      expect(page, href).toContain(`href="${href}"`);
  });
});

describe('the blog', () => {
  it('lists every article of the language on the index and on its topic page', async () => {
    for (const [path, locale] of [
      ['/blog', 'en'],
      ['/fr/blog', 'fr'],
    ] as const) {
      const articles = world.services.content.list('blog', locale);
      expect(articles.length).toBeGreaterThanOrEqual(6);
      const index = await html(path);
      for (const { slug } of articles) expect(index).toContain(`href="${path}/${slug}"`);
      for (const topic of BLOG_TOPICS) {
        const page = await html(`${path}/topic/${topic}`);
        for (const article of articles)
          expect(page.includes(`href="${path}/${article.slug}"`), `${topic} ${article.slug}`).toBe(
            article.topic === topic,
          );
      }
    }
  });

  it('an article has contents, drawing, sources and one next step, and is an Article with its own preview picture', async () => {
    const page = await html('/blog/where-your-data-comes-out');
    expect(page).toContain('<svg class="drawing" role="img"');
    expect(page).toContain('<h2 id="sources">');
    expect(page).toMatch(/id="next"[\s\S]*href="\/plans\/regional\/asia"/);
    const thing = [...page.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)]
      .map(([, json]) => JSON.parse(json!))
      .find((each) => each['@type'] === 'Article');
    expect(thing).toMatchObject({
      headline: 'Where your data comes out',
      inLanguage: 'en',
      datePublished: '2026-11-22',
    });
    const picture = await get(new URL(thing.image).pathname);
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(page).toContain(`<meta property="og:image" content="${thing.image}"/>`);
    expect(page).toContain('<meta property="og:type" content="article"/>');
  });

  it('prices in an article come from the catalogue', async () => {
    const page = textOf(await html('/blog/regional-or-local'));
    const europe = await world.services.catalogue.offer('europe');
    for (const { price } of europe!.plans) expect(page).toContain(`$${(price.amount / 100).toFixed(2)}`);
  });

  it('an unknown article or topic is a 404 with a search, a few articles and a link to all of them', async () => {
    for (const path of ['/blog/no-such-article', '/blog/topic/cats', '/fr/blog/no-such-article']) {
      const answer = await get(path);
      expect(answer.status, path).toBe(404);
      const page = await answer.text();
      const root = path.startsWith('/fr') ? '/fr' : '';
      expect(page, path).toContain(`action="${root}/plans"`);
      expect(page, path).toContain(`href="${root}/blog"`);
      expect(page, path).toContain(`href="${root}/blog/data-by-habit"`);
    }
  });
});

describe('the RSS feed', () => {
  it.each([
    ['/blog/rss.xml', 'en', '/blog'],
    ['/fr/blog/rss.xml', 'fr', '/fr/blog'],
  ] as const)('%s is RSS 2.0 with absolute URLs, and the blog links to it', async (path, locale, blog) => {
    const answer = await get(path);
    expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    const xml = await answer.text();
    const all = (pattern: RegExp) => [...xml.matchAll(pattern)].map(([, found]) => found!);
    const articles = world.services.content.list('blog', locale);
    expect(all(/<item>[\s\S]*?<guid isPermaLink="true">([^<]+)<\/guid>/g)).toEqual(
      articles.map(({ slug }) => new URL(`${blog}/${slug}`, world.services.config.publicUrl).href),
    );
    expect(all(/<(?:link|guid)[^>]*>([^<]+)</g).every((url) => URL.canParse(url))).toBe(true);
    expect(all(/<pubDate>([^<]+)</g)).toEqual(articles.map(({ date }) => new Date(date).toUTCString()));
    expect(all(/<language>([^<]+)</g)).toEqual([locale]);
    expect(await html(blog)).toContain(`type="application/rss+xml" title=`);
    expect(await html(blog)).toContain(`href="${path}"`);
  });

  it('is cacheable and answers 304 to a matching ETag', async () => {
    const etag = (await get('/blog/rss.xml')).headers.get('etag');
    expect((await get('/blog/rss.xml', { 'if-none-match': etag! })).status).toBe(304);
  });
});
