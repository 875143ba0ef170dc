import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARD_TEXT_VERSION } from '#src/shared/saved-cards.ts';
import type { SavedCardView } from '#src/shared/views.ts';
import { createAccount, type TestAccount } from '#test/support/accounts.ts';
import { booksOf, rows, startBuiltShop } from '#test/support/books.ts';
import { BY_HAND } from '#test/support/desk.ts';
import { becomes, type Buyer, errorOf, look, order, post } from '#test/support/shop.ts';
import { CARDS, control, ledger, payHosted, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

/** Saved cards: at the payment provider for an account, charged while their holder is away. */

let world: World;
beforeAll(async () => {
  world = await startBuiltShop({ SWEEP_SECONDS: '3600' });
});
afterAll(() => world?.close());

const MASTERCARD = '5555555555554444';

type List = { cards: SavedCardView[]; offered: boolean; isAway: boolean; areLost: boolean };
type Vendor = {
  customers: { id: string; metadata: Record<string, string> }[];
  payment_methods: { id: string; customer: string | null }[];
  balance_transactions: object[];
};

const withToken = ({ idToken }: TestAccount) => ({ authorization: `Bearer ${idToken}` });
const cardsOf = async (account: TestAccount): Promise<List> => {
  const answer = await fetch(`${world.app.url}/api/account/cards`, { headers: withToken(account) });
  expect(answer.status).toBe(200);
  return (await answer.json()) as List;
};
const setup = (account: TestAccount, consent = CARD_TEXT_VERSION) =>
  post(world.app, '/api/account/cards/setup', { consent, locale: 'fr' }, withToken(account));
const remove = (account: TestAccount, cardId: string) =>
  fetch(`${world.app.url}/api/account/cards/${cardId}`, { method: 'DELETE', headers: withToken(account) });
const vendor = () => ledger<Vendor>(world.stripe);
const customersOf = (account: string) =>
  vendor().then(({ customers }) => customers.filter(({ metadata }) => metadata['account_id'] === account));
const storedCards = (where = sql`true`) =>
  rows<{ id: string; account_id: string; provider: string; customer_ref: string; method_ref: string }>(
    world,
    sql`select * from saved_cards where ${where}`,
  );

/** Saves a card on the provider's page. Returns it as it is stored. */
async function save(account: TestAccount, number: string = CARDS.good) {
  const { url } = (await (await setup(account)).json()) as { url: string };
  const { location } = await payHosted(url, number);
  if (location?.includes('/3ds/'))
    await fetch(new URL(location, url), { method: 'POST', body: new URLSearchParams({ outcome: 'complete' }) });
  const card = (await cardsOf(account)).cards.at(-1)!;
  const [row] = await storedCards(sql`id = ${card.id}`);
  return {
    card,
    row: row!,
    charged: { provider: row!.provider, customerRef: row!.customer_ref, methodRef: row!.method_ref },
  };
}
const faultOf = async ({ order: { id } }: Buyer) =>
  (
    await rows<{ fault: string | null }>(
      world,
      sql`select fault from payment_attempts where order_id = ${id} order by number desc`,
    )
  )[0]?.fault;

describe('the cards of an account', () => {
  it('are saved on the provider’s page without a charge, once the text was seen, and removed by their owner alone', async () => {
    const [mine, other] = [await createAccount(world.app), await createAccount(world.app)];
    expect(await cardsOf(mine)).toEqual({ cards: [], offered: true, isAway: false, areLost: false });
    expect(await errorOf(await setup(mine, CARD_TEXT_VERSION + 1))).toMatchObject({ code: 'terms-changed' });
    expect((await fetch(`${world.app.url}/api/account/cards`)).status).toBe(401);

    const before = (await vendor()).balance_transactions.length;
    const answer = await setup(mine);
    expect(answer.status).toBe(201);
    const { url } = (await answer.json()) as { url: string };
    expect((await payHosted(url)).location).toBe(`${world.app.url}/profile/cards?setup=done`);
    expect((await vendor()).balance_transactions).toHaveLength(before);
    // Its event stores it too, where nobody comes back.
    await until(async () => (await storedCards(sql`last4 = '4242'`)).length === 1, {
      what: 'the event stores the card',
    });
    const { cards } = await cardsOf(mine);
    expect(cards).toEqual([
      { id: expect.any(String), brand: 'visa', last4: '4242', expMonth: 12, expYear: 2040, autoTopUps: [] },
    ]);
    expect(await storedCards()).toMatchObject([
      { provider: 'stripe', consent_version: CARD_TEXT_VERSION, consent_locale: 'fr', removed_at: null },
    ]);

    const { id } = cards[0]!;
    expect((await remove(other, id)).status).toBe(404);
    expect((await remove(mine, 'nothing')).status).toBe(404);
    expect((await remove(mine, id)).status).toBe(204);
    expect((await cardsOf(mine)).cards).toEqual([]);
    expect((await remove(mine, id)).status).toBe(404);
    const [row] = await storedCards(sql`id = ${id}`);
    const kept = (await vendor()).payment_methods.find((each) => each.id === row!.method_ref);
    expect(kept).toMatchObject({ customer: null });
  });

  it('are listed with the first choice of their owner first', async () => {
    const [mine, other] = [await createAccount(world.app), await createAccount(world.app)];
    const [first, second] = [(await save(mine)).card.id, (await save(mine, MASTERCARD)).card.id];
    const prefer = (account: TestAccount, cardId: string) =>
      post(world.app, `/api/account/cards/${cardId}/first-choice`, {}, withToken(account));
    const listed = async () => (await cardsOf(mine)).cards.map(({ id }) => id);
    expect(await listed()).toEqual([first, second]);
    expect((await prefer(other, second)).status).toBe(404);
    expect((await prefer(mine, second)).status).toBe(204);
    expect(await listed()).toEqual([second, first]);
    expect((await prefer(mine, first)).status).toBe(204);
    expect((await remove(mine, first)).status).toBe(204);
    expect((await prefer(mine, first)).status).toBe(404);
    expect(await listed()).toEqual([second]);
  });

  it('are the provider’s: a renewed end is shown, a lost answer makes no second customer, a deleted one is said', async () => {
    const account = await createAccount(world.app);
    await control(world.stripe, { fail: { call: 'customers.create', when: 'after', hangup: true, times: 3 } });
    expect((await setup(account)).status).toBe(503);
    const { row } = await save(account);
    expect(await customersOf(row.account_id)).toHaveLength(1);
    await control(world.stripe, { renew_card: { payment_method: row.method_ref, exp_month: 3, exp_year: 2044 } });
    expect((await cardsOf(account)).cards).toMatchObject([{ expMonth: 3, expYear: 2044 }]);

    for (const fault of [{ hangup: true }, { status: 500 }]) {
      await control(world.stripe, { fail: { call: 'payment_methods.list', times: 3, ...fault } });
      expect(await cardsOf(account)).toMatchObject({ cards: [{ expYear: 2044 }], isAway: true });
    }
    await control(world.stripe, { fail: { call: 'payment_methods.detach', hangup: true, times: 3 } });
    expect((await remove(account, row.id)).status).toBe(503);

    await control(world.stripe, { delete_customer: { customer: row.customer_ref } });
    expect(await cardsOf(account)).toMatchObject({ cards: [], areLost: true });
    expect(await cardsOf(account)).toMatchObject({ cards: [], areLost: false });
    expect((await save(account)).row.customer_ref).not.toBe(row.customer_ref);
  });
});

describe('a purchase', () => {
  it('saves its card, which pays the next order; removed, it is refunded and charged no more', async () => {
    const account = await createAccount(world.app);
    const buyer = await order(world.app, { email: account.email, saveCard: CARD_TEXT_VERSION }, withToken(account));
    await payHosted(buyer.paymentUrl);
    await becomes(world.app, buyer, 'fulfilled');
    const [card] = (await cardsOf(account)).cards;
    expect(card).toMatchObject({ brand: 'visa', last4: '4242' });
    const [row] = await storedCards(sql`id = ${card!.id}`);
    const charged = { provider: row!.provider, customerRef: row!.customer_ref, methodRef: row!.method_ref };

    const next = await order(world.app, { email: account.email }, withToken(account));
    expect(await world.services.chargeOrder(next.order.id, charged)).toBe('paid');
    await becomes(world.app, next, 'fulfilled');
    expect((await remove(account, card!.id)).status).toBe(204);
    await world.services.desk.refunds.refund(next.order.id, BY_HAND);
    await becomes(world.app, next, 'refunded');
    expect((await booksOf(world, next.order.id)).refunds).toMatchObject([{ status: 'succeeded' }]);

    const late = await order(world.app, { email: account.email }, withToken(account));
    expect(await world.services.chargeOrder(late.order.id, charged)).toBe('over');
    expect(await faultOf(late)).toBe('card-gone');
    expect((await booksOf(world, late.order.id)).payments).toEqual([]);
  });

  it('of a guest saves nothing', async () => {
    const buyer = await order(world.app, { saveCard: CARD_TEXT_VERSION });
    await payHosted(buyer.paymentUrl);
    await becomes(world.app, buyer, 'fulfilled');
    expect((await booksOf(world, buyer.order.id)).sessions).toMatchObject([{ customer: null }]);
  });
});

describe('a charge of a saved card', () => {
  it('whose bank wants the holder says so, and is paid on a page; a declined one says that', async () => {
    const account = await createAccount(world.app);
    const secure = await save(account, CARDS.secure);
    const asked = await order(world.app, { email: account.email }, withToken(account));
    expect(await world.services.chargeOrder(asked.order.id, secure.charged)).toBe('over');
    expect(await faultOf(asked)).toBe('authentication-required');
    expect((await look(world.app, asked)).status).toBe('payment_failed');
    const again = await post(world.app, `/api/orders/${asked.order.id}/payment`, {}, { cookie: asked.cookie });
    await payHosted(((await again.json()) as { paymentUrl: string }).paymentUrl);
    await becomes(world.app, asked, 'fulfilled');

    const attaches = await save(account, '4000000000000341');
    const declined = await order(world.app, { email: account.email }, withToken(account));
    expect(await world.services.chargeOrder(declined.order.id, attaches.charged)).toBe('over');
    expect(await faultOf(declined)).toBe('declined');
  });

  it('whose answer is lost is found in the customer’s payments, or by its event, and is made once', async () => {
    const account = await createAccount(world.app);
    const { charged } = await save(account);
    const buyer = await order(world.app, { email: account.email }, withToken(account));
    await control(world.stripe, { hold: { call: 'webhooks.deliver', times: 20 } });
    await control(world.stripe, { fail: { call: 'payment_intents.create', when: 'after', hangup: true, times: 3 } });
    await expect(world.services.chargeOrder(buyer.order.id, charged)).rejects.toMatchObject({
      code: 'payment-unavailable',
    });
    const [attempt] = await rows<{ id: string }>(
      world,
      sql`select id from payment_attempts where order_id = ${buyer.order.id} and kind = 'charge'`,
    );
    expect(await world.services.settlePayment(attempt!.id)).toBe('paid');
    const lost = await order(world.app, { email: account.email }, withToken(account));
    await control(world.stripe, { fail: { call: 'payment_intents.create', when: 'after', hangup: true, times: 3 } });
    await expect(world.services.chargeOrder(lost.order.id, charged)).rejects.toThrow();
    expect((await look(world.app, lost)).status).toBe('pending_payment');
    await control(world.stripe, { release: { call: 'webhooks.deliver' } });
    for (const each of [buyer, lost]) {
      await becomes(world.app, each, 'fulfilled');
      expect((await booksOf(world, each.order.id)).payments).toHaveLength(1);
    }
  });
});

describe('a charge that is answered with a server error', () => {
  const fail = (when: 'before' | 'after') =>
    control(world.stripe, { fail: { call: 'payment_intents.create', status: 500, when, times: 3 } });

  it('counts when it was made, and is not refused when it was not: nothing is charged twice', async () => {
    const account = await createAccount(world.app);
    const { charged } = await save(account);
    const made = await order(world.app, { email: account.email }, withToken(account));
    await control(world.stripe, { hold: { call: 'webhooks.deliver', times: 20 } });
    await fail('after');
    expect(await world.services.chargeOrder(made.order.id, charged)).toBe('paid');
    const unknown = await order(world.app, { email: account.email }, withToken(account));
    await fail('before');
    await expect(world.services.chargeOrder(unknown.order.id, charged)).rejects.toMatchObject({
      code: 'payment-unavailable',
    });
    expect((await look(world.app, unknown)).status).toBe('pending_payment');
    expect(await faultOf(unknown)).toBeNull();
    expect(await world.services.chargeOrder(unknown.order.id, charged)).toBe('paid');
    await control(world.stripe, { release: { call: 'webhooks.deliver' } });
    for (const each of [made, unknown]) expect((await booksOf(world, each.order.id)).payments).toHaveLength(1);
  });
});

describe('a deleted account', () => {
  it('loses its cards at once and its customer at the provider by a job that is retried; the export had them', async () => {
    const account = await createAccount(world.app);
    const { row } = await save(account);
    const exported = await fetch(`${world.app.url}/api/account/export`, { headers: withToken(account) });
    expect(await exported.json()).toMatchObject({
      account: {
        savedCards: [{ brand: 'visa', last4: '4242', consent: { version: CARD_TEXT_VERSION, locale: 'fr' } }],
      },
    });
    await control(world.stripe, { fail: { call: 'customers.delete', hangup: true, times: 3 } });
    const answer = await post(world.app, '/identity/v1/accounts:delete?key=cairn-web', { idToken: account.idToken });
    expect(answer.status).toBe(200);
    expect(await storedCards(sql`account_id = ${row.account_id}`)).toEqual([]);
    await until(async () => (await customersOf(row.account_id)).length === 0, { what: 'the customer is removed' });
    await until(
      async () =>
        (await rows(world, sql`select 1 from payment_customers where account_id = ${row.account_id}`)).length === 0,
      { what: 'its row is deleted' },
    );
  });
});
