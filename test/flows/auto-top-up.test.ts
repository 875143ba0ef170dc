import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningApp } from '#src/main.ts';
import { AUTO_TOP_UP_CONSENT } from '#src/shared/auto-top-up.ts';
import type { AutoTopUpView } from '#src/shared/auto-top-up-view.ts';
import type { AutoTopUpAnswer } from '#src/shared/top-up-views.ts';
import type { OrderView, SavedCardView } from '#src/shared/views.ts';
import { enqueue } from '#src/queue/queue.ts';
import { mailTo } from '#test/support/account-mails.ts';
import { createAccount, type TestAccount } from '#test/support/accounts.ts';
import { rows, startBuiltShop } from '#test/support/books.ts';
import { inFull } from '#test/support/full.ts';
import { ops as opsOn } from '#test/support/ops.ts';
import { cardsOf, saveCard } from '#test/support/saved-cards.ts';
import { bought, type Buyer, errorOf } from '#test/support/shop.ts';
import { CARDS, control, ledger, messages, payHosted, until } from '#test/support/wire.ts';
import { startBeside, type World } from '#test/support/world.ts';

/**
 * Auto top-up: one charge for a threshold, within the cap, with a card that the payment provider keeps. The usage is read by
 * the test alone; two processes of the product take the jobs.
 */

let world: World;
let beside: RunningApp;
beforeAll(async () => {
  world = await startBuiltShop({ ESIM_USAGE_MAX_AGE_MINUTES: '600', RECONCILE_GRACE_SECONDS: '0', SWEEP_SECONDS: '2' });
  beside = await startBeside(world);
});
afterAll(async () => {
  await beside?.stop();
  await world?.close();
});

const MASTERCARD = '5555555555554444';
/** The documented cards that are saved and then need their owner at each payment, or are declined. */
const ASKS = '4000002760003184';
const DECLINES = '4000000000000341';

type Owner = { account: TestAccount; buyer: Buyer };

const bearer = ({ account }: Pick<Owner, 'account'>) => ({
  authorization: `Bearer ${account.idToken}`,
  'content-type': 'application/json',
});

async function call<T>(owner: Pick<Owner, 'account'>, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(world.app.url + path, {
    method,
    headers: bearer(owner),
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(await errorOf(answer))}`);
  return (await answer.json()) as T;
}

const orderOf = async (owner: Owner) =>
  (await call<{ order: OrderView }>(owner, 'GET', `/api/orders/${owner.buyer.order.id}`)).order;
const esimOf = async (owner: Owner) => (await orderOf(owner)).lines[0]!.esim!;
const viewOf = async (owner: Owner) => (await orderOf(owner)).lines[0]!.autoTopUp!;
const path = ({ buyer }: Owner) => `/api/orders/${buyer.order.id}/lines/1/auto-top-up`;
const answerOf = (owner: Owner) => call<AutoTopUpAnswer>(owner, 'GET', path(owner));

/** An account with an eSIM in use and a saved card. */
async function anOwner(card: string = CARDS.good, change: Record<string, unknown> = {}): Promise<Owner> {
  const account = await createAccount(world.app);
  const buyer = await bought(world.app, { email: account.email, ...change }, bearer({ account }));
  await save({ account }, card);
  const owner = { account, buyer };
  await read(owner, 3000);
  return owner;
}

const cardsIn = ({ account }: Pick<Owner, 'account'>) => cardsOf({ app: world.app, idToken: account.idToken });
const save = ({ account }: Pick<Owner, 'account'>, card: string) =>
  saveCard({ app: world.app, idToken: account.idToken }, card);

/** Switches on: the smallest plan at 10 %, with a cap of so many of it. */
async function switchOn(owner: Owner, { times = 4, percent = 10, card = 0 } = {}): Promise<AutoTopUpView> {
  const { choices, cards } = await answerOf(owner);
  const [{ planId, price }] = choices as [AutoTopUpAnswer['choices'][number]];
  const agreed = { planId, percent, cap: times * price.amount, currency: price.currency, shownAmount: price.amount };
  await call(owner, 'PUT', path(owner), {
    on: true,
    ...agreed,
    cardId: cards[card]!.id,
    consentVersion: AUTO_TOP_UP_CONSENT,
    locale: 'en',
  });
  return viewOf(owner);
}

/** Reads what the wholesaler reports of the plans together. Each that is added moves their end. */
async function read(owner: Owner, remaining: number): Promise<void> {
  const { iccid, id, plans } = await esimOf(owner);
  const expired_at = `2040-0${plans.length}-01 00:00:00`;
  await control(world.airalo, { usage: { iccid, set: { status: 'ACTIVE', remaining, expired_at } } });
  await rows(world, sql`update esims set refreshed_at = null where id = ${id}`);
  await world.services.refreshEsim(id);
}

type Charge = { order_id: string; amount: number; outcome: string | null; used_position: number };
const chargesOf = async (owner: Owner) =>
  rows<Charge>(
    world,
    sql`select c.* from auto_top_up_charges c join auto_top_ups t on t.id = c.auto_top_up_id
      where t.order_id = ${owner.buyer.order.id} order by c.at`,
  );

const attemptsOf = async (owner: Owner) =>
  rows<{ method_ref: string; status: string }>(
    world,
    sql`select method_ref, status from payment_attempts
      where order_id in ${(await chargesOf(owner)).map(({ order_id: id }) => id)}`,
  );
const methodOf = async (cardId: string) =>
  (await rows<{ method_ref: string }>(world, sql`select method_ref from saved_cards where id = ${cardId}`))[0]!
    .method_ref;

/** Looks everywhere at once: here, and by jobs of both processes; until none is left. */
async function everywhere(owner: Owner): Promise<void> {
  const { id: esimId } = await esimOf(owner);
  await Promise.all([
    ...Array.from({ length: 3 }, () => world.services.runAutoTopUp(esimId)),
    ...Array.from({ length: 4 }, () => enqueue(world.db, 'auto-top-up', { esimId })),
  ]);
  await settled(owner);
}

/** No job is left, and every charge has its outcome. */
async function settled(owner: Owner): Promise<void> {
  await until(
    async () => {
      const waiting = await rows(
        world,
        sql`select 1 from graphile_worker.jobs where task_identifier = 'auto-top-up' and run_at <= now()`,
      );
      return waiting.length === 0 && (await chargesOf(owner)).every(({ outcome }) => outcome !== null);
    },
    { what: 'the auto top-up is settled' },
  );
}

/** The books as a backup from between the insert of a charge and its payment has them. */
async function forgetPayment(orderId: string): Promise<void> {
  for (const statement of [
    sql`delete from wholesale_tries
      where wholesale_order_id in (select id from wholesale_orders where order_id = ${orderId})`,
    sql`delete from wholesale_orders where order_id = ${orderId}`,
    sql`delete from esim_plans where order_id = ${orderId}`,
    sql`delete from payment_attempts where order_id = ${orderId}`,
    sql`update orders set status = 'pending_payment', paid_at = null where id = ${orderId}`,
    sql`update order_lines set status = 'waiting' where order_id = ${orderId}`,
    sql`update auto_top_up_charges set outcome = null where order_id = ${orderId}`,
    sql`update installation set restored_at = now()`,
  ])
    await rows(world, statement);
}

const plansOf = async (owner: Owner) => (await esimOf(owner)).plans.length;
const has = (owner: Owner, plans: number) =>
  until(async () => (await plansOf(owner)) === plans, { what: `the eSIM has ${plans} plans` });
const becomes = (owner: Owner, state: AutoTopUpView['state']) =>
  until(async () => (await viewOf(owner)).state === state, { what: `auto top-up is ${state}` });

/** What the payment provider took from the account, by order. */
async function takenFor(owner: Owner): Promise<number[]> {
  const { payment_intents: intents } = await ledger<Record<'payment_intents', Record<string, unknown>[]>>(world.stripe);
  const charged = await chargesOf(owner);
  return charged.map(
    ({ order_id: id }) =>
      intents.filter(
        ({ status, metadata }) => status === 'succeeded' && (metadata as { order_id?: string }).order_id === id,
      ).length,
  );
}

it('adds one plan for a threshold, with one charge, and is switched off by the link of its mail', async () => {
  const owner = await anOwner();
  expect(await viewOf(owner)).toMatchObject({ yours: true, state: 'off', agreed: null });
  expect(await switchOn(owner)).toMatchObject({ state: 'on', agreed: { percent: 10, spent: { amount: 0 } } });
  await read(owner, 308);
  await everywhere(owner);
  expect(await chargesOf(owner)).toEqual([]);

  await read(owner, 300);
  await everywhere(owner);
  await has(owner, 2);
  await everywhere(owner);
  const [charge, ...more] = await chargesOf(owner);
  expect(more).toEqual([]);
  expect(charge).toMatchObject({ outcome: 'paid', used_position: 0 });
  expect(await takenFor(owner)).toEqual([1]);
  const { agreed } = await viewOf(owner);
  expect(agreed!.spent.amount).toBe(agreed!.price.amount);
  const listed = await opsOn(world, `order show ${owner.buyer.order.id}`);
  expect(listed.join('\n')).toMatch(/auto top-up +\S+ {2}on {2}\S+ at 10 %/);

  // A link in a mail only shows; a POST acts, without a cookie.
  const mail = await until(
    async () => (await messages(world.mail, owner.account.email)).find(({ text }) => text.includes('/auto-top-up/')),
    { what: 'the mail about the added plan' },
  );
  const link = mail.links.find((each) => each.includes('/auto-top-up/'))!;
  const shown = await (await fetch(link)).text();
  expect(shown).toContain('Switch off auto top-up?');
  expect((await viewOf(owner)).state).toBe('on');
  const done = await fetch(link, { method: 'POST', body: new URLSearchParams() });
  expect(await done.text()).toContain('Auto top-up is off');
  expect((await viewOf(owner)).state).toBe('off');
  expect((await fetch(`${link.slice(0, -2)}xx`, { method: 'POST' })).status).toBe(404);
  await read(owner, 10);
  await everywhere(owner);
  expect(await chargesOf(owner)).toHaveLength(1);
});

inFull(() => {
  describe('the cap', () => {
    it('is never exceeded: one mail says so, and a higher cap or the next month adds the plan', async () => {
      const owner = await anOwner();
      await switchOn(owner, { times: 1 });
      await read(owner, 200);
      await everywhere(owner);
      await has(owner, 2);
      // Both plans are low: the threshold of the second one.
      await read(owner, 20);
      await everywhere(owner);
      await everywhere(owner);
      expect(await chargesOf(owner)).toHaveLength(1);
      expect((await viewOf(owner)).state).toBe('capped');
      await mailTo(world, owner.account.email, 'Your auto top-up cap is reached');
      const capped = (await messages(world.mail, owner.account.email)).filter(({ subject }) =>
        subject.includes('cap is'),
      );
      expect(capped).toHaveLength(1);
      await rows(
        world,
        sql`update auto_top_up_charges set month = '2020-01' where order_id = ${(await chargesOf(owner))[0]!.order_id}`,
      );
      await everywhere(owner);
      await has(owner, 3);
      expect(await takenFor(owner)).toEqual([1, 1]);
    });

    it('below what is spent adds nothing more, and one below the price is refused', async () => {
      const owner = await anOwner();
      await switchOn(owner, { times: 4 });
      await read(owner, 200);
      await everywhere(owner);
      await has(owner, 2);
      await switchOn(owner, { times: 1 });
      expect((await viewOf(owner)).state).toBe('capped');
      await read(owner, 20);
      await everywhere(owner);
      expect(await chargesOf(owner)).toHaveLength(1);
      await expect(switchOn(owner, { times: 0.5 })).rejects.toThrow('"field":"cap"');
    });
  });

  describe('a payment that fails', () => {
    it('waits for its owner when the bank asks, and goes on when they have paid on the page of the order', async () => {
      const owner = await anOwner(ASKS);
      await switchOn(owner);
      await read(owner, 200);
      await everywhere(owner);
      await becomes(owner, 'authentication');
      const { payOrderId } = await viewOf(owner);
      const mail = await until(
        async () =>
          (await messages(world.mail, owner.account.email)).find(({ subject }) => subject.startsWith('Confirm $')),
        { what: 'the mail that asks the owner' },
      );
      expect(mail.links.some((each) => each.includes(`/orders/${payOrderId}/open`))).toBe(true);
      await everywhere(owner);
      expect(await chargesOf(owner)).toHaveLength(1);
      const { paymentUrl } = await call<{ paymentUrl: string }>(owner, 'POST', `/api/orders/${payOrderId}/payment`);
      await payHosted(paymentUrl);
      await has(owner, 2);
      await becomes(owner, 'on');
      expect(await takenFor(owner)).toEqual([1]);
    });

    it('stops when the card is declined; switched on again with another card the threshold is charged once', async () => {
      const owner = await anOwner(DECLINES);
      await switchOn(owner);
      await read(owner, 200);
      await everywhere(owner);
      await becomes(owner, 'stopped');
      expect(await viewOf(owner)).toMatchObject({ reason: 'declined', agreed: { spent: { amount: 0 } } });
      await mailTo(world, owner.account.email, 'Auto top-up has stopped for your France eSIM');
      await read(owner, 100);
      await everywhere(owner);
      expect(await takenFor(owner)).toEqual([0]);
      await save(owner, CARDS.good);
      await switchOn(owner, { card: (await cardsIn(owner)).length - 1 }).catch(() => switchOn(owner, { card: 0 }));
      await everywhere(owner);
      await has(owner, 2);
      expect((await takenFor(owner)).reduce((sum, each) => sum + each, 0)).toBe(1);
    });

    it('stops when the customer was deleted at the provider', async () => {
      const owner = await anOwner();
      await switchOn(owner);
      const [card] = await rows<{ customer_ref: string }>(
        world,
        sql`select customer_ref from saved_cards where id = ${(await cardsIn(owner))[0]!.id}`,
      );
      await control(world.stripe, { delete_customer: { customer: card!.customer_ref } });
      await read(owner, 200);
      await everywhere(owner);
      await becomes(owner, 'stopped');
      expect(await takenFor(owner)).toEqual([0]);
    });
  });

  describe('what ends it', () => {
    it('a removed card, a deleted account and an operator switch it off; nothing is charged after that', async () => {
      const owner = await anOwner();
      await switchOn(owner);
      const [card] = await cardsIn(owner);
      const remove = (query = '') =>
        fetch(`${world.app.url}/api/account/cards/${card!.id}${query}`, { method: 'DELETE', headers: bearer(owner) });
      expect((await remove()).status).toBe(409);
      expect((await remove('?switchOff=true')).ok).toBe(true);
      expect(await viewOf(owner)).toMatchObject({ state: 'off', reason: 'card-removed' });
      await mailTo(world, owner.account.email, 'Auto top-up is off for your France eSIM');

      const other = await anOwner();
      await switchOn(other);
      const said = await opsOn(world, `auto-top-up off ${other.buyer.order.id} --reason asked-by-phone --by ana`);
      expect(said.join('\n')).toContain('off');
      expect(await viewOf(other)).toMatchObject({ state: 'off', reason: 'by-operator' });
      await switchOn(other);
      await call(other, 'DELETE', '/api/account').catch(() => undefined);
      await read(owner, 10);
      await everywhere(owner);
      expect(await chargesOf(owner)).toEqual([]);
    });

    it('not the removal of a card whose auto top-ups another one of the account takes over', async () => {
      const [owner, stranger] = [await anOwner(), await anOwner()];
      await switchOn(owner);
      await save(owner, MASTERCARD);
      const [old, other] = (await cardsIn(owner)) as SavedCardView[];
      expect(old!.autoTopUps).toMatchObject([
        { name: { en: 'France', fr: 'France' }, dataMb: 3072, adds: { dataMb: 1024, days: 7 }, spent: { amount: 0 } },
      ]);
      const replaceBy = (cardId: string) =>
        fetch(`${world.app.url}/api/account/cards/${old!.id}?payWith=${cardId}`, {
          method: 'DELETE',
          headers: bearer(owner),
        });
      const [foreign] = await cardsIn(stranger);
      expect(await errorOf(await replaceBy(foreign!.id))).toMatchObject({ code: 'invalid-input', field: 'payWith' });
      expect(await errorOf(await replaceBy(old!.id))).toMatchObject({ code: 'invalid-input', field: 'payWith' });
      expect((await replaceBy(other!.id)).status).toBe(204);
      expect(await viewOf(owner)).toMatchObject({ state: 'on', agreed: { cardId: other!.id, percent: 10 } });
      await read(owner, 200);
      await everywhere(owner);
      await has(owner, 2);
      expect(await takenFor(owner)).toEqual([1]);
      expect(await attemptsOf(owner)).toEqual([{ method_ref: await methodOf(other!.id), status: 'paid' }]);
    });

    it('a plan that became dearer, and a restore, switch it off before anything is charged', async () => {
      const [dearer, restored] = [await anOwner(), await anOwner()];
      await switchOn(dearer);
      await switchOn(restored);
      await rows(world, sql`update auto_top_ups set amount = amount - 1 where order_id = ${dearer.buyer.order.id}`);
      await rows(
        world,
        sql`update auto_top_ups set consent_at = '2020-01-01' where order_id = ${restored.buyer.order.id}`,
      );
      await rows(world, sql`update installation set restored_at = now() - interval '1 minute'`);
      await Promise.all([read(dearer, 100), read(restored, 100)]);
      await everywhere(dearer);
      await everywhere(restored);
      expect(await viewOf(dearer)).toMatchObject({ state: 'off', reason: 'dearer' });
      expect(await viewOf(restored)).toMatchObject({ state: 'off', reason: 'restored' });
      expect([...(await chargesOf(dearer)), ...(await chargesOf(restored))]).toEqual([]);
    });

    it('a charge in the lost time counts for its threshold when the owner agrees again', async () => {
      const owner = await anOwner();
      await switchOn(owner);
      await read(owner, 200);
      await everywhere(owner);
      await has(owner, 2);
      await forgetPayment((await chargesOf(owner))[0]!.order_id);
      await world.services.runAutoTopUp((await esimOf(owner)).id);
      expect(await viewOf(owner)).toMatchObject({ state: 'off', reason: 'restored' });
      await switchOn(owner);
      await everywhere(owner);
      await has(owner, 2);
      expect(await takenFor(owner)).toEqual([1]);
    });
  });
});
