import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ActionName, ACTIONS } from '#src/flows/desk/actions.ts';
import type { Acting, Actor } from '#src/shared/operator.ts';
import { createAccount, freshEmail } from '#test/support/accounts.ts';
import { rows, startBuiltShop } from '#test/support/books.ts';
import { BY_HAND } from '#test/support/desk.ts';
import { ops } from '#test/support/ops.ts';
import { emptyDatabase } from '#test/support/database.ts';
import { bought, type Buyer } from '#test/support/shop.ts';
import { usd } from '#test/support/money.ts';
import { type Prepared, preparationsIn } from '#test/support/prepared-actions.ts';
import { ticketsIn } from '#test/support/tickets.ts';
import { until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';
import { migrate } from '#src/db/migrate.ts';
import { readMigrations } from '#src/db/migrations.ts';
import { versionOfPlans } from '#src/flows/desk/catalogue.ts';
import { explain } from '#src/ops/explain.ts';
import { runOps } from '#src/ops/run.ts';

/**
 * Every action of an operator is done by one rule: with the right and a reason, whole or not at all, with its row of the
 * audit log, and never on a thing that changed since it was shown.
 */

let world: World;
const tickets = ticketsIn(() => world);
beforeAll(async () => {
  world = await startBuiltShop({ SWEEP_SECONDS: '3600' });
});
afterAll(() => world?.close());

type AuditRow = {
  action: string;
  actor_kind: string;
  actor: string;
  subject_id: string | null;
  order_id: string | null;
  reason: string | null;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};

const desk = () => world.services.desk;
const by = (name: string, change: Partial<Acting> = {}): Acting => ({
  ...BY_HAND,
  actor: { kind: 'command-line', name },
  ...change,
});
const auditOf = (actor: string) =>
  rows<AuditRow>(world, sql`select * from audit_log where actor = ${actor} order by at`);
const someone = () => `ana-${randomUUID().slice(0, 8)}`;

async function onOrder(act: (id: string, acting: Acting) => Promise<unknown>): Promise<Prepared> {
  const { order } = await bought(world.app);
  return { id: order.id, call: (acting) => act(order.id, acting) };
}

/** A new eSIM that somebody asked for. */
async function onReplacement(act: (id: string, acting: Acting) => Promise<unknown>): Promise<Prepared> {
  const { order } = await bought(world.app);
  const { id } = await desk().replacements.request(order.id, 1, BY_HAND);
  return { id, call: (acting) => act(id, acting) };
}

/** A request for the price of an eSIM that did not work. */
async function onRefundRequest(act: (id: string, acting: Acting) => Promise<unknown>): Promise<Prepared> {
  const { order } = await bought(world.app);
  const found = (await world.services.orders.find(order.id))!;
  const asked = await world.services.rightsFlows.askRefund({
    order: found,
    line: 1,
    access: 'browser',
    reason: 'slow',
  });
  return { id: asked.id, call: (acting) => act(asked.id, acting) };
}

/** What a refunded eSIM cost that was not taken back. */
async function onLoss(act: (id: string, acting: Acting) => Promise<unknown>): Promise<Prepared> {
  const { order } = await bought(world.app);
  const [line] = (await world.services.orders.find(order.id))!.lines;
  await world.db.transaction((tx) =>
    world.services.rights.addLoss(tx, {
      orderId: order.id,
      lineId: line.id,
      wholesaler: line.wholesaler,
      vendorOrderId: null,
      netCents: 350,
      netCurrency: usd(1).currency,
      claimRef: null,
      mayWork: true,
    }),
  );
  const loss = (await desk().losses.open()).find(({ lineId }) => lineId === line.id)!;
  return { id: loss.id, call: (acting) => act(loss.id, acting) };
}

/** An eSIM of an account, whose auto top-up is on. */
async function switchedOn(): Promise<Prepared> {
  const { email, idToken } = await createAccount(world.app);
  const { order } = await bought(world.app, { email }, { authorization: `Bearer ${idToken}` });
  const { accountId } = (await world.services.orders.find(order.id))!;
  const [esim] = await world.services.esims.listByOrders([order.id]);
  await world.db.transaction((tx) =>
    world.services.autoTopUps.agree(tx, {
      esimId: esim!.id,
      orderId: order.id,
      lineId: esim!.plans[0].lineId,
      accountId: accountId!,
      plan: { planId: 'france-1gb', dataMb: 1024, days: 7 },
      percent: 10,
      price: usd(450),
      capAmount: 1800,
      cardId: randomUUID(),
      consentVersion: 1,
      beginConsent: null,
      locale: 'en',
    }),
  );
  return { id: order.id, call: (acting) => desk().autoTopUps.off(order.id, 1, acting) };
}

async function heldOrder(): Promise<Prepared> {
  const prepared = await onOrder((id, acting) => desk().orders.release(id, acting));
  await rows(
    world,
    sql`update wholesale_orders set status = 'held', quoted_net_cents = 1300 where order_id = ${prepared.id}`,
  );
  return prepared;
}

/** A refund that names no line; one that failed is not at the vendor. */
async function refundOf(buyer: Buyer, status: string, amount: number): Promise<string> {
  const attempt = (await world.services.payments.paidAttempt(buyer.order.id))!;
  const id = randomUUID();
  await rows(
    world,
    sql`insert into refunds (id, order_id, attempt_id, provider, origin, reason, amount, currency, status, vendor_id, created_at, updated_at)
      values (${id}, ${buyer.order.id}, ${attempt.id}, ${attempt.provider}, 'vendor', 'requested', ${amount}, 'USD', ${status}, ${status === 'failed' ? null : `re_${id}`}, now(), now())`,
  );
  return id;
}

async function failedMail(): Promise<Prepared> {
  const { order } = await bought(world.app);
  await until(
    async () =>
      (
        await rows(
          world,
          sql`update mails set sent_at = null, next_attempt_at = null, attempts = 3, last_fault = 'mail-unreachable'
            where subject_id = ${order.id} and sent_at is not null returning id`,
        )
      ).length > 0,
    { what: 'a mail that was given up' },
  );
  return { id: null, call: (acting) => desk().mails.retry({ ...acting, refused: false }) };
}

async function openTicket(act: (id: string, acting: Acting) => Promise<unknown>): Promise<Prepared> {
  const { number } = await tickets.open();
  const { id } = await tickets.ticketOf(number);
  return { id, call: (acting) => act(id, acting) };
}

async function openDifference(): Promise<Prepared> {
  const id = randomUUID();
  await rows(
    world,
    sql`insert into ledger_differences (id, kind, subject, provider, repair, first_seen_at, last_seen_at)
      values (${id}, 'payment-missing', ${id}, 'another', 'by-hand', now(), now())`,
  );
  return { id, call: (acting) => desk().books.closeDifference(id, acting) };
}

/** Each action: a name without an entry here is no TypeScript. */
const PREPARE: Record<ActionName, () => Promise<Prepared>> = {
  'order.send': () => onOrder((id, acting) => desk().orders.send(id, acting)),
  'order.address': () => onOrder((id, acting) => desk().orders.correctAddress(id, { ...acting, email: freshEmail() })),
  'order.retry': () => onOrder((id, acting) => desk().orders.retry(id, acting)),
  'order.release': heldOrder,
  'order.refund': () => onOrder((id, acting) => desk().refunds.refund(id, acting)),
  'receipt.correct': () =>
    onOrder((id, acting) => desk().receipts.correct(id, { ...acting, change: { company: 'Example SARL' } })),
  'replacement.request': () => onOrder((id, acting) => desk().replacements.request(id, 1, acting)),
  'replacement.approve': () => onReplacement((id, acting) => desk().replacements.approve(id, acting)),
  'replacement.refuse': () => onReplacement((id, acting) => desk().replacements.refuse(id, acting)),
  'refund-request.grant': () => onRefundRequest((id, acting) => desk().refundRequests.grant(id, acting)),
  'refund-request.refuse': () => onRefundRequest((id, acting) => desk().refundRequests.refuse(id, acting)),
  'loss.claim': () => onLoss((id, acting) => desk().losses.claim(id, acting)),
  'loss.paid': () => onLoss((id, acting) => desk().losses.paid(id, acting)),
  'loss.write-off': () => onLoss((id, acting) => desk().losses.writeOff(id, acting)),
  'auto-top-up.off': switchedOn,
  'refund.assign': async () => {
    const buyer = await bought(world.app, { planId: undefined, planIds: ['france-3gb', 'egypt-3gb'] });
    const id = await refundOf(buyer, 'succeeded', 300);
    return { id, call: (acting) => desk().refunds.assign(id, { ...acting, lines: [] }) };
  },
  'refund.close': async () => {
    const id = await refundOf(await bought(world.app), 'failed', 1100);
    return { id, call: (acting) => desk().refunds.close(id, acting) };
  },
  'mails.retry': failedMail,
  'ticket.answer': () => openTicket((id, acting) => desk().tickets.answer(id, { ...acting, text: 'Restart it.' })),
  'ticket.close': () => openTicket((id, acting) => desk().tickets.close(id, acting)),
  'books.compare': async () => ({ id: null, call: (acting) => desk().books.compare(acting) }),
  'difference.close': openDifference,
  ...preparationsIn(() => world),
};

const names = Object.keys(ACTIONS) as ActionName[];

describe.each(names)('%s', (name) => {
  it('writes its row of the audit log, and none when it is refused or tried', async () => {
    const { id, call } = await PREPARE[name]();
    const staff = (rights: Extract<Actor, { kind: 'staff' }>['rights']): Actor => ({
      kind: 'staff',
      name: actor,
      rights,
    });
    const actor = someone();
    const { right, needsReason } = ACTIONS[name];

    await expect(call(by(actor, { actor: staff([]) }))).rejects.toMatchObject({ code: 'not-permitted', field: right });
    if (needsReason)
      await expect(call(by(actor, { reason: ' ' }))).rejects.toMatchObject({ code: 'invalid-input', field: 'reason' });
    await call(by(actor, { dryRun: true }));
    expect(await auditOf(actor)).toEqual([]);

    await call(by(actor, { actor: staff([right]) }));
    const written = await auditOf(actor);
    expect(written).toMatchObject([{ action: name, actor_kind: 'staff', reason: 'asked by mail' }]);
    if (id !== null) expect(written).toMatchObject([{ subject_id: id }]);
    const { before, after } = written[0]!;
    expect(Object.keys(after).length).toBeGreaterThan(0);
    expect(JSON.stringify([before, after])).not.toContain('@');
  });
});

describe('two people', () => {
  it('who refund parts of one order at once → one refund; the other is told who was first', async () => {
    const { order } = await bought(world.app);
    const shown = (await desk().orders.find(order.number))!;
    const people = [someone(), someone()];
    const done = await Promise.allSettled(
      people.map((name) => desk().refunds.refund(order.id, { ...by(name), seen: shown.seen, amountCents: 100 })),
    );
    const first = done.findIndex(({ status }) => status === 'fulfilled');
    const refused = done.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(refused).toMatchObject([
      { code: 'changed-meanwhile', change: { by: people[first], what: 'refund-by-hand' } },
    ]);
    expect(explain(refused[0])).toMatch(
      new RegExp(`^It was changed meanwhile\\. .* Last change: refund-by-hand by ${people[first]}, 20`),
    );
    expect(await auditOf(people[1 - first]!)).toEqual([]);
    const refunds = await rows(world, sql`select id from refunds where order_id = ${order.id}`);
    expect(refunds).toHaveLength(1);
  });

  it('one after the other → the second has to look again, or finds that nothing is left', async () => {
    const { order } = await bought(world.app);
    const version = /^version +(\S+)/m.exec((await ops(world, `order show ${order.number}`)).join('\n'))![1]!;
    await ops(world, `order refund ${order.number} --reason late --by ana`);
    const again = `order refund ${order.number} --reason late --by ben`;
    await expect(ops(world, `${again} --seen ${version}`)).rejects.toMatchObject({ code: 'changed-meanwhile' });
    // Without a version it decides by the state that it finds.
    await expect(ops(world, again)).rejects.toMatchObject({
      code: 'wrong-state',
      change: { by: 'ana', what: 'order.refund' },
    });
  });

  it('who answer one ticket, or close it → the second sees what the first did', async () => {
    const { number } = await tickets.open();
    const ticket = (await desk().tickets.findByNumber(number))!;
    const seen = ticket.updatedAt.toISOString();
    await desk().tickets.answer(ticket.id, { ...by('ana'), seen, text: 'Restart it.' });
    await expect(desk().tickets.answer(ticket.id, { ...by('ben'), seen, text: 'Turn it on.' })).rejects.toMatchObject({
      code: 'changed-meanwhile',
      change: { by: 'ana', what: 'ticket.answer' },
    });
    expect((await tickets.messagesOf(number)).map(({ text }) => text)).not.toContain('Turn it on.');
    await desk().tickets.close(ticket.id, by('ana'));
    expect(await desk().tickets.close(ticket.id, by('ben'))).toMatchObject({ isClosed: false, change: { by: 'ana' } });
  });

  it('who release one held order → the second is told who did', async () => {
    const { call } = await heldOrder();
    await call(by('ana'));
    await expect(call(by('ben'))).rejects.toMatchObject({
      code: 'wrong-state',
      field: 'held',
      change: { by: 'ana', what: 'order.release' },
    });
  });

  it('who close one difference → the second is told who did', async () => {
    const { call } = await openDifference();
    await call(by('ana'));
    await expect(call(by('ben'))).rejects.toMatchObject({ code: 'not-found', change: { by: 'ana' } });
  });
});

describe('two people who set one price', () => {
  it('the second, who was shown the price before, is told who was first, and nothing is published', async () => {
    const { plan } = (await desk().catalogue.sources('egypt-3gb'))[0]!;
    const seen = versionOfPlans([plan]);
    const people = [someone(), someone()];
    await desk().catalogue.price('egypt-3gb', 1201, { ...by(people[0]!), seen });
    const [published] = await desk().catalogue.versions();
    const second = desk().catalogue.price('egypt-3gb', 1301, { ...by(people[1]!), seen });
    await expect(second).rejects.toMatchObject({
      code: 'changed-meanwhile',
      change: { by: people[0], what: 'catalogue.price' },
    });
    expect((await desk().catalogue.versions())[0]).toEqual(published);
    expect(await auditOf(people[0]!)).toMatchObject([
      { before: { price: plan.priceAmount }, after: { price: 1201, version: published?.version } },
    ]);
    expect((await ops(world, 'audit egypt-3gb')).join('\n')).toContain(`price ${plan.priceAmount} > 1201`);
  });

  it('a price below cost is refused, and leaves no row', async () => {
    const actor = someone();
    await expect(desk().catalogue.price('egypt-5gb', 1, by(actor))).rejects.toMatchObject({ code: 'catalogue-error' });
    expect(await auditOf(actor)).toEqual([]);
  });
});

describe('two people who act on one account', () => {
  it('the second who deletes it is told who did', async () => {
    const { call } = await PREPARE['account.delete']();
    await call(by('ana'));
    await expect(call(by('ben'))).rejects.toMatchObject({
      code: 'USER_NOT_FOUND',
      change: { by: 'ana', what: 'account.delete' },
    });
  });
});

it('the log is read by the number of an order, with its refunds, and its rows end', async () => {
  const { order } = await bought(world.app);
  await ops(world, `order refund ${order.number} --amount 1.00 --reason late --by ana`);
  const read = (await ops(world, `audit ${order.number}`)).join('\n');
  expect(read).toMatch(
    /^actions: 1\n {2}20\S+ {2}order\.refund {2}order \S+ {2}by ana \(command-line\) {2}.*amount 100/,
  );
  expect(read).toContain('because late');
  expect((await ops(world, 'audit')).join('\n')).toContain(order.id);
  await rows(world, sql`update audit_log set at = now() - interval '731 days' where subject_id = ${order.id}`);
  await world.services.audit.cleanUp();
  expect(await ops(world, `audit ${order.number}`)).toEqual(['actions: 0']);
});

describe('the commands on tables of another version', () => {
  async function said(url: string, words = ['orders', 'stuck']) {
    let complained = '';
    const code = await runOps(words, {
      env: { ...world.env, DATABASE_URL: url },
      print: () => undefined,
      complain: (text) => (complained += text),
    });
    return { code, complained };
  }

  it('are refused in a sentence: older ones, newer ones, and none', async () => {
    const database = await emptyDatabase();
    try {
      expect(await said(database.url)).toEqual({
        code: 1,
        complained: expect.stringContaining('no tables of the store'),
      });
      const migrations = readMigrations();
      await migrate(database.url, { migrations: migrations.slice(0, -1) });
      const older = await said(database.url);
      expect(older.code).toBe(1);
      expect(older.complained).toMatch(
        /^The tables are of an older version .* lack \S+\. Start this version or run ".*migrate run"/,
      );

      // Works on the tables of every version, also without the audit log.
      expect(await said(database.url, ['database', 'lost-time'])).toEqual({ code: 0, complained: '' });

      await migrate(database.url);
      expect(await said(database.url)).toEqual({ code: 0, complained: '' });
      const newer = { ...migrations.at(-1)!, tag: '9999_of_tomorrow', hash: 'x', worksWith: '99.0.0', statements: [] };
      await migrate(database.url, { migrations: [...migrations, newer], version: '99.0.0' });
      const refused = await said(database.url);
      expect(refused.code).toBe(1);
      expect(refused.complained).toMatch(/schema is newer than this version of the store: 9999_of_tomorrow/);
    } finally {
      await database.drop();
    }
  });
});
