import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBuiltWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startBuiltWorld();
});
afterAll(() => world?.close());

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(world.app.url + path, { headers: { 'accept-language': 'en', ...headers } });

describe('GET /api/help/<language>', () => {
  it('has every answer of the language with its words, its HTML and its address, and an ETag', async () => {
    for (const locale of ['en', 'fr'] as const) {
      const answer = await open(`/api/help/${locale}`);
      expect(answer.headers.get('cache-control')).toContain('public');
      const { articles } = (await answer.json()) as { articles: Record<string, unknown>[] };
      expect(articles.map(({ slug }) => slug)).toEqual(
        world.services.content.list('help', locale).map(({ slug }) => slug),
      );
      expect(articles.find(({ slug }) => slug === 'locked-phone')).toMatchObject({
        locale,
        url: locale === 'fr' ? '/fr/help/locked-phone' : '/help/locked-phone',
        topic: 'before',
        title: locale === 'fr' ? expect.stringContaining('verrouillé') : expect.stringContaining('locked'),
        headings: expect.arrayContaining([{ id: 'unlock', text: expect.any(String) }]),
        html: expect.stringContaining('<h2 id="unlock">'),
        text: expect.stringContaining('IMEI'),
      });
      const again = await open(`/api/help/${locale}`, { 'if-none-match': answer.headers.get('etag')! });
      expect(again.status).toBe(304);
    }
    expect((await open('/api/help/de')).status).toBe(400);
  });
});

/** The text of a page's main part, without markup. */
function words(html: string): string {
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  return main
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ');
}

describe('the help pages', () => {
  it('the hub lists every answer by topic, and without scripts finds answers to a question in either language', async () => {
    const hub = await open('/help');
    expect(hub.headers.get('etag')).not.toBeNull();
    const html = await hub.text();
    const shown = words(html);
    for (const { slug, title } of world.services.content.list('help', 'en')) {
      expect(html, slug).toContain(`href="/help/${slug}"`);
      expect(shown).toContain(title);
    }
    for (const topic of ['before', 'install', 'connect', 'data', 'payment', 'account'])
      expect(html).toContain(`id="topic-${topic}"`);

    const found = await open('/help?q=remboursement');
    expect(found.headers.get('etag')).toBeNull();
    const text = words(await found.text());
    expect(text).toMatch(/answers? for “remboursement”/);
    expect(text).toContain('How do refunds work?');
    expect(text).not.toContain('Browse by topic');
    expect(words(await (await open(`/help?q=${'x'.repeat(5_000)}`)).text())).toContain('Write to us');
    // An empty query gets the cached page itself.
    for (const query of ['', '%3F'])
      expect((await open(`/help?q=${query}`)).headers.get('etag')).toBe(hub.headers.get('etag'));
  });

  it('an answer has its steps, sections, sources, date and next step, in the language of its address', async () => {
    const html = await (await open('/help/no-connection')).text();
    expect(html).toContain('<a href="#steps">');
    expect(html).toContain('<h2 id="steps">');
    expect(html).toMatch(/<a class="link" href="https:\/\/support\.apple\.com\/[^"]+" target="_blank" rel="noopener"/);
    expect(html).toContain('<time dateTime="2026-11-26">');
    expect(html).toContain('href="/contact"');
    expect(html).toContain('"@type":"BreadcrumbList"');
    const french = await open('/fr/help/no-connection');
    const text = await french.text();
    expect(text).toContain('<html lang="fr"');
    expect(text).toContain('href="/fr/help/data-roaming"');
    expect(french.headers.get('etag')).not.toBeNull();
  });

  it('an unknown answer is a 404 with a search and the nearest answers', async () => {
    for (const [path, title, nearest] of [
      ['/help/locked-phones', 'We can’t find this answer', '/help/locked-phone'],
      ['/fr/help/telephone-verrouille', 'Réponse introuvable', '/fr/help/locked-phone'],
    ] as const) {
      const answer = await open(path);
      const html = await answer.text();
      expect(answer.status, path).toBe(404);
      expect(html).toContain(title);
      expect(html).toContain(`href="${nearest}"`);
      // A locked account shares a word with the address, and is another question.
      expect(html).not.toContain('/help/sign-in"');
      expect(html).toContain(`value="${path.split('/').at(-1)!.replaceAll('-', ' ')}"`);
      expect(html).toContain('content="noindex"');
    }
    expect(await (await open('/help/zzzyq')).text()).not.toContain('value="zzzyq"');
    for (const path of ['/help/%00', '/help/constructor', `/help/${'a'.repeat(2_000)}`, '/help/a/b'])
      expect((await open(path)).status, path).toBe(404);
  });

  it('how it works and support are pages of their own with links to other pages', async () => {
    const how = await (await open('/how-it-works')).text();
    for (const href of [
      '/plans',
      '/help/data-roaming',
      '/help/installation',
      '/help/devices',
      '/help/locked-phone',
      '/help',
    ])
      expect(how, href).toContain(`href="${href}"`);
    expect(words(how)).toContain('From start to finish, step by step');
    // One numbered way: the four steps above it, in another order, have no numbers.
    expect(how.match(/<ol class="[^"]*"/g)).toEqual(['<ol class="the-way"']);
    expect(how).not.toContain('class="n"');
    const support = await (await open('/support')).text();
    for (const href of [
      '/help/no-connection',
      '/help/installation-failed',
      '/help/refund',
      '/help/guest-order',
      '/contact',
      '/help',
    ])
      expect(support, href).toContain(`href="${href}"`);
    expect(words(support)).toContain('Where are you now?');
    const home = words(await (await open('/')).text());
    expect(home).not.toContain('Where are you now?');
    expect(home).not.toContain('From start to finish, step by step');
  });
});
