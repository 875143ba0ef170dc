import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capturedLog } from '#test/support/captured-log.ts';
import { until } from '#test/support/wire.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

/** Destination pages as the server renders them: what is readable without scripts, and the size in bytes. */

let world: World;
beforeAll(async () => {
  world = await startBuiltWorld({}, capturedLog().log);
  await until(async () => (await world.services.catalogue.faults()).length === 0, { what: 'plans are checked' });
});
afterAll(() => world?.close());

async function read(path: string, language = 'en') {
  const answer = await fetch(world.app.url + path, { headers: { 'accept-language': language, accept: 'text/html' } });
  const html = await answer.text();
  return { status: answer.status, html, text: textOf(html) };
}

/** The text of a page's main part, and the options of its picker. */
const textOf = (html: string) =>
  (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '')
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;|’/g, '’')
    .replace(/\s+/g, ' ');
const plansOn = (html: string) =>
  [...html.matchAll(/<input [^>]*name="plan"[^>]* value="([^"]+)"/g)].map(([, id]) => id);
const linksOn = (html: string) => new Set([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href));

const FACTS = [
  'Networks',
  'Calls and texts',
  'Hotspot',
  'Clock starts',
  'At the end',
  'Top-up',
  'Throttling',
  'Traffic exits in',
  'Refund',
];

describe('the page of a country', () => {
  it('with its own plans offers them and names the regional and global plans that work there', async () => {
    const { status, html, text } = await read('/plans/local/france');
    expect(status).toBe(200);
    expect(plansOn(html)).toEqual(['france-1gb', 'france-3gb', 'france-5gb', 'france-10gb']);
    expect(text).toContain('Also works here');
    for (const href of ['/plans/regional/europe', '/plans/global', '/plans/local/spain', '/checkout/france-3gb'])
      expect(linksOn(html), href).toContain(href);
    for (const fact of FACTS) expect(text).toContain(fact);
  });

  it('says below the choice when the validity starts, not where to read it', async () => {
    for (const path of ['/plans/local/france', '/plans/local/japan', '/plans/regional/europe', '/plans/global']) {
      const says = (language: string) => read(path, language).then(({ text }) => text);
      expect(await says('en'), path).toContain(
        'The validity period starts at the first connection, not when you buy or install.',
      );
      expect(await says('fr'), path).toContain(
        'La validité commence à la première connexion, ni à l’achat, ni à l’installation.',
      );
    }
  });

  it('without its own plans says so first, and offers the regional and global plans that cover it, the cheapest first', async () => {
    const { status, html, text } = await read('/plans/local/japan');
    expect(status).toBe(200);
    expect(text).toContain('No plan for Japan alone, but 2 eSIMs for several countries work there.');
    expect(text).toContain('Asia costs at least 40% less at every size.');
    expect(plansOn(html).slice(0, 4)).toEqual(['asia-1gb', 'global-1gb', 'asia-3gb', 'global-3gb']);
    expect(linksOn(html)).toContain('/checkout/asia-3gb?for=japan');
    for (const fact of FACTS) expect(text).toContain(fact);
    // The operators that the wholesaler names, then a network that no plan uses.
    const elsewhere = /Where else the Asia eSIM works(.*?)See the networks of each country/.exec(text)?.[1];
    expect(elsewhere).toMatch(/Indonesia.*Thailand/);
    expect(elsewhere!.split('Not in this plan')[1]).not.toContain('Japan');
    expect(text).toMatch(/Networks in Japan NTT docomo In every plan above/);
    expect(text).toContain('In no plan above');
    expect(text).toContain('South Korea from $5.00');
  });

  it('shows the plan in the URL without scripts, also in French', async () => {
    const { html, text } = await read('/fr/plans/local/japan?plan=global-5gb');
    expect(linksOn(html)).toContain('/checkout/global-5gb?for=japan');
    expect(text).toContain('Monde 5\u00a0Go, 30\u00a0jours, 35,00\u00a0$US'.replaceAll('\u00a0', ' '));
    expect(text).toContain('Non précisé');
    expect(html).toMatch(/<form action="\/fr\/plans\/local\/japan"/);
  });

  it('is small: less than 20 KB of data', async () => {
    for (const slug of ['japan', 'france', 'turkey', 'united-states']) {
      const data = await (await fetch(`${world.app.url}/plans/local/${slug}.data`)).text();
      expect(data.length, slug).toBeGreaterThan(500);
      expect(data.length, slug).toBeLessThan(20_000);
    }
  });
});

describe('the pages of a region and of the world', () => {
  it.each([
    ['/plans/regional/asia', 'asia'],
    ['/plans/global', 'global'],
  ])('%s lists every country that it covers with its networks, within 60 KB', async (path, slug) => {
    const { html, text } = await read(path);
    const countries = await world.services.catalogue.coveredBy(slug);
    expect(countries.length).toBeGreaterThan(slug === 'global' ? 189 : 19);
    const links = linksOn(html);
    for (const country of countries) expect(links, country.slug).toContain(`/plans/local/${country.slug}`);
    expect(text).toContain(`In ${countries.length} countries and territories`);
    expect(text).toContain('Japan NTT docomo, SoftBank 4G, 5G');
    expect(brotliCompressSync(html).length).toBeLessThan(60_000);
  });

  it('searches the list without scripts', async () => {
    const { html, text } = await read('/plans/regional/asia?q=JAP');
    expect(text).toContain('1 found');
    expect(linksOn(html)).not.toContain('/plans/local/thailand');
    expect((await read(`/plans/regional/asia?q=${'x'.repeat(5_000)}`)).text).toContain('No country in this list');
  });
});

describe('the list of regions', () => {
  it('says once what all of them have, not on each card', async () => {
    const { text } = await read('/plans/regional');
    for (const feature of ['Your own number stays in place', 'Validity starts on first use', 'Prepaid, no contract'])
      expect(text.split(feature), feature).toHaveLength(2);
  });
});

describe('the map of a region', () => {
  const map = (path: string) => fetch(`${world.app.url}/maps/coverage/${path}`);

  it('has exactly the covered countries, one of them highlighted', async () => {
    const plain = await map('asia.svg');
    expect([plain.status, plain.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    const svg = await plain.text();
    expect(svg).not.toContain('#FF6B00');
    const marked = await (await map('asia.svg?here=japan')).text();
    expect(marked).toContain('#FF6B00');
    expect((await map('asia.svg?for=head')).status).toBe(200);
    const worlds = await Promise.all(
      ['asia', 'japan'].map(async (slug) => (await map(`${slug}.svg?for=world`)).text()),
    );
    expect(worlds.map((each) => each.includes('<circle'))).toEqual([false, true]);
    expect((await map('europe.svg')).text()).not.toBe(svg);
  });

  it('answers 404 for an unknown region and for a country outside the region', async () => {
    for (const path of ['france.svg', 'atlantis.svg', 'asia.png', 'asia.svg?here=france', 'asia.svg?here=atlantis'])
      expect((await map(path)).status, path).toBe(404);
  });
});

describe('an unknown destination', () => {
  it.each([
    ['/plans/local/uk', '/plans/local/united-kingdom'],
    ['/plans/local/japon', '/plans/local/japan'],
    ['/plans/regional/france', '/plans/local/france'],
    ['/plans/local/europe', '/plans/regional/europe'],
    ['/plans/local/south-corea', '/plans/local/south-korea'],
  ])('%s is a 404 that names %s', async (path, nearest) => {
    const { status, html, text } = await read(path);
    expect(status).toBe(404);
    expect(text).toContain('Did you mean one of these?');
    expect(linksOn(html)).toContain(nearest);
  });

  it('answers 404 for a name of any length and any characters', async () => {
    for (const slug of ['atlantis', 'x'.repeat(3_000), '%F0%9F%97%BA', '%3Cscript%3E', '-'])
      expect((await read(`/plans/local/${slug}`)).status, slug.slice(0, 20)).toBe(404);
  });
});
