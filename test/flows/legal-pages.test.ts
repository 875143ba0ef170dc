import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '#src/config/config.ts';
import { createContent, loadArticles } from '#src/content/content.ts';
import { factsOf } from '#src/content/merchant-facts.ts';
import { BROWSER_STORAGE } from '#src/shared/browser-storage.ts';
import { LEGAL_NAMES, LEGAL_VERSIONS, versionsOf } from '#src/shared/legal.ts';
import { type Locale, LOCALES } from '#src/shared/locale.ts';
import { SANDBOX } from '#test/support/configuration.ts';
import { merchantFile, realMerchantFile } from '#test/support/merchant.ts';
import { rows } from '#test/support/books.ts';
import { bought, errorOf, order, post, orderRequest } from '#test/support/shop.ts';
import { messages, until } from '#test/support/wire.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

import { createDesk } from '#test/support/desk.ts';

/** The legal pages of a shop whose merchant states some facts and not others, after an upgrade: see `REVIEWED`. */
const MERCHANT = {
  name: 'Comptoir & Cie',
  legalForm: 'SAS au capital de 10 000 €',
  email: 'bonjour@comptoir.test',
  supportHours: { en: 'weekdays, 9 am to 6 pm', fr: 'du lundi au vendredi, de 9 h à 18 h' },
  supervisors: [{ name: 'Arcep', url: 'https://www.arcep.fr' }],
};

/** The newest refund policy is reviewed; of the privacy policy, only the one of 1.0.0. */
const REVIEWED = `refund/${LEGAL_VERSIONS.refund},privacy/1`;
const IN_FORCE = { ...LEGAL_VERSIONS, privacy: 1 };

let world: World;
beforeAll(async () => {
  world = await startBuiltWorld({
    MERCHANT_FILE: merchantFile(MERCHANT),
    LEGAL_REVIEWED: REVIEWED,
    FULFILMENT_DEADLINE_SECONDS: '61',
  });
});
afterAll(() => world?.close());

const open = (path: string) => fetch(world.app.url + path, { headers: { 'accept-language': 'en' } });
const read = async (path: string) => (await open(path)).text();
/** The texts with the facts of another configuration. */
const textsWith = (env: Record<string, string>) =>
  createContent({ articles: loadArticles(), facts: factsOf(loadConfig({ ...SANDBOX, ...env })) });
/** The visible text of a page. */
const wordsOf = (html: string) =>
  html
    .replaceAll(/<(script|style)[\s>][\s\S]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', '’')
    .replaceAll(/\s+/g, ' ');

describe('claims that the merchant’s facts do not carry', () => {
  it('no page says "24/7" or "10+ languages": home, a plan, support and contact say the facts', async () => {
    for (const path of ['/', '/plans/local/france', '/support', '/contact', '/help', '/about']) {
      expect(wordsOf(await read(path)), path).not.toMatch(/24\/7|10\+ languages/);
      expect(wordsOf(await read(`/fr${path}`)), path).not.toMatch(/24.h\/24|plus de 10 langues/);
    }
    expect(wordsOf(await read('/'))).toMatch(
      /Support by email.*Support in English and French.*weekdays, 9 am to 6 pm/s,
    );
    expect(wordsOf(await read('/support'))).toMatch(
      /Hours\s+weekdays, 9 am to 6 pm\s+Languages\s+English and French\s/,
    );
    expect(wordsOf(await read('/fr/contact'))).toMatch(/du lundi au vendredi.*Langues\s+français et anglais\s/s);
  });
});

describe('the legal pages', () => {
  it.each(LEGAL_NAMES)(
    '%s answers in both languages, at its address and at the address of its version',
    async (name) => {
      for (const language of ['', '/fr']) {
        const current = await open(`${language}/legal/${name}`);
        const version = await open(`${language}/legal/${name}/${IN_FORCE[name]}`);
        expect([current.status, version.status]).toEqual([200, 200]);
        const [page, permanent] = [await current.text(), await version.text()];
        const titles = [page, permanent].map((html) => /<title>([^<]*)/.exec(html)?.[1]);
        expect(titles[1]).not.toBe(titles[0]);
        expect(titles[1]).toContain(`version ${IN_FORCE[name]}`);
        // Each clause has a summary.
        const clauses = page.match(/<section class="clause"/g)!.length;
        expect(clauses).toBeGreaterThan(5);
        expect(page.match(/class="clause__summary"/g)).toHaveLength(clauses);
        // Public, and the same for everyone.
        expect(current.headers.get('etag')).not.toBeNull();
      }
    },
  );

  it.each([`terms/${LEGAL_VERSIONS.terms + 1}`, 'terms/0', 'terms/01', 'terms/x', 'imprint', 'terms/1/2'])(
    'there is no /legal/%s',
    async (path) => {
      expect((await open(`/legal/${path}`)).status).toBe(404);
    },
  );

  it('a text whose newest version is not reviewed stays at the reviewed one: page, site map and links', async () => {
    const newest = `/legal/privacy/${LEGAL_VERSIONS.privacy}`;
    const page = await read('/legal/privacy');
    expect(wordsOf(page)).toContain('Version 1 , in force since Nov 22, 2026');
    expect(page).not.toContain(newest);
    expect((await open(newest)).status).toBe(404);
    const siteMap = await read('/sitemap.xml');
    expect(siteMap).toContain('/legal/privacy/1<');
    expect(siteMap).not.toContain(newest);
    expect(siteMap).toContain(`/legal/terms/${LEGAL_VERSIONS.terms}<`);
  });

  it('a new version says what changed and marks the clauses, and keeps the old one', async () => {
    const page = await read('/fr/legal/terms');
    expect(page.match(/class="clause__changed"/g)!.length).toBeLessThan(page.match(/<section class="clause"/g)!.length);
    expect(wordsOf(page)).toMatch(/Ce qui a changé Version 2, 26 nov. 2026 : .*délai du remboursement/);
    const old = wordsOf(await read('/fr/legal/terms/1'));
    expect(old).toContain('n’est plus en vigueur');
    expect(old).not.toContain('Modifié dans cette version');
  });

  it("state the merchant's facts in each language, escaped, and omit unknown ones", async () => {
    const [english, french] = [await read('/legal/compliance'), await read('/fr/legal/compliance')];
    expect(english).toContain('Comptoir &amp; Cie');
    for (const words of [wordsOf(english), wordsOf(french)]) {
      expect(words).toContain('SAS au capital de 10 000 €');
      expect(words).toContain('Arcep');
      expect(words).not.toMatch(/\{\{|undefined/);
    }
    expect(wordsOf(english)).toContain('Company: Comptoir & Cie');
    // The summary answers who publishes the site, and does not announce that it will be said.
    expect(wordsOf(english)).toContain('In short Comptoir & Cie publishes this site.');
    expect(wordsOf(french)).toContain('Ce site est édité par Comptoir & Cie.');
    for (const label of ['Register:', 'VAT', 'Telephone:', 'Hosting:', 'Mediator:'])
      expect(wordsOf(english)).not.toContain(label);
    expect(wordsOf(await read('/legal/refund'))).toContain('weekdays, 9 am to 6 pm');
    expect(wordsOf(await read('/fr/legal/refund'))).toContain('du lundi au vendredi');
    // Without a privacy contact, questions about data go to the company's address.
    expect(wordsOf(await read('/legal/privacy'))).toContain('write to bonjour@comptoir.test');
  });

  it('the refund policy leads to the request and to the withdrawal before its first clause', async () => {
    for (const language of ['', '/fr']) {
      const page = await read(`${language}/legal/refund`);
      const head = page.slice(page.indexOf('<h1'), page.indexOf('<section class="clause"'));
      for (const href of ['/refund', `${language}/withdraw`]) expect(head).toContain(`href="${href}"`);
      expect(page).toContain('id="withdrawal"');
      expect(await read(`${language}/legal/terms`)).not.toContain('href="/refund"');
    }
  });

  it('say that they are templates until a lawyer has approved them', async () => {
    expect(await read('/legal/terms')).toContain('A template, not legal advice');
    expect(await read('/fr/legal/terms')).toContain('Un modèle, pas un conseil juridique');
    expect(await read('/legal/refund')).not.toContain('A template, not legal advice');
  });

  it('list the recipients of data, how long it is kept and what is stored in the browser', async () => {
    const words = wordsOf(await read('/legal/privacy'));
    expect(words).toContain('Stripe Payments Europe, Ltd. ( Ireland )');
    expect(words).toContain('In this sandbox all of them are stand-ins');
    expect(words).toContain('with a phone number, or have a code texted as a second step');
    expect(words).toContain('Google Ireland Limited');
    for (const { days } of world.services.legalPages.find('privacy', undefined, 'en')!.parts.retention)
      if (days !== undefined) expect(words).toContain(`${days} days`);
    expect(words).toContain('Links 30 days, cookies 365 days');
    for (const { shown } of BROWSER_STORAGE) expect(words).toContain(shown);
    expect(wordsOf(await read('/fr/legal/privacy'))).toContain('Stripe Payments Europe, Ltd. ( Irlande )');
  });

  it('the model withdrawal form names to whom it goes, where the merchant states it all', async () => {
    expect(wordsOf(await read('/legal/refund'))).toContain('fill it in: I hereby give notice');
    const MERCHANT_FILE = realMerchantFile();
    const texts = textsWith({ MERCHANT_FILE });
    const { name, address, email } = loadConfig({ ...SANDBOX, MERCHANT_FILE }).merchant;
    const form = (locale: Locale) => {
      const { sections } = texts.find('legal', `refund/${LEGAL_VERSIONS.refund}`, locale)!;
      return wordsOf(JSON.stringify(sections.find(({ id }) => id === 'form')));
    };
    expect(form('en')).toContain(`To ${name}, ${address}, ${email}:`);
    expect(form('fr')).toContain(`À l’attention de ${name}, ${address}, ${email} :`);
  });

  it('state the configured time after which an undelivered eSIM is refunded', async () => {
    expect(wordsOf(await read('/legal/terms'))).toContain('not delivered an eSIM 2 minutes after we began');
    expect(wordsOf(await read('/fr/legal/refund'))).toContain('dans un délai de 2 minutes à compter');
  });

  it.each(LOCALES)('state a time of one minute in the singular, in each version (%s)', (locale) => {
    const [usual, short] = [textsWith({}), textsWith({ FULFILMENT_DEADLINE_SECONDS: '60' })];
    for (const name of ['terms', 'refund'] as const)
      for (const version of versionsOf(name)) {
        const shown = [usual, short].map((texts) => JSON.stringify(texts.find('legal', `${name}/${version}`, locale)));
        expect(shown[0]).toContain(' 30 minutes ');
        expect(shown[1]).toBe(shown[0]!.replaceAll(' 30 minutes ', ' 1 minute '));
      }
  });
});

describe('an order', () => {
  const { compliance: _, ...ACCEPTED } = IN_FORCE;
  beforeAll(() =>
    until(async () => (await world.services.catalogue.faults()).length === 0, { what: 'plans are checked' }),
  );

  it('records the versions under which it was placed, with time and language, and shows them to operators', async () => {
    const before = Date.now();
    const { order: placed } = await order(world.app, { locale: 'fr', accepted: ACCEPTED });
    const [row] = await rows<{ texts: object; at: string }>(
      world,
      sql`select accepted_texts as texts, accepted_at as at from orders where id = ${placed.id}`,
    );
    expect(row!.texts).toEqual({ ...ACCEPTED, locale: 'fr' });
    expect(new Date(row!.at).getTime()).toBeGreaterThanOrEqual(before - 1_000);
    const desk = createDesk(world.db);
    const shown = await desk.show((await desk.orders.find(placed.id))!);
    expect(shown.join('\n')).toMatch(/accepted +terms\/2 {2}refund\/2 {2}privacy\/1 {2}fr/);
  });

  it('from the checkout page has these versions', async () => {
    // The data of a page is a list; an object in it has the positions of its keys and values.
    const [list = ''] = (await read('/checkout/france-3gb.data')).split('\n');
    const flat = JSON.parse(list) as unknown[];
    const at = `_${flat.indexOf('texts')}`;
    const holder = flat.find((each): each is Record<string, number> => each instanceof Object && at in each)!;
    const texts = Object.entries(flat[holder[at]!] as Record<string, number>);
    const named = texts.map(([key, value]) => [flat[Number(key.slice(1))], flat[value]]);
    expect(Object.fromEntries(named)).toEqual(ACCEPTED);
  });

  it.each([
    ['an older', LEGAL_VERSIONS.terms - 1],
    ['a newer', LEGAL_VERSIONS.terms + 1],
  ])('from a page with %s version is refused, and no order is made', async (_, version) => {
    const asked = orderRequest({ accepted: { ...ACCEPTED, terms: version } });
    const refused = await post(world.app, '/api/orders', asked);
    expect([refused.status, await errorOf(refused)]).toEqual([
      409,
      expect.objectContaining({ code: 'terms-changed', field: 'accepted' }),
    ]);
    expect(await world.services.orders.findByIdempotencyKey(String(asked['idempotencyKey']))).toBeNull();
  });

  it('is delivered with permanent links to the versions under which it was placed', async () => {
    const buyer = await bought(world.app, { locale: 'fr' });
    const mail = await until(async () => (await messages(world.mail, buyer.email))[0], { what: 'the mail' });
    for (const name of ['terms', 'refund'] as const) {
      const address = `/fr/legal/${name}/${LEGAL_VERSIONS[name]}`;
      expect(mail.html).toContain(world.services.config.publicUrl + address);
      expect(mail.text).toContain(address);
      expect((await open(address)).status).toBe(200);
    }
  });
});
