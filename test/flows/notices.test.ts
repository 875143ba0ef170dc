import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningApp } from '#src/main.ts';
import type { OrderView } from '#src/shared/views.ts';
import { addDays, dateIn } from '#src/shared/time-zone.ts';
import { enqueue } from '#src/queue/queue.ts';
import { createAccount } from '#test/support/accounts.ts';
import { mailsAreOut } from '#test/support/account-mails.ts';
import { booksOf, rows, startBuiltShop } from '#test/support/books.ts';
import { createDesk } from '#test/support/desk.ts';
import { inFull } from '#test/support/full.ts';
import { becomes, bought, type Buyer, errorOf, look, order, post } from '#test/support/shop.ts';
import { control, type Message, messages, until } from '#test/support/wire.ts';
import { startBeside, type World } from '#test/support/world.ts';

/** The usage of an eSIM is read by the test alone. Two processes of the product take the jobs. */
let world: World;
let beside: RunningApp;
beforeAll(async () => {
  world = await startBuiltShop({ ESIM_USAGE_MAX_AGE_MINUTES: '600', RECONCILE_GRACE_SECONDS: '0' });
  beside = await startBeside(world);
});
afterAll(async () => {
  await beside?.stop();
  await world?.close();
});

type Noted = { kind: string; told: boolean; mailed: boolean };

const HOUR_MS = 3_600_000;
/** As the wholesaler writes a time. */
const wholesaleTime = (inHours: number) =>
  new Date(Date.now() + inHours * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ');
const FAR = '2040-01-01 00:00:00';

const esimIdOf = async (buyer: Buyer) => (await look(world.app, buyer)).lines[0]!.esim!.id;

/** Reads the usage that the wholesaler reports like this. */
async function read(buyer: Buyer, set: Record<string, unknown>): Promise<void> {
  const { iccid, id } = (await look(world.app, buyer)).lines[0]!.esim!;
  await control(world.airalo, { usage: { iccid, set } });
  await rows(world, sql`update esims set refreshed_at = null where id = ${id}`);
  await world.services.refreshEsim(id);
}

/** Lets time pass until the plan ends in so many hours, by our books and the wholesaler's: an end never moves. */
async function endsIn(buyer: Buyer, hours: number, remaining = 3000): Promise<void> {
  const end = wholesaleTime(hours);
  const [at, { id }] = [sql`${`${end}Z`}::timestamptz`, buyer.order];
  const plans = sql`update esim_plans set expires_at = ${at} where order_id = ${id}`;
  await rows(world, sql`with plans as (${plans}) update esims set expires_at = ${at} where order_id = ${id}`);
  await read(buyer, { status: 'ACTIVE', remaining, expired_at: end });
}

const noted = ({ order: { id } }: Buyer) =>
  rows<Noted>(world, sql`select kind, told, mailed from notices where order_id = ${id} order by id`);
const kindsOf = async (buyer: Buyer) => (await noted(buyer)).map(({ kind }) => kind);

const headerOf = (mail: Message, name: string) =>
  mail.headers.find((each) => each.name.toLowerCase() === name.toLowerCase())?.value;

/** The notices in the mailbox, oldest first, once all that are queued for this order are out. */
async function mailedTo(buyer: Buyer): Promise<Message[]> {
  const waiting = sql`select 1 from mails
    where subject_id = ${buyer.order.id} and kind = 'notice' and next_attempt_at is not null`;
  await until(async () => (await rows(world, waiting)).length === 0, { what: 'the notices are out' });
  return (await messages(world.mail, buyer.email)).filter((mail) => headerOf(mail, 'List-Unsubscribe') !== undefined);
}
const subjectsTo = async (buyer: Buyer) => (await mailedTo(buyer)).map(({ subject }) => subject);
const linkOf = (mail: Message | undefined) => /^<(.+)>$/.exec(headerOf(mail!, 'List-Unsubscribe')!)![1]!;

/** What looks for notices does so everywhere at once: here, and by jobs of both processes of the built product. */
async function everywhere(buyer: Buyer): Promise<void> {
  const { noticeUsage, sendNotices } = world.services;
  const esimId = await esimIdOf(buyer);
  await Promise.all([
    ...Array.from({ length: 6 }, () => world.db.transaction((tx) => noticeUsage(tx, { esimId }))),
    ...Array.from({ length: 4 }, () => sendNotices()),
    ...Array.from({ length: 4 }, () => enqueue(world.db, 'send-notices', {})),
    ...Array.from({ length: 2 }, () => enqueue(world.db, 'refresh-esim', { esimId })),
  ]);
  await until(
    async () => {
      const { rows: waiting } = await world.db.execute(
        sql`select 1 from graphile_worker.jobs where task_identifier in ('send-notices', 'refresh-esim')`,
      );
      return waiting.length === 0;
    },
    { what: 'the jobs are done' },
  );
}

describe('how much data is used', () => {
  it('is told once at 75, 90 and 100 percent, however many processes and jobs find it', async () => {
    const buyer = await bought(world.app);
    await read(buyer, { status: 'ACTIVE', remaining: 1000, expired_at: FAR });
    expect(await noted(buyer)).toEqual([]);
    await read(buyer, { status: 'ACTIVE', remaining: 700, expired_at: FAR });
    await everywhere(buyer);
    await read(buyer, { status: 'ACTIVE', remaining: 650, expired_at: FAR });
    expect(await subjectsTo(buyer)).toEqual(['0.7GB left on your France eSIM']);
    await read(buyer, { status: 'ACTIVE', remaining: 200, expired_at: FAR });
    await read(buyer, { status: 'FINISHED', remaining: 0 });
    await everywhere(buyer);
    expect(await noted(buyer)).toEqual(
      ['data-75', 'data-90', 'data-100'].map((kind) => ({ kind, told: true, mailed: true })),
    );
    const mails = await mailedTo(buyer);
    expect(mails).toHaveLength(3);
    expect(mails[2]!.subject).toBe('The data of your France eSIM is used up');
    expect(mails[0]!.text).toContain('The network reported this on');
    // The links open the order and its top-ups without a sign-in.
    const open = mails[0]!.links.filter((link) => link.includes('/open?key='));
    const answers = await Promise.all(open.map((link) => fetch(link, { redirect: 'manual' })));
    const page = `/orders/${buyer.order.id}`;
    expect(answers.map(({ headers }) => headers.get('location'))).toEqual([`${page}/top-up?line=1`, page]);
  });

  it('makes the highest notice of a jump, and none when the figure falls and grows again', async () => {
    const buyer = await bought(world.app);
    await read(buyer, { status: 'ACTIVE', remaining: 100, expired_at: FAR });
    expect(await noted(buyer)).toEqual([
      { kind: 'data-90', told: true, mailed: true },
      { kind: 'data-75', told: false, mailed: false },
    ]);
    await read(buyer, { status: 'ACTIVE', remaining: 2000, expired_at: FAR });
    await read(buyer, { status: 'ACTIVE', remaining: 500, expired_at: FAR });
    expect(await noted(buyer)).toHaveLength(2);
  });
});

describe('what depends on the time', () => {
  it('the end is told three days and one day before, with the hour in the zone of the traveller', async () => {
    const travel = { travelDate: addDays(dateIn(new Date(), 'UTC'), 20), timeZone: 'Asia/Tokyo' };
    const buyer = await bought(world.app, { ...travel, locale: 'fr' });
    await read(buyer, { status: 'ACTIVE', remaining: 3000, expired_at: wholesaleTime(80) });
    await world.services.sendNotices();
    expect(await noted(buyer)).toEqual([]);
    await endsIn(buyer, 50);
    await everywhere(buyer);
    await endsIn(buyer, 20);
    await everywhere(buyer);
    expect(await kindsOf(buyer)).toEqual(['ends-3d', 'ends-1d']);
    const [first, second, ...more] = await mailedTo(buyer);
    expect(more).toEqual([]);
    expect(first!.subject).toMatch(/^Votre eSIM France se termine le /);
    expect(second!.text).toContain('UTC+9');
  });

  it('one mail reminds to install all eSIMs of an order, two days before the travel date', async () => {
    const tomorrow = addDays(dateIn(new Date(), 'UTC'), 1);
    const two = { planId: undefined, planIds: ['europe-5gb', 'morocco-3gb'], travelDate: tomorrow, timeZone: 'UTC' };
    const buyer = await bought(world.app, two);
    await world.services.sendNotices();
    // It has just been mailed with the words to install it.
    expect(await noted(buyer)).toEqual([]);
    await rows(world, sql`update esims set issued_at = now() - interval '9 days' where order_id = ${buyer.order.id}`);
    await everywhere(buyer);
    expect(await noted(buyer)).toEqual(Array(2).fill({ kind: 'install', told: true, mailed: true }));
    // Not all mails: that with the eSIMs may still wait for the second one.
    const subject = 'Install your 2 eSIMs before you leave';
    await until(async () => (await messages(world.mail, buyer.email)).some((mail) => mail.subject === subject), {
      what: 'the reminder arrives',
    });
    const queued = sql`select 1 from mails where subject_id = ${buyer.order.id} and kind = 'notice'`;
    expect(await rows(world, queued)).toHaveLength(1);
    expect((await createDesk(world.db).show(buyer.order)).join('\n')).toMatch(
      new RegExp(`travels +${tomorrow} {2}UTC\\nnotice +install .*mail queued`),
    );
  });

  it('nothing reminds once the eSIM is installed', async () => {
    const tomorrow = addDays(dateIn(new Date(), 'UTC'), 1);
    const buyer = await bought(world.app, { travelDate: tomorrow, timeZone: 'UTC' });
    await rows(world, sql`update esims set issued_at = now() - interval '9 days' where order_id = ${buyer.order.id}`);
    await read(buyer, { status: 'ACTIVE', remaining: 3000, expired_at: FAR });
    await world.services.sendNotices();
    expect(await noted(buyer)).toEqual([]);
  });
});

describe('a mailed link', () => {
  const ONE_CLICK = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });

  it('changes nothing when it is opened; a POST without a cookie ends its topic at once, and Undo begins it again', async () => {
    const buyer = await bought(world.app);
    await read(buyer, { status: 'ACTIVE', remaining: 700, expired_at: FAR });
    const [mail] = await mailedTo(buyer);
    expect(headerOf(mail!, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    const link = linkOf(mail);
    const asked = await fetch(link);
    const page = await asked.text();
    expect([asked.status, page.match(/<form/g)]).toEqual([200, ['<form']]);
    expect(page).toContain('Stop emails about low data?');
    expect(page).not.toContain(buyer.email);
    expect(page).toContain(`${buyer.email[0]}•••@example.com`);
    expect(asked.headers.get('cache-control')).toBe('private, no-store');
    expect((await look(world.app, buyer)).noticesByMail).toBe(true);

    const headers = { 'sec-fetch-site': 'cross-site' };
    const stopped = await fetch(link, { method: 'POST', body: ONE_CLICK, headers, redirect: 'error' });
    expect([stopped.status, stopped.headers.getSetCookie()]).toEqual([200, []]);
    expect(await stopped.text()).toContain('No more emails about low data');
    expect(await (await fetch(link, { method: 'POST', body: ONE_CLICK })).text()).toContain('Undo');
    await endsIn(buyer, 50, 200);
    await world.services.sendNotices();
    expect((await noted(buyer)).map(({ kind, mailed }) => [kind, mailed])).toEqual([
      ['data-75', true],
      ['data-90', false],
      ['ends-3d', true],
    ]);

    const undone = await fetch(link, { method: 'POST', body: new URLSearchParams({ undo: '1' }) });
    expect(await undone.text()).toContain('You get these emails again.');
    await read(buyer, { status: 'FINISHED', remaining: 0 });
    expect((await subjectsTo(buyer)).at(-1)).toBe('The data of your France eSIM is used up');
  });

  it('of an account turns its topic off for all its orders; one that was changed does nothing', async () => {
    const { idToken } = await createAccount(world.app);
    const own = { authorization: `Bearer ${idToken}` };
    const [first, second] = [await bought(world.app, {}, own), await bought(world.app, {}, own)];
    await read(first, { status: 'ACTIVE', remaining: 700, expired_at: FAR });
    const link = linkOf((await mailedTo(first))[0]);
    const wrong = await fetch(`${link.slice(0, -2)}AA`, { method: 'POST', body: ONE_CLICK });
    expect([wrong.status, (await fetch(`${link}A`)).status]).toEqual([404, 404]);
    await fetch(link, { method: 'POST', body: ONE_CLICK });
    const choices = await fetch(`${world.app.url}/api/account/notices`, { headers: own });
    expect(await choices.json()).toMatchObject({
      choices: [
        { topic: 'esim-ready' },
        { topic: 'data-low', mail: false, push: true },
        { mail: true },
        { mail: true },
      ],
    });
    await read(second, { status: 'ACTIVE', remaining: 700, expired_at: FAR });
    expect(await noted(second)).toEqual([{ kind: 'data-75', told: true, mailed: false }]);
    expect(await subjectsTo(second)).toEqual([]);
    const file = await fetch(`${world.app.url}/api/account/export`, { headers: own });
    expect(await file.json()).toMatchObject({
      notices: [
        { kind: 'data-75', mailed: true },
        { kind: 'data-75', mailed: false },
      ],
      noticeChoices: [{ topic: 'data-low', channel: 'mail', on: false }],
    });
  });
});

describe('a guest', () => {
  const headersOf = ({ cookie }: Buyer) => ({ cookie });
  const change = (buyer: Buyer, what: string, body: Record<string, unknown>, headers = headersOf(buyer)) =>
    post(world.app, `/api/orders/${buyer.order.id}/${what}`, body, headers);

  it('turns all notices of an order off, and sets and removes the travel date', async () => {
    const buyer = await bought(world.app);
    const travelDate = addDays(dateIn(new Date(), 'UTC'), 3);
    const set = await change(buyer, 'travel-date', { travelDate, timeZone: 'Europe/Paris' });
    expect((await set.json()) as { order: OrderView }).toMatchObject({ order: { travelDate, noticesByMail: true } });
    await change(buyer, 'notices', { mail: false });
    await read(buyer, { status: 'ACTIVE', remaining: 100, expired_at: wholesaleTime(20) });
    await world.services.sendNotices();
    expect((await noted(buyer)).map(({ mailed }) => mailed)).toEqual([false, false, false]);
    expect(await subjectsTo(buyer)).toEqual([]);
    await change(buyer, 'travel-date', { travelDate: null });
    expect(await look(world.app, buyer)).toMatchObject({ travelDate: null, timeZone: null, noticesByMail: false });
  });

  it('gets a field error for a date that is past and for a zone that does not exist, and another’s order is none', async () => {
    const buyer = await order(world.app);
    const past = addDays(dateIn(new Date(), 'Etc/GMT+12'), -1);
    const wrong = [
      [{ travelDate: past }, 'travelDate'],
      [{ travelDate: '2026-02-30' }, 'travelDate'],
      [{ travelDate: addDays(past, 400) }, 'travelDate'],
      [{ travelDate: addDays(past, 9), timeZone: 'Europe/Paradise' }, 'timeZone'],
    ] as const;
    for (const [given, field] of wrong) {
      const refused = { code: 'invalid-input', field };
      expect(await errorOf(await change(buyer, 'travel-date', given))).toMatchObject(refused);
      const asked = { ...given, planId: 'france-3gb', email: buyer.email, locale: 'en', deviceConfirmed: true };
      const ordered = await post(world.app, '/api/orders', { ...asked, idempotencyKey: crypto.randomUUID() });
      expect([ordered.status, await errorOf(ordered)]).toEqual([400, expect.objectContaining(refused)]);
    }
    for (const what of ['notices', 'travel-date'])
      expect((await change(buyer, what, { mail: false, travelDate: null }, { cookie: '' })).status).not.toBe(200);
    expect((await change(buyer, 'notices', { mail: false }, { cookie: '' })).status).toBe(404);
  });
});

describe('the store stays quiet', () => {
  const due = { status: 'ACTIVE', remaining: 100, expired_at: wholesaleTime(20) };
  const expectQuiet = async (buyer: Buyer) => {
    await world.services.sendNotices();
    expect(await noted(buyer)).toEqual([]);
  };

  it('about an eSIM that was refunded', async () => {
    expect.hasAssertions();
    const buyer = await bought(world.app);
    const desk = createDesk(world.db);
    await desk.refund((await desk.orders.find(buyer.order.id))!);
    await becomes(world.app, buyer, 'refunded');
    const [esim] = await world.services.esims.listByOrders([buyer.order.id]);
    await rows(
      world,
      sql`update esim_plans set state = 'active', remaining_mb = 100, expires_at = now() + interval '20 hours'
          where esim_id = ${esim!.id}`,
    );
    await world.db.transaction((tx) => world.services.noticeUsage(tx, { esimId: esim!.id }));
    await expectQuiet(buyer);
  });

  inFull(() => {
    it('about an eSIM whose payment is disputed, and after its profile has ended', async () => {
      expect.hasAssertions();
      const disputed = await bought(world.app);
      const intent = String((await booksOf(world, disputed.order.id)).payments[0]?.['id']);
      const esimId = await esimIdOf(disputed);
      await control(world.stripe, { dispute: { payment_intent: intent } });
      await becomes(world.app, disputed, 'disputed');
      await rows(
        world,
        sql`update esim_plans set state = 'active', remaining_mb = 10, expires_at = now() + interval '20 hours'
            where esim_id = ${esimId}`,
      );
      await world.db.transaction((tx) => world.services.noticeUsage(tx, { esimId }));
      await expectQuiet(disputed);

      const ended = await bought(world.app);
      await rows(
        world,
        sql`update esim_plans set state = 'active', remaining_mb = 10, expires_at = now() + interval '20 hours'
            where order_id = ${ended.order.id}`,
      );
      await rows(world, sql`update esims set profile_state = 'deleted' where order_id = ${ended.order.id}`);
      await expectQuiet(ended);
    });

    it('before the end of an eSIM that is used up, and about a sample of the demo account', async () => {
      const used = await bought(world.app);
      await read(used, { status: 'FINISHED', remaining: 0, expired_at: wholesaleTime(20) });
      await world.services.sendNotices();
      expect(await kindsOf(used)).not.toContain('ends-1d');

      const sample = await bought(world.app);
      await rows(
        world,
        sql`update order_events set detail = detail || '{"demo": true}' where order_id = ${sample.order.id} and kind = 'opened'`,
      );
      await read(sample, due);
      await expectQuiet(sample);
    });

    it('about a mail that waited until it no longer helps', async () => {
      const buyer = await bought(world.app);
      await mailsAreOut(world);
      await control(world.mail, { fail: { call: 'smtp.rcpt', when: 'before', times: 1, status: 451 } });
      await read(buyer, { status: 'ACTIVE', remaining: 700, expired_at: FAR });
      await until(
        async () =>
          (
            await rows(
              world,
              sql`select 1 from mails where subject_id = ${buyer.order.id} and kind = 'notice' and attempts > 0`,
            )
          ).length > 0,
        { what: 'the mail failed once' },
      );
      await read(buyer, { status: 'ACTIVE', remaining: 100, expired_at: FAR });
      expect(await subjectsTo(buyer)).toEqual(['100MB left on your France eSIM']);
    });

    it('no longer once a plan is added: it is told of that plan anew, on the order of the eSIM', async () => {
      const { idToken } = await createAccount(world.app);
      const own = { authorization: `Bearer ${idToken}` };
      const [buyer, added] = [await bought(world.app, {}, own), await bought(world.app, {}, own)];
      await read(buyer, { status: 'ACTIVE', remaining: 100, expired_at: FAR });
      const esimId = await esimIdOf(buyer);
      await rows(world, sql`delete from esim_plans where order_id = ${added.order.id}`);
      const [line] = await rows<{ id: string }>(
        world,
        sql`select id from order_lines where order_id = ${added.order.id}`,
      );
      await rows(
        world,
        sql`insert into esim_plans (id, esim_id, order_id, line_id, position, package_id, data_mb, days, state, remaining_mb, issued_at)
            select gen_random_uuid(), ${esimId}, ${added.order.id}, ${line!.id}, 1, package_id, data_mb, days, 'not_active', data_mb, now()
            from esim_plans where esim_id = ${esimId}`,
      );
      await read(buyer, { status: 'ACTIVE', remaining: 3172, expired_at: FAR });
      expect(await kindsOf(buyer)).toEqual(['data-90', 'data-75']);
      await read(buyer, { status: 'ACTIVE', remaining: 500, expired_at: '2040-02-01 00:00:00' });
      expect(await kindsOf(buyer)).toEqual(['data-90', 'data-75', 'data-75']);
      expect(await kindsOf(added)).toEqual([]);
    });
  });
});
