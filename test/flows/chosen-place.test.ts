import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EsimView, OrderSummary } from '#src/shared/views.ts';
import { createAccount } from '#test/support/accounts.ts';
import { booksOf, rows, startBuiltShop } from '#test/support/books.ts';
import { becomes, bought, errorOf, look, order, orderRequest, post } from '#test/support/shop.ts';
import { messages, payHosted, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

/** A regional plan that was chosen for one country stays the one for that country, from its page to the eSIM. */

let world: World;
beforeAll(async () => {
  world = await startBuiltShop();
});
afterAll(() => world?.close());

const JAPAN = { planId: 'asia-3gb', forPlace: 'japan' };

const get = (path: string, headers: Record<string, string> = {}) => fetch(world.app.url + path, { headers });

/** A page as it is read: the words of its main part. */
const wordsOf = async (answer: Response): Promise<string> =>
  (/<main[\s\S]*<\/main>/.exec(await answer.text())?.[0] ?? '')
    .replaceAll(/<!-- -->|<script[\s\S]*?<\/script>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ');

describe('the checkout of a plan for a place', () => {
  it('is linked from the page of the place and from its search, with the place', async () => {
    expect(await (await get('/plans/local/japan')).text()).toContain('href="/checkout/asia-3gb?for=japan"');
    const found = await (await get('/plans?q=japan')).text();
    expect(found).toContain('href="/checkout/asia-5gb?for=japan"');
    expect(found).toContain('href="/checkout/global-5gb?for=japan"');
    // A plan of its own needs no word more, nor does a list of a whole region.
    expect(await (await get('/plans/local/france')).text()).toContain('href="/checkout/france-3gb"');
    expect(await (await get('/plans/regional/asia')).text()).toContain('href="/checkout/asia-3gb"');
    expect(await (await get('/plans/data?to=japan&days=7')).text()).toMatch(/href="\/checkout\/asia-\d+gb\?for=japan"/);
  });

  it('names the place with its article, and leads back to its page', async () => {
    const page = await get('/checkout/asia-3gb?for=japan');
    const html = await page.clone().text();
    expect(html).toContain('href="/plans/local/japan?plan=asia-3gb"');
    expect(html).toContain('/flags/jp.svg');
    const words = await wordsOf(page);
    expect(words).toContain('Back to plans for Japan');
    expect(words).toContain('Asia - 3GB for Japan');
    const french = await wordsOf(await get('/checkout/asia-3gb?for=japan', { 'accept-language': 'fr' }));
    expect(french).toContain('Asie - 3 Go pour le Japon');
  });

  it.each([
    ['an unknown one', 'asia-3gb', 'atlantis'],
    ['one where the plan does not work', 'asia-3gb', 'france'],
    ['the plan’s own', 'france-3gb', 'france'],
    ['a region', 'global-3gb', 'asia'],
  ])('ignores %s', async (_what, plan, place) => {
    const page = await get(`/checkout/${plan}?for=${place}`);
    expect(page.status).toBe(200);
    expect(await wordsOf(page)).not.toMatch(/GB for /);
  });

  it('takes the place of a trip that has no other', async () => {
    expect(await wordsOf(await get('/checkout/asia-3gb?stop=japan:10'))).toContain('Asia - 3GB for Japan');
    expect(await wordsOf(await get('/checkout/asia-3gb?stop=japan:10&stop=thailand:3'))).not.toContain('for Japan');
  });
});

describe('an order for a place', () => {
  it('says so on its page, the payment page and in its mail, in the language of the reader', async () => {
    const buyer = await order(world.app, JAPAN);
    expect(await (await fetch(buyer.paymentUrl)).text()).toContain('Asia - 3GB for Japan');
    await payHosted(buyer.paymentUrl);
    await becomes(world.app, buyer, 'fulfilled');
    expect((await look(world.app, buyer)).lines).toMatchObject([
      { offerSlug: 'asia', name: { en: 'Asia' }, forPlace: { slug: 'japan', name: { en: 'Japan', fr: 'Japon' } } },
    ]);
    const page = (language: string) =>
      get(`/orders/${buyer.order.id}`, { cookie: buyer.cookie, 'accept-language': language });
    const english = await wordsOf(await page('en'));
    expect(english).toContain('Your Japan eSIM is ready');
    expect(english).toContain('Asia - 3GB for Japan');
    const french = await wordsOf(await page('fr'));
    expect(french).toContain('Votre eSIM Japon est prête');
    expect(french).toContain('Asie - 3 Go pour le Japon');

    const mail = await until(
      async () =>
        (await messages(world.mail, buyer.email)).find(({ subject }) => subject === 'Your Japan eSIM is ready'),
      { what: 'the mail with the eSIM' },
    );
    expect(mail?.text).toContain('eSIM Asia, 3GB for Japan');
  });

  it('says so in the lists of its account', async () => {
    const account = await createAccount(world.app);
    const bearer = { authorization: `Bearer ${account.idToken}` };
    const buyer = await bought(world.app, JAPAN, bearer);
    const { orders } = (await (await get('/api/orders', bearer)).json()) as { orders: OrderSummary[] };
    expect(orders.find(({ id }) => id === buyer.order.id)?.lines[0]?.forPlace?.name).toMatchObject({ en: 'Japan' });
    const { esims } = (await (await get('/api/esims', bearer)).json()) as { esims: EsimView[] };
    expect(esims.find(({ orderId }) => orderId === buyer.order.id)?.forPlace?.slug).toBe('japan');
    const copy = (await (await get('/api/account/export', bearer)).json()) as { orders: { line: unknown }[] };
    expect(copy.orders[0]?.line).toMatchObject({ offer: 'asia', forPlace: 'japan' });
  });

  it('keeps no place where the plan is its own', async () => {
    const buyer = await order(world.app, { planId: 'france-3gb', forPlace: 'france' });
    expect((await look(world.app, buyer)).line.forPlace).toBeNull();
  });

  it.each([
    ['an unknown place', { ...JAPAN, forPlace: 'atlantis' }],
    ['a place where the plan does not work', { ...JAPAN, forPlace: 'france' }],
    [
      'a place where one of two plans does not work',
      { planId: undefined, planIds: ['asia-3gb', 'europe-3gb'], forPlace: 'japan' },
    ],
  ])('for %s is refused', async (_what, changes) => {
    const before = await rows(world, sql`select count(*) from orders`);
    const answer = await post(world.app, '/api/orders', orderRequest(changes));
    expect([answer.status, await errorOf(answer)]).toMatchObject([404, { code: 'not-found', field: 'forPlace' }]);
    expect(await rows(world, sql`select count(*) from orders`)).toEqual(before);
  });

  it('belongs to its idempotency key: the same key for another place is refused', async () => {
    const asked = orderRequest(JAPAN);
    const made = await order(world.app, asked);
    for (const forPlace of ['thailand', undefined])
      expect(await errorOf(await post(world.app, '/api/orders', { ...asked, forPlace }))).toMatchObject({
        code: 'idempotency-key-reused',
      });
    expect((await order(world.app, asked)).order.id).toBe(made.order.id);
    expect((await booksOf(world, made.order.id)).attempts).toHaveLength(1);
  });
});
