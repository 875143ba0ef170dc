import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, freshEmail } from '#test/support/accounts.ts';
import { codeIn, mailsAreOut, mailTo } from '#test/support/account-mails.ts';
import { booksOf, rows, startBuiltShop } from '#test/support/books.ts';
import { ops as opsOn } from '#test/support/ops.ts';
import { bought, type Buyer, look, order, post } from '#test/support/shop.ts';
import { control, held, messages, payHosted, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';
import { explain } from '#src/ops/explain.ts';

/**
 * What an operator does for a traveller, with the commands alone: "my eSIM doesn't work" is found by an address, its state
 * is seen, it is sent again, and a line is refunded with a reason. Each change names who made it and why.
 */

let world: World;
beforeAll(async () => {
  world = await startBuiltShop({ SWEEP_SECONDS: '3600' });
});
afterAll(() => world?.close());

const WHY = ['--reason', 'asked by phone', '--by', 'ana'];
const ops = async (...words: string[]) => (await opsOn(world, words)).join('\n');
/** What the command line says about a refusal. */
const said = (...words: string[]) => ops(...words).then(() => 'nothing', explain);
const readyMails = async (email: string) =>
  (await messages(world.mail, email)).filter(({ links }) => links.some((link) => link.includes('/open?key=')));
const orderLink = async (email: string, mail = 0) => {
  const found = await until(async () => (await readyMails(email))[mail], { what: `mail ${mail + 1} to ${email}` });
  return found.links.find((link) => link.includes('/open?key='))!;
};
const open = async (link: string) =>
  (await fetch(link, { redirect: 'manual' })).headers.getSetCookie()[0]?.split(';')[0] ?? '';
const show = async (buyer: Buyer, headers: Record<string, string>) =>
  (await fetch(`${world.app.url}/api/orders/${buyer.order.id}`, { headers })).status;
const bearer = (idToken: string) => ({ authorization: `Bearer ${idToken}` });
const wire = async (call: string, body: Record<string, unknown>) =>
  (await (await post(world.app, `/identity/v1/accounts:${call}?key=cairn-web`, body)).json()) as Record<string, string>;
const historyOf = async ({ order: { id } }: Buyer, kind: string) =>
  (await world.services.orders.history(id)).filter((event) => event.kind === kind).map(({ detail }) => detail);
const refundsOf = async (buyer: Buyer) =>
  (await booksOf(world, buyer.order.id)).refunds.map(({ amount }) => Number(amount));

describe('a search', () => {
  it('finds an order by its address, number, ids and ICCID, and shows the state of its eSIM', async () => {
    const buyer = await bought(world.app);
    const { number, id, esim } = await look(world.app, buyer);
    await bought(world.app);
    const asked = [
      buyer.email.toUpperCase(),
      number.toLowerCase(),
      id,
      esim!.id,
      esim!.iccid,
      esim!.iccid.replace(/(.{4})/g, '$1 '),
    ];
    for (const text of asked) {
      const found = await ops('find', ...text.split(' '));
      expect(found, text).toMatch(new RegExp(`orders: 1\n  ${number}  fulfilled  ${buyer.email}  11.00 USD`));
      expect(found, text).toMatch(/\n {4}line 1 {2}france-3gb {2}fulfilled {2}profile released {2}plan not_active/);
      expect(found).not.toContain(esim!.activationCode);
    }
    expect(await ops('find', 'nobody@example.com')).toBe('accounts: 0\norders: 0');
  });

  it('finds an account by its address, id and a part of its name, with its orders', async () => {
    const { email, idToken } = await createAccount(world.app);
    // A whole name of two letters.
    const short = '李伟';
    const displayName = `Zélie 100% ${email.slice(10, 18)} ${short}`;
    await wire('update', { idToken, displayName });
    const buyer = await order(world.app, {}, bearer(idToken));
    const [account] = await rows<{ id: string }>(world, sql`select id from accounts where email = ${email}`);
    for (const text of [email, account!.id, displayName.slice(2).toUpperCase(), short]) {
      const found = await ops('find', ...text.split(' '));
      expect(found, text).toContain(`accounts: 1\n  ${email}  `);
      expect(found, text).toContain(`\n  ${buyer.order.number}  pending_payment`);
    }
    expect(await ops('find', '%%%')).toBe('accounts: 0\norders: 0');
    await expect(said('find', 'a')).resolves.toContain('by at least two of its letters');
  });
});

describe('an eSIM that is sent again', () => {
  it('arrives in a new mail whose link works, the old link ends, and the history says who sent it and why', async () => {
    const buyer = await bought(world.app);
    const first = await orderLink(buyer.email);
    expect(await ops('order', 'send', buyer.order.number, ...WHY, '--dry-run')).toContain('dry run: nothing was saved');
    await mailsAreOut(world);
    expect(await readyMails(buyer.email)).toHaveLength(1);

    expect(await ops('order', 'send', buyer.order.number, ...WHY)).toContain(`mail to ${buyer.email}: 1 eSIM\n`);
    const second = await orderLink(buyer.email, 1);
    expect(await show(buyer, { cookie: await open(second) })).toBe(200);
    expect(await open(first)).toBe('');
    expect(await historyOf(buyer, 'sent-by-hand')).toEqual([{ by: 'ana', reason: 'asked by phone' }]);
  });

  it('of an order whose other eSIM was refunded is announced as the only one', async () => {
    const buyer = await bought(world.app, { planId: undefined, planIds: ['france-3gb', 'egypt-3gb'] });
    await ops('order', 'refund', buyer.order.number, '2', ...WHY);
    await mailTo(world, buyer.email, 'Your refund of $10.00');
    await ops('order', 'send', buyer.order.number, ...WHY);
    const mail = await until(
      async () =>
        (await messages(world.mail, buyer.email)).find(({ subject }) => subject === 'Your France eSIM is ready'),
      { what: 'the mail with one eSIM' },
    );
    expect(mail.attachments).toHaveLength(1);
    expect(mail.text).toContain('The eSIM for Egypt is no longer part of this order');
    expect(mail.text).not.toContain('We could not get');
  });

  it('is refused for an order without one', async () => {
    const { order: unpaid } = await order(world.app);
    await expect(ops('order', 'send', unpaid.number, ...WHY)).rejects.toMatchObject({ code: 'order-not-resendable' });
  });
});

describe('a corrected address', () => {
  it("gets the mail; the stranger's link, cookie and account end, and the payer's browser keeps its access", async () => {
    const buyer = await bought(world.app);
    const stranger = await createAccount(world.app);
    const cookie = await open(await orderLink(buyer.email));
    await post(world.app, `/api/orders/${buyer.order.id}/claim`, {}, { cookie, ...bearer(stranger.idToken) });
    expect(await show(buyer, bearer(stranger.idToken))).toBe(200);

    const right = freshEmail();
    const said = await ops('order', 'address', buyer.order.number, right, ...WHY);
    expect(said).toContain(`${buyer.email} → ${right}`);
    expect(await show(buyer, { cookie: await open(await orderLink(right)) })).toBe(200);
    expect(await show(buyer, { cookie })).toBe(404);
    expect(await show(buyer, bearer(stranger.idToken))).toBe(404);
    expect((await look(world.app, buyer)).email).toBe(right);
    expect(await open(await orderLink(buyer.email))).toBe('');
    // The history holds no personal data.
    expect(await historyOf(buyer, 'address-corrected')).toEqual([{ by: 'ana', reason: 'asked by phone' }]);
  });

  it('of an order in progress gets its eSIM later', async () => {
    const buyer = await order(world.app);
    const right = freshEmail();
    expect(await ops('order', 'address', buyer.order.number, right, ...WHY)).toContain('No eSIM is delivered yet');
    await payHosted(buyer.paymentUrl);
    await orderLink(right);
    expect(await messages(world.mail, buyer.email)).toEqual([]);
  });

  it('is refused when no mail reaches it, or it is the same; a dry run changes nothing', async () => {
    const buyer = await order(world.app);
    const correct = (address: string) => said('order', 'address', buyer.order.number, address, ...WHY);
    expect(await correct('ana@localhost')).toBe(
      'No mail can reach this address. An address looks like ana@example.com.',
    );
    expect(await correct(buyer.email)).toContain('The order has this address already.');
    await ops('order', 'address', buyer.order.number, freshEmail(), ...WHY, '--dry-run');
    expect((await look(world.app, buyer)).email).toBe(buyer.email);
  });
});

describe('a refund of a part', () => {
  it('leaves the eSIM, is at most what is left, and the rest can be refunded later', async () => {
    const buyer = await bought(world.app);
    const refund = (...words: string[]) => ops('order', 'refund', buyer.order.number, ...words, ...WHY);
    expect(await refund('--amount', '4.50', '--dry-run')).toContain('refund 4.50 USD');
    expect(await refundsOf(buyer)).toEqual([]);

    expect(await refund('--amount', '4.50')).toContain('eSIMs and deliveries stay');
    await until(async () => (await refundsOf(buyer)).join() === '450', { what: 'the part is refunded' });
    await mailTo(world, buyer.email, 'Your refund of $4.50');
    expect(await look(world.app, buyer)).toMatchObject({ status: 'fulfilled', esim: { installed: false } });
    expect(await historyOf(buyer, 'refund-by-hand')).toMatchObject([
      { amount: 450, line: null, by: 'ana', reason: 'asked by phone' },
    ]);

    expect(await said('order', 'refund', buyer.order.number, '--amount', '6.51', ...WHY)).toBe(
      'The amount is more than what is left to refund: 6.50 USD.',
    );
    await refund('--amount', '6.50');
    await until(async () => (await refundsOf(buyer)).toSorted().join() === '450,650', { what: 'the rest is refunded' });
    expect(await look(world.app, buyer)).toMatchObject({ status: expect.stringMatching(/^refund/), esim: null });
    await expect(refund('--amount', '0.01')).rejects.toMatchObject({ code: 'wrong-state', field: 'refund' });
  });

  it('of a line is at most its price, and the line itself can be refunded', async () => {
    const buyer = await bought(world.app, { planId: undefined, planIds: ['france-3gb', 'egypt-3gb'] });
    const refund = (...words: string[]) => ops('order', 'refund', buyer.order.number, ...words, ...WHY);
    await expect(refund('2', '--amount', '10.01')).rejects.toMatchObject({ code: 'invalid-input', field: 'amount' });
    await refund('2', '--amount', '2.00');
    await until(async () => (await refundsOf(buyer)).length === 1, { what: 'the part is refunded' });
    const statuses = async () => (await look(world.app, buyer)).lines.map(({ status }) => status);
    expect(await statuses()).toEqual(['fulfilled', 'fulfilled']);
    expect(await historyOf(buyer, 'refund-by-hand')).toMatchObject([{ amount: 200, line: 2 }]);
    // All of a line is a refund like any other.
    await refund('2', '--amount', '10.00');
    await until(async () => (await statuses()).join() === 'fulfilled,refunded', { what: 'line 2 is refunded' });
    // Again: nothing is left of it, and the history does not say otherwise.
    const before = (await historyOf(buyer, 'refund-by-hand')).length;
    await expect(refund('2')).rejects.toMatchObject({ code: 'wrong-state', field: 'refund' });
    await expect(refund('2', '--dry-run')).rejects.toMatchObject({ code: 'wrong-state', field: 'refund' });
    expect(await historyOf(buyer, 'refund-by-hand')).toHaveLength(before);
  });
});

describe('a refund that is closed by hand', () => {
  const pageOf = async (buyer: Buyer, language = 'en') =>
    (
      await fetch(`${world.app.url}/orders/${buyer.order.id}`, {
        headers: { cookie: buyer.cookie, 'accept-language': language },
      })
    ).text();
  /** The id of the buyer's refund, once it has failed. */
  const failedRefund = (buyer: Buyer) =>
    until(
      async () =>
        (
          await rows<{ id: string }>(
            world,
            sql`select id from refunds where order_id = ${buyer.order.id} and status = 'failed'`,
          )
        )[0]?.id,
      { what: 'the refund has failed' },
    );

  it('was sent back by the bank → page and mail say that it was paid another way, with its reference', async () => {
    const buyer = await bought(world.app);
    await ops('order', 'refund', buyer.order.number, ...WHY);
    await mailTo(world, buyer.email, 'Your refund of $11.00');
    expect(await pageOf(buyer)).toContain('back to the card you paid with.');
    const [made] = (await booksOf(world, buyer.order.id)).refunds;
    await control(world.stripe, { fail_refund: { refund: made?.['id'] } });

    const id = await failedRefund(buyer);
    await ops('refund', 'close', id, 'paid by transfer', '--reference', 'SEPA 0042');
    expect(await look(world.app, buyer)).toMatchObject({
      status: 'refunded',
      refund: { status: 'succeeded', otherWay: true, bankReference: 'SEPA 0042' },
    });
    const mail = await until(
      async () => (await messages(world.mail, buyer.email)).find(({ text }) => text.includes('SEPA 0042')),
      { what: 'the mail about the other way' },
    );
    expect(mail.subject).toBe('Your refund of $11.00');
    expect(mail.text).not.toContain('ending in');
    for (const [language, says, card] of [
      ['en', 'another way than to the card you paid with.', /back to the card|With your bank/],
      ['fr', 'par un autre moyen que la carte', /recrédité|Chez votre banque/],
    ] as const) {
      const page = await pageOf(buyer, language);
      expect(page).toContain(says);
      expect(page).toContain('SEPA 0042');
      expect(page).not.toMatch(card);
    }

    // The vendor's reading of the failed refund changes nothing of it.
    await world.services.paymentSync.syncPayment((await world.services.payments.paidAttempt(buyer.order.id))!.id);
    expect((await look(world.app, buyer)).refund).toMatchObject({ otherWay: true, bankReference: 'SEPA 0042' });
  });

  it('of one line: the line says that it was paid another way', async () => {
    const buyer = await bought(world.app, { planId: undefined, planIds: ['france-3gb', 'egypt-3gb'] });
    const body = { error: { type: 'invalid_request_error', code: 'insufficient_funds', message: 'no' } };
    await control(world.stripe, { fail: { call: 'refunds.create', status: 400, body } });
    await ops('order', 'refund', buyer.order.number, '2', ...WHY);
    await ops('refund', 'close', await failedRefund(buyer), 'in cash');
    expect((await look(world.app, buyer)).lines).toMatchObject([
      { refund: null },
      { status: 'refunded', refund: { otherWay: true } },
    ]);
    const page = await pageOf(buyer);
    expect(page).toContain('another way than to the card you paid with.');
    expect(page).not.toContain('went back to the card');
  });
});

describe('orders that are stuck', () => {
  it('say when the store looks at them again', async () => {
    const buyer = await order(world.app);
    await control(world.airalo, { hold: { call: 'orders.create', when: 'before' } });
    try {
      await payHosted(buyer.paymentUrl);
      await held(world.airalo, 'orders.create');
      await rows(world, sql`update orders set updated_at = now() - interval '1 hour' where id = ${buyer.order.id}`);
      expect(await ops('orders', 'stuck')).toMatch(
        new RegExp(`${buyer.order.id}  fulfilling  since \\S+  looked at now`),
      );
    } finally {
      await control(world.airalo, { release: { call: 'orders.create' } });
    }
  });
});

describe('an account', () => {
  it('is shown without secrets, and exported as its owner exports it', async () => {
    const { email, idToken } = await createAccount(world.app);
    const buyer = await bought(world.app, {}, bearer(idToken));
    const shown = await ops('account', 'show', email);
    expect(shown).toMatch(/sign-in +password\n/);
    expect(shown).toContain(`\n  ${buyer.order.number}  fulfilled`);

    // Both exports have the time of each mail.
    await mailsAreOut(world);
    const own = (await (
      await fetch(`${world.app.url}/api/account/export`, { headers: bearer(idToken) })
    ).json()) as Record<string, unknown>;
    const exported = JSON.parse(await ops('account', 'export', email, ...WHY)) as Record<string, unknown>;
    expect(exported).toEqual(own);
    expect(exported['esims']).toMatchObject([{ order: buyer.order.number, iccid: expect.any(String) }]);
    expect(await auditOf(email)).toContainEqual({ kind: 'exported', detail: { by: 'ana', reason: 'asked by phone' } });
  });

  it('is deleted as its owner deletes it: orders stay under a pseudonym, and the owner gets a mail', async () => {
    const { email, idToken } = await createAccount(world.app);
    await wire('update', { idToken, oobCode: codeIn(await mailTo(world, email, 'Confirm your email address')) });
    const buyer = await bought(world.app, { email });
    const [account] = await rows<{ id: string }>(world, sql`select id from accounts where email = ${email}`);
    expect(await ops('account', 'delete', email, ...WHY, '--dry-run')).toContain('dry run');
    expect(await wire('lookup', { idToken })).toMatchObject({ users: [{ email }] });

    await ops('account', 'delete', email, ...WHY);
    expect(await wire('lookup', { idToken })).toMatchObject({ error: { message: 'USER_NOT_FOUND' } });
    const [kept] = await rows<{ email: string }>(world, sql`select email from orders where id = ${buyer.order.id}`);
    expect(kept!.email).toBe(`deleted-${account!.id}@invalid`);
    const [audit] = await rows(
      world,
      sql`select detail from security_events where kind = 'deleted-by-administrator' order by at desc limit 1`,
    );
    expect(audit).toEqual({ detail: { orders: 1, by: 'ana', reason: 'asked by phone' } });
    await until(async () => (await messages(world.mail, email)).some(({ subject }) => /deleted/i.test(subject)), {
      what: 'the mail about the deletion',
    });
    // Nothing is sent to a person who was forgotten.
    await expect(ops('order', 'send', buyer.order.number, ...WHY)).rejects.toMatchObject({ code: 'wrong-state' });
  });
});

const auditOf = (email: string) =>
  rows(
    world,
    sql`select kind, detail from security_events where account_id = (select id from accounts where email = ${email})`,
  );
