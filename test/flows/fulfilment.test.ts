import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EsimView } from '#src/shared/views.ts';
import type { RunningApp } from '#src/main.ts';
import { createAccount } from '#test/support/accounts.ts';
import {
  booksOf,
  fulfilLines,
  rows,
  simOf,
  startBuiltShop,
  strays,
  wholesaleRow as rowOfWholesale,
  type Sim,
} from '#test/support/books.ts';
import { capturedLog } from '#test/support/captured-log.ts';
import { cases, inFull } from '#test/support/full.ts';
import { becomes, buy, look, type Buyer } from '#test/support/shop.ts';
import { control, held, messages, until } from '#test/support/wire.ts';
import { startBeside, type World } from '#test/support/world.ts';
import { createDesk } from '#test/support/desk.ts';

/** The wholesaler has no idempotency key. Whatever happens to a call, a paid order ends with one eSIM or a refund. */

let world: World;
let beside: RunningApp;
const { log, text: logged } = capturedLog();
beforeAll(async () => {
  world = await startBuiltShop(
    { WHOLESALE_CALL_TIMEOUT_SECONDS: '1', WHOLESALE_TIMEOUT_WINDOW_SECONDS: '2', ESIM_USAGE_MAX_AGE_MINUTES: '0' },
    log,
  );
  beside = await startBeside(world, log);
});
afterAll(async () => {
  await beside?.stop();
  await world?.close();
});

const pay = (changes = {}, headers = {}): Promise<Buyer> => buy(world.app, changes, headers);
const wholesaleRow = (orderId: string) => rowOfWholesale(world, orderId);

async function deliveredOnce(buyer: Buyer): Promise<void> {
  const ready = await becomes(world.app, buyer, 'fulfilled');
  const books = await booksOf(world, buyer.order.id);
  expect([books.payments.length, books.wholesale.length, books.esims.length, books.refunds.length]).toEqual([
    1, 1, 1, 0,
  ]);
  expect(ready.esim?.iccid).toBe(simOf(books.wholesale)?.iccid);
  await until(async () => (await messages(world.mail, buyer.email)).length > 0, { what: 'the mail' });
  expect(await messages(world.mail, buyer.email)).toHaveLength(1);
}

describe('a call with an unknown outcome', () => {
  it.each(
    cases(
      [
        ['lost connection', { fail: { call: 'orders.create', when: 'after', hangup: true } }],
        ['500', { fail: { call: 'orders.create', when: 'after', status: 500 } }],
        ['503', { fail: { call: 'orders.create', when: 'after', status: 503 } }],
        ['429', { fail: { call: 'orders.create', when: 'after', status: 429 } }],
        ['403 without a code', { fail: { call: 'orders.create', when: 'after', status: 403 } }],
        ['nonsense', { fail: { call: 'orders.create', when: 'after', status: 200, body: { data: 'done' } } }],
        [
          'business code 53, "unexpected"',
          {
            fail: {
              call: 'orders.create',
              when: 'after',
              status: 422,
              body: { code: 53, reason: 'Something unexpected happened' },
            },
          },
        ],
      ],
      2,
    ),
  )('was carried out (%s) → found by its reference, not ordered again', async (_what, fault) => {
    await control(world.airalo, fault);
    const buyer = await pay();
    await deliveredOnce(buyer);
    expect(await wholesaleRow(buyer.order.id)).toMatchObject({ submissions: 1, doubts: 0, status: 'done' });
  });

  it.each(
    cases([
      ['401', 401, undefined],
      ['422, out of stock', 422, { code: 34, reason: 'Out of stock' }],
      ['422, maintenance', 422, { code: 13, reason: 'Maintenance' }],
      ['422, no credit', 422, { code: 11, reason: 'Insufficient credit' }],
      ['422 that no retry can change', 422, { code: 43, reason: 'Invalid package' }],
    ]),
  )(
    'was refused after the effect (%s) → found by its reference, neither ordered again nor refunded',
    async (_what, status, body) => {
      await control(world.airalo, { fail: { call: 'orders.create', when: 'after', status, body } });
      const buyer = await pay();
      await deliveredOnce(buyer);
      expect(await wholesaleRow(buyer.order.id)).toMatchObject({ submissions: 1, status: 'done' });
    },
  );

  it('exceeded its time-out but was carried out → found, not ordered again', async () => {
    await control(world.airalo, { hold: { call: 'orders.create', when: 'after' } });
    const buyer = await pay();
    await held(world.airalo, 'orders.create');
    await deliveredOnce(buyer);
    await control(world.airalo, { release: { call: 'orders.create' } });
    expect(await wholesaleRow(buyer.order.id)).toMatchObject({ submissions: 1, doubts: 0 });
  });

  it('was not carried out → ordered again, but only after its window', async () => {
    await control(world.airalo, { fail: { call: 'orders.create', when: 'before', hangup: true } });
    const buyer = await pay();
    expect(
      (
        await until(
          async () => {
            const now = await look(world.app, buyer);
            return now.delayed && now;
          },
          { what: 'the order is delayed' },
        )
      ).refundBy,
    ).not.toBeNull();
    await deliveredOnce(buyer);
    expect(await wholesaleRow(buyer.order.id)).toMatchObject({ submissions: 2, doubts: 1 });
    const [made] = await rows<{ seconds: number }>(
      world,
      sql`
      select extract(epoch from e.issued_at - o.paid_at)::float8 as seconds from esims e join orders o on o.id = e.order_id where o.id = ${buyer.order.id}`,
    );
    expect(made?.seconds).toBeGreaterThanOrEqual(2);
  });

  it('is carried out after it was ordered again → its profile is never issued, and is listed for a person', async () => {
    await control(world.airalo, { hold: { call: 'orders.create', when: 'before', times: 1 } });
    const buyer = await pay();
    await deliveredOnce(buyer);
    await control(world.airalo, { release: { call: 'orders.create' } });
    const two = await until(
      async () => {
        const { wholesale } = await booksOf(world, buyer.order.id);
        return wholesale.length === 2 && wholesale;
      },
      { what: 'the late order' },
    );

    await world.services.sweeps.findStrays();
    await world.services.sweeps.findStrays();
    const { esim } = await look(world.app, buyer);
    const issued = two.find((each) => (each['sims'] as Sim[])[0]?.iccid === esim?.iccid);
    const late = two.find((each) => each !== issued);
    expect(issued).toBeDefined();
    expect((await strays(world)).filter((id) => two.some((each) => String(each['id']) === id))).toEqual([
      String(late?.['id']),
    ]);
    expect((await booksOf(world, buyer.order.id)).esims).toHaveLength(1);
    const report = (await createDesk(world.db).stuck()).join('\n');
    expect(report).toContain(`wholesale order ${String(late?.['id'])}  order ${buyer.order.id}`);
  });

  it('is carried out after the refund → never issued, listed', async () => {
    await control(world.airalo, { fail: { call: 'orders.create', times: 1000, status: 503 } });
    const buyer = await pay();
    await until(async () => (await wholesaleRow(buyer.order.id))?.last_fault, { what: 'a failed call' });
    await rows(
      world,
      sql`update wholesale_orders set deadline = now() - interval '1 minute' where order_id = ${buyer.order.id}`,
    );
    await becomes(world.app, buyer, 'refunded');
    await control(world.airalo, { reset: true });
    const row = await wholesaleRow(buyer.order.id);
    expect(row).toMatchObject({ status: 'given_up' });

    await control(world.airalo, { late: { description: `cairn-${row?.line_id}`, package_id: 'france-30days-3gb' } });
    await world.services.sweeps.findStrays();
    const books = await booksOf(world, buyer.order.id);
    expect(await strays(world)).toContain(String(books.wholesale[0]?.['id']));
    expect(books).toMatchObject({ status: 'refunded', esims: [], refunds: [{ amount: 1100, status: 'succeeded' }] });
    expect((await look(world.app, buyer)).esim).toBeNull();
    const mails = await until(
      async () => {
        const all = await messages(world.mail, buyer.email);
        return all.length > 0 && all;
      },
      { what: 'the mail' },
    );
    expect(mails.map(({ attachments }) => attachments.length)).toEqual([0]);
  });
});

describe('two applications on one database', () => {
  it('both work on the same order at once → one call, one eSIM', async () => {
    await control(world.airalo, { hold: { call: 'orders.create', when: 'before' } });
    const buyer = await pay();
    await held(world.airalo, 'orders.create');
    await Promise.all([world, beside].flatMap((each) => [1, 2, 3].map(() => fulfilLines(each, buyer.order.id))));
    await control(world.airalo, { release: { call: 'orders.create' } });
    await Promise.all([world, beside].flatMap((each) => [1, 2, 3].map(() => fulfilLines(each, buyer.order.id))));
    await deliveredOnce(buyer);
    expect(await wholesaleRow(buyer.order.id)).toMatchObject({ submissions: 1 });
  });

  inFull(() => {
    it('both retry the same order at once → one call, one eSIM', async () => {
      await control(world.airalo, {
        fail: { call: 'orders.create', status: 422, body: { code: 34, reason: 'Out of stock' } },
      });
      const buyer = await pay();
      await until(async () => (await wholesaleRow(buyer.order.id))?.last_fault === 'out-of-stock', {
        what: 'the first try was refused',
      });
      await Promise.all([world, beside].flatMap((each) => [1, 2, 3, 4].map(() => fulfilLines(each, buyer.order.id))));
      await deliveredOnce(buyer);
      expect(await wholesaleRow(buyer.order.id)).toMatchObject({ submissions: 2, doubts: 0 });
    });
  });

  inFull(() => {
    it('eight orders at once → eight different eSIMs', async () => {
      const buyers = await Promise.all(Array.from({ length: 8 }, () => pay()));
      for (const buyer of buyers) await deliveredOnce(buyer);
      const iccids = await Promise.all(buyers.map(async (buyer) => (await look(world.app, buyer)).esim?.iccid));
      expect(new Set(iccids).size).toBe(8);
    });
  });

  it('a revoked token is renewed, and stored encrypted for both', async () => {
    const sealed = async () =>
      (await rows<{ sealed: string }>(world, sql`select sealed from vendor_tokens`)).map((row) => row.sealed);
    const before = await sealed();
    await control(world.airalo, { tokens: 'revoke' });
    await deliveredOnce(await pay());
    const after = await sealed();
    expect([before.length, after.length]).toEqual([1, 1]);
    expect(after).not.toEqual(before);
  });
});

describe('an eSIM in use', () => {
  it('not active → active with its end date → expired, as the wholesaler reports', async () => {
    const { idToken } = await createAccount(world.app);
    const headers = { authorization: `Bearer ${idToken}` };
    const buyer = await pay({}, headers);
    const ready = await becomes(world.app, buyer, 'fulfilled');
    const iccid = ready.esim?.iccid;
    const mine = async () =>
      ((await (await fetch(`${world.app.url}/api/esims`, { headers })).json()) as { esims: EsimView[] }).esims;
    expect(await mine()).toMatchObject([
      {
        planState: 'not_active',
        active: true,
        installed: false,
        validUntil: null,
        days: 30,
        dataMb: 3072,
        remainingMb: 3072,
      },
    ]);
    expect(ready.resendable).toBe(true);

    await control(world.airalo, {
      usage: { iccid, set: { status: 'ACTIVE', remaining: 512, expired_at: '2040-12-01 10:00:00' } },
    });
    const [active] = await until(
      async () => {
        const all = await mine();
        return all[0]?.planState === 'active' && all;
      },
      { what: 'active' },
    );
    expect(active).toMatchObject({
      active: true,
      installed: true,
      validUntil: '2040-12-01T10:00:00.000Z',
      remainingMb: 512,
    });
    expect(await look(world.app, buyer)).toMatchObject({ resendable: false, esim: { installed: true } });

    // "UNKNOWN" is a status of the wholesaler and changes nothing.
    await control(world.airalo, {
      usage: { iccid, set: { status: 'EXPIRED', remaining: 100, expired_at: '2020-12-01 10:00:00' } },
    });
    const [over] = await until(
      async () => {
        const all = await mine();
        return all[0]?.planState === 'expired' && all;
      },
      { what: 'expired' },
    );
    expect(over).toMatchObject({ active: false, installed: true });
    expect(
      await rows(world, sql`select plan_state, profile_state from esims where order_id = ${buyer.order.id}`),
    ).toEqual([{ plan_state: 'expired', profile_state: 'enabled' }]);
  });
});

describe('the activation code', () => {
  it('is in no row of the database in clear text and in no line of the log', async () => {
    const buyer = await pay();
    const { esim } = await becomes(world.app, buyer, 'fulfilled');
    await until(async () => (await messages(world.mail, buyer.email)).length > 0, { what: 'the mail' });
    const secrets = [esim!.activationCode, esim!.iccid, buyer.cookie.split('=')[1]!];
    const tables = await rows<{ name: string }>(
      world,
      sql`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')`,
    );
    expect(tables.length).toBeGreaterThan(15);
    for (const { name } of tables) {
      for (const secret of secrets) {
        const found = await rows(
          world,
          sql`select 1 from ${sql.raw(name)} as t where strpos(t::text, ${secret}) > 0 limit 1`,
        );
        expect(found, name).toEqual([]);
      }
    }
    await expect.poll(logged).toContain('"path":"/api/orders"');
    for (const secret of [...secrets, buyer.email, buyer.email.split('@')[0]!]) expect(logged()).not.toContain(secret);
  });
});
