import { eq, type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EsimView } from '#src/shared/views.ts';
import { adoptAllPlans, type Esim } from '#src/modules/esims/esims.ts';
import { esimPlans, esims } from '#src/modules/esims/schema.ts';
import { listByOrders } from '#src/modules/esims/store.ts';
import { createAccount } from '#test/support/accounts.ts';
import { booksOf, rows, startBuiltShop, wholesaleRow } from '#test/support/books.ts';
import { becomes, bought, type Buyer, look, order } from '#test/support/shop.ts';
import { control, payHosted, until } from '#test/support/wire.ts';
import { startBeside, type World } from '#test/support/world.ts';
import { createDesk } from '#test/support/desk.ts';

/** The usage of an eSIM is read when a page first shows it, and then by the test alone. */
let world: World;
beforeAll(async () => {
  world = await startBuiltShop({ ESIM_USAGE_MAX_AGE_MINUTES: '600', RECONCILE_GRACE_SECONDS: '0' });
});
afterAll(() => world?.close());

const END = '2040-12-01T10:00:00.000Z';

/** An account with one delivered eSIM. */
async function owner() {
  const { idToken } = await createAccount(world.app);
  const headers = { authorization: `Bearer ${idToken}` };
  return { headers, buyer: await buyEsim({}, headers) };
}

async function buyEsim(changes: Record<string, unknown>, headers: Record<string, string>): Promise<Buyer> {
  const buyer = await bought(world.app, changes, headers);
  await until(async () => (await look(world.app, buyer)).esim?.usageAt, { what: 'the usage was read' });
  return buyer;
}

/** Reads the usage again, which the wholesaler reports like this. */
async function readUsage(buyer: Buyer, set: Record<string, unknown>) {
  const { iccid, id } = (await look(world.app, buyer)).esim!;
  await control(world.airalo, { usage: { iccid, set } });
  await rows(world, sql`update esims set refreshed_at = null where id = ${id}`);
  await world.services.refreshEsim(id);
}

const plansOf = ({ order }: Buyer) => world.db.select().from(esimPlans).where(eq(esimPlans.orderId, order.id));
const listed = async (headers: Record<string, string>) =>
  ((await (await fetch(`${world.app.url}/api/esims`, { headers })).json()) as { esims: EsimView[] }).esims;
const esimOf = async ({ order }: Buyer): Promise<Esim> => (await world.services.esims.listByOrders([order.id]))[0]!;

describe('what a process of 1.0.0 writes beside this version', () => {
  /** The statement of 1.0.0 after it read the usage. */
  const usageOf100 = ({ order }: Buyer) =>
    rows(
      world,
      sql`update esims set profile_state = 'enabled', plan_state = 'active', remaining_mb = 512, expires_at = ${END}
          where order_id = ${order.id} and profile_state <> 'deleted'`,
    );
  const usedPlan = {
    state: 'active',
    remainingMb: 512,
    expiresAt: new Date(END),
    startedAt: new Date('2040-11-01T10:00:00.000Z'),
  };

  it('an eSIM without a plan is shown with its plan, by several processes at once, and gets one row', async () => {
    const { buyer, headers } = await owner();
    const before = await look(world.app, buyer);
    const [own] = await plansOf(buyer);
    await rows(world, sql`delete from esim_plans where order_id = ${buyer.order.id}`);
    const beside = await startBeside(world);
    try {
      const seen = await Promise.all(
        Array.from({ length: 8 }, (_, n) => look(n % 2 === 0 ? world.app : beside, buyer)),
      );
      for (const order of seen) expect(order.esim).toEqual(before.esim);
      expect(await listed(headers)).toMatchObject([{ dataMb: 3072, remainingMb: 3072, plans: [{ days: 30 }] }]);
    } finally {
      await beside.stop();
    }
    expect(await plansOf(buyer)).toEqual([{ ...own, id: before.esim!.id }]);
  });

  it('eSIMs that it writes while another one of the order is read are shown too', async () => {
    const two = { planId: undefined, planIds: ['europe-5gb', 'morocco-3gb'] };
    const { order } = await bought(world.app, two);
    const plans = await plansOf({ order } as Buyer);
    const without = (n: number) => rows(world, sql`delete from esim_plans where id = ${plans[n]!.id}`);
    await without(0);
    // The second one has no plan once the first is being adopted.
    let adoptions = 0;
    const db = new Proxy(world.db, {
      get(target, name) {
        if (name !== 'execute') return Reflect.get(target, name) as unknown;
        return async (query: SQL) => {
          if (adoptions++ === 0) await without(1);
          return target.execute(query);
        };
      },
    });
    const found = await listByOrders(db, [order.id]);
    expect(found.map((esim) => esim.plans.map(({ lineId }) => lineId))).toEqual(plans.map(({ lineId }) => [lineId]));
  });

  it('its usage is shown, and taken into the plan', async () => {
    const { buyer, headers } = await owner();
    await usageOf100(buyer);
    expect(await listed(headers)).toMatchObject([
      { planState: 'active', remainingMb: 512, validUntil: END, plans: [{ planState: 'active', remainingMb: 512 }] },
    ]);
    expect(await plansOf(buyer)).toMatchObject([usedPlan]);
  });

  it('is adopted when a process starts, once', async () => {
    const [inserted, used] = [await owner(), await owner()];
    await rows(world, sql`delete from esim_plans where order_id = ${inserted.buyer.order.id}`);
    await usageOf100(inserted.buyer);
    await usageOf100(used.buyer);
    expect(await adoptAllPlans(world.db)).toBe(2);
    expect(await plansOf(inserted.buyer)).toMatchObject([usedPlan]);
    expect(await plansOf(used.buyer)).toMatchObject([usedPlan]);
    expect(await adoptAllPlans(world.db)).toBe(0);
    await rows(world, sql`delete from esim_plans where order_id = ${inserted.buyer.order.id}`);
    await (await startBeside(world)).stop();
    expect(await plansOf(inserted.buyer)).toMatchObject([usedPlan]);
  });

  it('the old columns equal the one plan, as 1.0.0 reads them', async () => {
    const { buyer } = await owner();
    const { lineId, planState, dataMb, remainingMb, days, expiresAt } = esims;
    const columns = { lineId, planState, dataMb, remainingMb, days, expiresAt };
    const old = () => world.db.select(columns).from(esims).where(eq(esims.orderId, buyer.order.id));
    const [line] = await rows<{ id: string }>(
      world,
      sql`select id, quantity, purpose from order_lines where order_id = ${buyer.order.id}`,
    );
    expect(line).toMatchObject({ quantity: 1, purpose: 'profile' });
    const sold = { lineId: line!.id, dataMb: 3072, days: 30 };
    expect(await old()).toEqual([{ ...sold, planState: 'not_active', remainingMb: 3072, expiresAt: null }]);
    // Over by its time, before the wholesaler says so.
    await rows(
      world,
      sql`update esim_plans set issued_at = now() - interval '40 days' where order_id = ${buyer.order.id}`,
    );
    const endedAt = new Date(new Date(Date.now() - 10 * 86_400_000).setMilliseconds(0));
    await readUsage(buyer, { status: 'ACTIVE', remaining: 100, expired_at: endedAt.toISOString() });
    const used = { remainingMb: 100, expiresAt: endedAt };
    expect(await old()).toEqual([{ ...sold, planState: 'active', ...used }]);
    expect(await plansOf(buyer)).toMatchObject([{ state: 'active', ...used }]);
    expect((await look(world.app, buyer)).esim).toMatchObject({ planState: 'expired', remainingMb: 100 });
  });
});

describe('a plan that was added to an eSIM', () => {
  /** The line of a second order is a plan for the eSIM of the first. */
  async function topUp() {
    const { headers, buyer } = await owner();
    const added = await buyEsim({ planId: 'france-1gb' }, headers);
    const esim = await esimOf(buyer);
    const own = await esimOf(added);
    await rows(world, sql`delete from esims where id = ${own.id}`);
    await rows(
      world,
      sql`update order_lines set purpose = 'plan', esim_id = ${esim.id} where order_id = ${added.order.id}`,
    );
    await world.db.insert(esimPlans).values({ ...own.plans[0], esimId: esim.id, position: 1 });
    return { headers, buyer, added, esim };
  }
  const [FIRST, SECOND] = [
    { dataMb: 3072, days: 30 },
    { dataMb: 1024, days: 7 },
  ];

  it('is shown with its eSIM once: on the pages of both orders, in the list and in the export', async () => {
    const { headers, buyer, added, esim } = await topUp();
    const both = { dataMb: 4096, remainingMb: 4096, planState: 'not_active', plans: [FIRST, SECOND] };
    expect(await listed(headers)).toMatchObject([{ id: esim.id, orderId: buyer.order.id, days: 30, ...both }]);
    expect((await look(world.app, buyer)).esim).toMatchObject({ id: esim.id, ...both });
    // The page of its own order shows no codes, and leads there.
    expect((await look(world.app, added)).lines).toMatchObject([
      { esim: null, purpose: 'plan', addedTo: { orderId: buyer.order.id, line: 1 } },
    ]);
    const file = (await (await fetch(`${world.app.url}/api/account/export`, { headers })).json()) as {
      esims: { plans: object[] }[];
      orders: { lines: object[] }[];
    };
    expect(file.esims.map(({ plans }) => plans)).toMatchObject([
      [FIRST, SECOND],
      [FIRST, SECOND],
    ]);
    expect(file.orders[0]!.lines).toMatchObject([{ quantity: 1 }]);
    const desk = createDesk(world.db);
    const shown = (await desk.show((await desk.orders.find(added.order.id))!)).join('\n');
    expect(shown).toContain(
      `${esim.id}  profile released  plan not_active  3072 of 3072 MB  ends -  plan not_active  1024 of 1024 MB  ends -`,
    );
  });

  it('is used after the first one; each purchase has the state of its plan', async () => {
    const { headers, buyer, added, esim } = await topUp();
    const usage = { status: 'active', remainingMb: 600, totalMb: 4096, unlimited: false } as const;
    await world.services.esims.applyUsage(world.db, await esimOf(buyer), {
      ...usage,
      expiresAt: new Date(END),
      profileState: null,
    });
    expect(await listed(headers)).toMatchObject([
      {
        planState: 'active',
        dataMb: 1024,
        remainingMb: 600,
        days: 7,
        validUntil: END,
        installed: true,
        plans: [
          { planState: 'finished', remainingMb: 0, validUntil: null },
          { planState: 'active', remainingMb: 600, validFrom: '2040-11-24T10:00:00.000Z', validUntil: END },
        ],
      },
    ]);
    const { orders } = (await (await fetch(`${world.app.url}/api/orders`, { headers })).json()) as {
      orders: { id: string; planState: string }[];
    };
    expect(orders.map(({ id, planState }) => [id, planState])).toEqual([
      [added.order.id, 'active'],
      [buyer.order.id, 'finished'],
    ]);
    // A process of 1.0.0 shows the sum, which is not taken for the figures of one plan.
    const [old] = await world.db.select().from(esims).where(eq(esims.id, esim.id));
    expect(old).toMatchObject({
      planState: 'active',
      dataMb: 1024,
      remainingMb: 600,
      days: 7,
      expiresAt: new Date(END),
    });
    expect(await adoptAllPlans(world.db)).toBe(0);
  });

  it('stands on the page of its order in the order of use, which says what is left of all and what comes next', async () => {
    const { buyer } = await topUp();
    const report = async (status: 'not-active' | 'active' | 'finished', remainingMb: number) => {
      const usage = { status, remainingMb, totalMb: 4096, unlimited: false, profileState: null } as const;
      const expiresAt = status === 'not-active' ? null : new Date(END);
      await world.services.esims.applyUsage(world.db, await esimOf(buyer), { ...usage, expiresAt });
    };
    const pageOf = async ({ order: { id }, cookie }: Buyer) => {
      const html = await (await fetch(`${world.app.url}/orders/${id}`, { headers: { cookie } })).text();
      const list = /<ol class="plans-on-esim">(.*?)<\/ol>/.exec(html)?.[1] ?? '';
      const text = (part: string) =>
        part.replaceAll(/<style.*?<\/style>|<script.*?<\/script>|<[^>]*>/gs, ' ').replaceAll(/\s+/g, ' ');
      return { plans: list.split('</li>').slice(0, -1).map(text), text: text(html) };
    };
    const listOf = (...plans: RegExp[]) => plans.map((plan) => expect.stringMatching(plan));

    const ready = await pageOf(buyer);
    expect(ready.plans).toEqual(listOf(/3GB.*30 days/, /1GB.*7 days/));

    // The first one is in use: what is left is that of both.
    await report('active', 3600);
    const first = await pageOf(buyer);
    expect(first.plans).toEqual(listOf(/3GB.*30 days.*2\.5GB left of 3GB/, /1GB.*7 days.*Next/));
    expect(first.text).toContain('The plan in use is valid until Dec 1, 2040, then the next one begins.');
    expect(first.text).toMatch(/Data left 3\.5GB of 4GB/);

    await report('active', 600);
    const second = await pageOf(buyer);
    expect(second.plans).toEqual(listOf(/3GB.*30 days.*Used up/, /1GB.*7 days.*0\.59GB left of 1GB/));
    expect(second.text).toContain('Valid until Dec 1, 2040.');
    expect(second.text).toMatch(/Data left 0\.59GB of 1GB/);

    await report('finished', 0);
    const over = await pageOf(buyer);
    expect(over.plans).toEqual(listOf(/3GB.*30 days.*Used up/, /1GB.*7 days.*Used up/));
    expect(over.text).toContain('You used 4GB of 4GB.');
  });
});

describe('the state of a profile', () => {
  it('is what the wholesaler reports, and never goes back', async () => {
    const { buyer, headers } = await owner();
    const usage = {
      status: 'not-active',
      remainingMb: 3072,
      totalMb: 3072,
      unlimited: false,
      expiresAt: null,
    } as const;
    const report = async (profileState: 'released' | 'downloaded' | 'installed' | null) => {
      await world.services.esims.applyUsage(world.db, await esimOf(buyer), { ...usage, profileState });
      return [(await esimOf(buyer)).profileState, (await listed(headers))[0]?.installed];
    };
    expect(await report('downloaded')).toEqual(['downloaded', false]);
    expect(await report('installed')).toEqual(['installed', true]);
    expect(await report('released')).toEqual(['installed', true]);
    expect(await report(null)).toEqual(['installed', true]);
    expect((await look(world.app, buyer)).resendable).toBe(false);
  });
});

describe('a line that buys a plan for an eSIM that exists', () => {
  it('is never delivered as a new eSIM: what can not be added is refunded', async () => {
    const { buyer: earlier, headers } = await owner();
    const buyer = await order(world.app, {}, headers);
    const esim = await esimOf(earlier);
    await rows(
      world,
      sql`update order_lines set purpose = 'plan', esim_id = ${esim.id} where order_id = ${buyer.order.id}`,
    );
    await payHosted(buyer.paymentUrl);
    await becomes(world.app, buyer, 'refunded');
    expect(await booksOf(world, buyer.order.id)).toMatchObject({ wholesale: [], esims: [] });
    expect(await wholesaleRow(world, buyer.order.id)).toMatchObject({
      status: 'given_up',
      last_fault: 'invalid-package',
    });
    const desk = createDesk(world.db);
    const found = (await desk.orders.find(buyer.order.id))!;
    expect((await desk.show(found)).join('\n')).toContain(`for eSIM ${esim.id}`);
  });
});
