import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withdrawalEnds } from '#src/shared/rights.ts';
import { freshEmail } from '#test/support/accounts.ts';
import { booksOf, rows, startBuiltShop } from '#test/support/books.ts';
import { inFull } from '#test/support/full.ts';
import { ops as opsOn } from '#test/support/ops.ts';
import { becomes, bought, type Buyer, look } from '#test/support/shop.ts';
import { control, messages, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

/**
 * The withdrawal function: anyone declares, without an account and without script; the confirmation tells nothing about the
 * order; only a proof carries it out, once.
 */

let world: World;
beforeAll(async () => {
  world = await startBuiltShop({ LIMIT_WITHDRAWALS_PER_ADDRESS: '1000', RECONCILE_GRACE_SECONDS: '0' });
});
afterAll(() => world?.close());

type Fields = Record<string, string>;

/** A form of our own page, as a browser without script sends it. */
const send = (path: string, fields: Fields, headers: Fields = {}) =>
  fetch(world.app.url + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  });
const declaration = (change: Fields): Fields => ({
  name: 'Ana Lima',
  order: '0000000X',
  email: freshEmail(),
  ...change,
});
const declare = async (change: Fields, headers: Fields = {}, path = '/withdraw') => {
  const answer = await send(path, declaration(change), headers);
  return { status: answer.status, cache: answer.headers.get('cache-control'), html: await answer.text() };
};

const mailsOf = async (email: string, subject: RegExp) =>
  (await messages(world.mail, email)).filter((each) => subject.test(each.subject));
const mailOf = (email: string, subject: RegExp) =>
  until(async () => (await mailsOf(email, subject)).at(-1), { what: `a mail about ${subject}` });
const RECEIVED = /^Your withdrawal is received/;
const OUTCOME = /: what goes back$/;
const tokenIn = (text: string) => /\/withdrawals\/([\w-]+)/.exec(text)?.[1];

type Row = { id: string; number: string; state: string; proof: string; order_id: string | null };
const declared = (email: string) =>
  rows<Row>(world, sql`select * from withdrawals where email = ${email} order by submitted_at`);
const isIn = (email: string, state: string) =>
  until(async () => (await declared(email))[0]?.state === state, { what: `the withdrawal is ${state}` });

const refundsOf = async ({ order: { id } }: Buyer) =>
  (await booksOf(world, id)).refunds.map(({ amount, status }) => [amount, status]);

/** What a reader sees of a page: the text, without what differs in each answer. */
const wordsOf = (html: string, change: Fields) =>
  [change['email']!, change['order']!]
    .reduce((text, typed) => text.replaceAll(typed, '…'), html)
    .replaceAll(/<(script|style)\b[^]*?<\/\1>|<[^>]+>/g, ' ')
    .replaceAll(/\b[0-9A-HJKMNP-TV-Z]{8}\b/g, '…')
    .replaceAll(/\d{1,2}:\d{2}/g, '…')
    .replaceAll(/\s+/g, ' ');

describe('a guest withdraws', () => {
  it('declares without an account and script, proves the mailbox, and gets the price back, once', async () => {
    const buyer = await bought(world.app);
    const { email } = buyer;
    const typed = { order: buyer.order.number.toLowerCase(), email, zone: 'Europe/Paris' };
    const page = await declare(typed);
    expect([page.status, page.cache]).toEqual([200, 'private, no-store']);
    const [row] = await declared(email);
    expect([row?.state, row?.proof]).toEqual(['received', 'none']);
    expect(page.html).toContain(row!.number);

    // The content, date and time, in UTC and in the sender's zone.
    const mail = await mailOf(email, RECEIVED);
    for (const words of [row!.number, 'I withdraw from the contract.', 'Ana Lima', typed.order, email, 'UTC'])
      expect(mail.text).toContain(words);
    expect(mail.text).toMatch(/In your time zone: .*(CET|CEST|GMT\+[12])/);

    // The link asks before it acts: mail scanners open links.
    const token = tokenIn(mail.text)!;
    const opened = await fetch(`${world.app.url}/withdrawals/${token}`);
    const html = await opened.text();
    expect([opened.status, opened.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(html).toContain('Is this your withdrawal?');
    expect(html).toContain('$11.00 back');
    expect((await declared(email))[0]?.state).toBe('received');
    expect(await refundsOf(buyer)).toEqual([]);

    const answers = await Promise.all(
      [1, 2, 3].map(() => send(`/withdrawals/${token}`, {}, { 'sec-fetch-site': 'cross-site' })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await isIn(email, 'carried-out');
    const outcome = await mailOf(email, OUTCOME);
    expect(outcome.text).toContain('$11.00 back');
    await becomes(world.app, buyer, 'refunded');
    expect(await refundsOf(buyer)).toEqual([[1100, 'succeeded']]);

    // A second declaration finds that nothing is left, and says so.
    await declare({ ...typed, name: 'A. Lima' });
    const again = await until(async () => (await mailsOf(email, RECEIVED)).at(1), { what: 'the second confirmation' });
    await send(`/withdrawals/${tokenIn(again.text)}`, {});
    expect((await mailOf(email, /nothing can go back$/)).text).toContain('its price went back before');
    expect(await refundsOf(buyer)).toEqual([[1100, 'succeeded']]);
  });

  it('is carried out although its job is lost, as after a restore', async () => {
    const buyer = await bought(world.app);
    await declare({ order: buyer.order.number, email: buyer.email });
    // What a backup has of one that was proved a moment before it: the row, without its job.
    await rows(
      world,
      sql`update withdrawals set state = 'proved', proof = 'mailbox', order_id = ${buyer.order.id},
            proved_at = now() - interval '1 hour' where email = ${buyer.email}`,
    );
    await world.services.sweepWithdrawals();
    await isIn(buyer.email, 'carried-out');
    await becomes(world.app, buyer, 'refunded');
    expect(await refundsOf(buyer)).toEqual([[1100, 'succeeded']]);
  });

  it('a stranger’s declaration touches nothing, and learns nothing of the order', async () => {
    const buyer = await bought(world.app);
    const { number } = buyer.order;
    const theirs = { order: number, email: freshEmail() };
    const wrong = { order: '0000000X', email: freshEmail() };
    const owners = { order: number, email: buyer.email };
    const [found, unknown, stolen] = [await declare(theirs), await declare(wrong), await declare(owners)];
    expect([found.status, unknown.status, stolen.status]).toEqual([200, 200, 200]);
    expect(wordsOf(found.html, theirs)).toBe(wordsOf(unknown.html, wrong));
    expect(wordsOf(stolen.html, owners)).toBe(wordsOf(unknown.html, wrong));

    // The mails are alike too, and only the mailbox of the order gets a link.
    const [one, other, owner] = [
      await mailOf(theirs.email, RECEIVED),
      await mailOf(wrong.email, RECEIVED),
      await mailOf(owners.email, RECEIVED),
    ];
    expect(wordsOf(one.text, theirs)).toBe(wordsOf(other.text, wrong));
    expect([tokenIn(one.text), tokenIn(other.text)]).toEqual([undefined, undefined]);
    const token = tokenIn(owner.text)!;

    // Its owner ends the one that was declared in their name: from then on the link does nothing.
    expect(await (await send(`/withdrawals/${token}`, { 'not-mine': '1' })).text()).toContain(
      'This withdrawal is ended',
    );
    await send(`/withdrawals/${token}`, {});
    expect((await declared(owners.email))[0]?.state).toBe('void');
    const changed = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    for (const guess of [changed, 'A'.repeat(43), number])
      expect((await send(`/withdrawals/${guess}`, {})).status).toBe(404);

    // A person sees both, with whose order it is, and answers in words.
    const listed = (await opsOn(world, 'withdrawals')).join('\n');
    const [ofThem] = await declared(theirs.email);
    expect(listed).toMatch(new RegExp(`${ofThem!.id} .*a person has to look`));
    expect(listed).toMatch(new RegExp(`order ${number} .*of ANOTHER address`));
    await opsOn(world, `withdrawal answer ${ofThem!.id} Please write from the address of the order.`);
    expect((await mailOf(theirs.email, /^About your withdrawal/)).text).toContain('from the address of the order.');

    expect(await look(world.app, buyer)).toMatchObject({ status: 'fulfilled', refund: null });
    expect(await refundsOf(buyer)).toEqual([]);
    expect((await messages(world.mail, buyer.email)).map(({ subject }) => subject)).not.toContain('What goes back');
  });

  it('another site can not declare with the cookies of a buyer, and a form with faults keeps what was typed', async () => {
    const buyer = await bought(world.app);
    const typed = { order: buyer.order.number, email: buyer.email };
    const forged = await declare(typed, { cookie: buyer.cookie, 'sec-fetch-site': 'cross-site' });
    expect(forged.status).toBe(401);
    const faulty = await declare({ name: 'Win at evil.example', order: 'A <b>', email: 'nobody' }, {}, '/fr/withdraw');
    expect(faulty.status).toBe(400);
    expect(faulty.html).toContain('Indiquez un nom, sans adresse web ni adresse e-mail.');
    expect(faulty.html).toContain('value="A &lt;b&gt;"');
    expect(await declared(buyer.email)).toEqual([]);
  });
});

describe('the owner of an order', () => {
  it('sees what goes back and is asked nothing more: one line of two, at once', async () => {
    const buyer = await bought(world.app, { planId: undefined, planIds: ['france-3gb', 'spain-1gb'] });
    const path = `/withdraw?order=${buyer.order.id}`;
    const shown = await (await fetch(world.app.url + path, { headers: { cookie: buyer.cookie } })).text();
    expect(shown).toContain('$11.00 back');
    expect(shown).toContain(`value="${buyer.order.number}"`);
    // A stranger sees the plain page.
    expect(await (await fetch(world.app.url + path)).text()).not.toMatch(/ back<|name="line"/);

    const typed = { order: buyer.order.number, email: buyer.email, of: buyer.order.number };
    const none = await declare(typed, { cookie: buyer.cookie }, path);
    expect([none.status, none.html.includes('Choose what you withdraw from.')]).toEqual([400, true]);
    const sent = await declare({ ...typed, line: '2' }, { cookie: buyer.cookie }, path);
    expect(sent.html).toContain('Spain 1GB');
    await isIn(buyer.email, 'carried-out');
    const outcome = await mailOf(buyer.email, OUTCOME);
    expect(outcome.text).toContain('Spain');
    expect(outcome.text).not.toContain('France');
    await until(async () => (await look(world.app, buyer)).lines[1]?.status === 'refunded', {
      what: 'the line is back',
    });
    expect((await look(world.app, buyer)).lines[0]?.status).toBe('fulfilled');
  });
});

describe('the period', () => {
  it('counts by the moment of the declaration: its last half minute counts, the next day does not', async () => {
    const paidAt = new Date(Math.floor(Date.now() / 86_400_000 - 20) * 86_400_000 + 43_200_000);
    const end = withdrawalEnds({ paidAt, timeZone: null }).getTime();
    const declaredAt = async (at: number) => {
      const buyer = await bought(world.app);
      const { email } = buyer;
      await declare({ order: buyer.order.number, email });
      const { text } = await mailOf(email, RECEIVED);
      const ago = (each: number) => sql`to_timestamp(${each / 1000})`;
      await rows(
        world,
        sql`update orders set time_zone = null, paid_at = ${ago(paidAt.getTime())} where id = ${buyer.order.id}`,
      );
      await rows(world, sql`update withdrawals set submitted_at = ${ago(at)} where email = ${email}`);
      await send(`/withdrawals/${tokenIn(text)}`, {});
      await isIn(email, 'carried-out');
      return buyer;
    };
    const last = await declaredAt(end - 30_000);
    await becomes(world.app, last, 'refunded');
    expect(await refundsOf(last)).toEqual([[1100, 'succeeded']]);

    const late = await declaredAt(end);
    expect((await mailOf(late.email, /nothing can go back$/)).text).toContain('the 14 days were over');
    expect(await refundsOf(late)).toEqual([]);
  });

  it('of a plan that is used up: after a request to begin nothing goes back, without one a person looks', async () => {
    const outcomeOf = async (consent: string | null) => {
      const buyer = await bought(world.app);
      const { iccid, id } = (await look(world.app, buyer)).lines[0]!.esim!;
      await rows(world, sql`update orders set begin_consent = ${consent}::jsonb where id = ${buyer.order.id}`);
      await control(world.airalo, { usage: { iccid, set: { status: 'FINISHED', remaining: 0 } } });
      await rows(world, sql`update esims set refreshed_at = null where id = ${id}`);
      await world.services.refreshEsim(id);
      await declare({ order: buyer.order.number, email: buyer.email }, { cookie: buyer.cookie });
      await isIn(buyer.email, 'carried-out');
      expect(await refundsOf(buyer)).toEqual([]);
      const [row] = await rows<{ outcome: { share: object }[] }>(
        world,
        sql`select outcome from withdrawals where email = ${buyer.email}`,
      );
      return row!.outcome[0]!.share;
    };
    expect(await outcomeOf('{"version":1,"at":"2026-11-27T08:00:00Z","locale":"en"}')).toEqual({
      what: 'nothing',
      why: 'used-up',
    });
    expect(await outcomeOf(null)).toEqual({ what: 'person', why: 'used-up' });
  });
});

describe('mails', () => {
  it('still reach the mailbox of the order when a stranger has used its limit up, and the page is as for any number', async () => {
    const buyer = await bought(world.app);
    const { email, order } = buyer;
    for (let each = 0; each < 5; each += 1) await declare({ email, order: `0000000${each}` });
    const theirs = { email, order: order.number, name: 'Ana Lima' };
    const wrong = { email, order: '0000000X', name: 'Ana Lima' };
    const pages = [await declare(theirs), await declare(wrong)] as const;
    expect(wordsOf(pages[0].html, theirs)).toBe(wordsOf(pages[1].html, wrong));
    const linked = await until(
      async () => (await mailsOf(email, RECEIVED)).find(({ text }) => tokenIn(text) !== undefined),
      { what: 'the mail with the link' },
    );
    expect(linked.text).toContain(order.number);
    // Three a day, and no more: the number is no way around the limit.
    for (const name of ['A', 'B', 'C', 'D']) await declare({ ...theirs, name });
    await until(async () => (await rows(world, sql`select 1 from mails where sent_at is null`)).length === 0, {
      what: 'all sent',
    });
    expect(await mailsOf(email, RECEIVED)).toHaveLength(8);
    expect((await opsOn(world, `order show ${order.number}`)).join('\n')).toMatch(
      /withdrawal\s+\S+ {2}\S+ {2}received {2}proof none\n\s+declared \S+ {2}the whole order {2}of this address/,
    );
  });

  it('flood no mailbox: over the limit the page is the confirmation, and nothing is lost', async () => {
    const email = freshEmail();
    const pages: string[] = [];
    for (let each = 0; each < 7; each += 1) pages.push((await declare({ email, order: `0000000${each}` })).html);
    expect(pages.map((html) => html.includes('This page is your confirmation'))).toEqual([
      ...Array.from({ length: 5 }, () => false),
      true,
      true,
    ]);
    expect(await declared(email)).toHaveLength(7);
    await mailOf(email, RECEIVED);
    await until(async () => (await rows(world, sql`select 1 from mails where sent_at is null`)).length === 0, {
      what: 'all sent',
    });
    expect(await mailsOf(email, RECEIVED)).toHaveLength(5);
  });

  it('a form that is sent twice is one declaration with one mail', async () => {
    const email = freshEmail();
    await Promise.all([declare({ email }), declare({ email })]);
    await mailOf(email, RECEIVED);
    expect(await declared(email)).toHaveLength(1);
    expect(await mailsOf(email, RECEIVED)).toHaveLength(1);
  });
});

inFull(() => {
  describe('variations of a withdrawal', () => {
    it('used after a request to begin: the share stays, in cents, and the mail says it', async () => {
      const buyer = await bought(world.app);
      const [line] = (await look(world.app, buyer)).lines;
      const { iccid, id } = line!.esim!;
      await rows(
        world,
        sql`update orders set begin_consent = '{"version":1,"at":"2026-11-27T08:00:00Z","locale":"en"}'::jsonb where id = ${buyer.order.id}`,
      );
      const set = { status: 'ACTIVE', remaining: 1946, expired_at: '2040-01-01 00:00:00' };
      await control(world.airalo, { usage: { iccid, set } });
      await rows(world, sql`update esims set refreshed_at = null where id = ${id}`);
      await world.services.refreshEsim(id);
      const path = `/withdraw?order=${buyer.order.id}`;
      const shown = await (await fetch(world.app.url + path, { headers: { cookie: buyer.cookie } })).text();
      // 1126 of 3072 MB of 11.00: 4.03 is kept.
      expect(shown).toContain('$6.97 back');
      expect(shown).toContain('is $4.03.');
      await declare({ order: buyer.order.number, email: buyer.email }, { cookie: buyer.cookie }, path);
      await isIn(buyer.email, 'carried-out');
      expect((await mailOf(buyer.email, OUTCOME)).text).toContain('$6.97 back, $4.03 kept');
      await until(async () => (await refundsOf(buyer)).some(([amount]) => amount === 697), { what: 'the refund' });
    });

    it('with another address: a person names the order, and the time of the declaration counts', async () => {
      const buyer = await bought(world.app);
      const email = freshEmail();
      await declare({ order: 'no idea', email });
      const [row] = await declared(email);
      // Two weeks pass before a person looks.
      await rows(world, sql`update orders set paid_at = paid_at - interval '20 days' where id = ${buyer.order.id}`);
      await rows(
        world,
        sql`update withdrawals set submitted_at = submitted_at - interval '10 days' where id = ${row!.id}`,
      );
      const carryOut = () =>
        opsOn(world, ['withdrawal', 'carry-out', row!.id, buyer.order.number, '--reason', 'wrote from that address']);
      expect((await carryOut()).join('\n')).toContain('carried out');
      await isIn(email, 'carried-out');
      await becomes(world.app, buyer, 'refunded');
      await expect(carryOut()).rejects.toMatchObject({ code: 'wrong-state', field: 'withdrawal' });
    });

    it('after the 14 days it is confirmed all the same, and nothing goes back by it', async () => {
      const buyer = await bought(world.app);
      await rows(world, sql`update orders set paid_at = paid_at - interval '20 days' where id = ${buyer.order.id}`);
      await declare({ order: buyer.order.number, email: buyer.email }, { cookie: buyer.cookie });
      expect((await mailOf(buyer.email, RECEIVED)).text).toContain('We carry it out now');
      expect((await mailOf(buyer.email, /nothing can go back$/)).text).toContain('the 14 days were over');
      expect(await refundsOf(buyer)).toEqual([]);
    });

    it('a corrected address ends the link of the mail', async () => {
      const buyer = await bought(world.app);
      await declare({ order: buyer.order.number, email: buyer.email });
      const token = tokenIn((await mailOf(buyer.email, RECEIVED)).text)!;
      await rows(
        world,
        sql`update orders set email = 'new@example.com', email_key = 'new@example.com' where id = ${buyer.order.id}`,
      );
      expect((await send(`/withdrawals/${token}`, {})).status).toBe(404);
      expect((await fetch(`${world.app.url}/withdrawals/${token}`)).status).toBe(404);
    });
  });
});
