import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkPlans, rows } from '#test/support/books.ts';
import { capturedLog } from '#test/support/captured-log.ts';
import { ops as opsOn } from '#test/support/ops.ts';
import { becomes, bought, buy, type Buyer, errorOf, look } from '#test/support/shop.ts';
import { control, ledger, messages, until } from '#test/support/wire.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

/**
 * Messages of a wholesaler make the store look at an order sooner, and do nothing else: anyone may have sent them. The
 * pauses of this store are long, so that what arrives soon has arrived by a message.
 */

const PLAN = 'france-1gb';
const PACKAGE = 'CKH248';
const PATH = '/webhooks/esim-access';

let world: World;
const { log, text: logged } = capturedLog();
const wholesaler = () => world.esimAccess!;

beforeAll(async () => {
  world = await startBuiltWorld(
    {
      FULFILMENT_FIRST_RETRY_SECONDS: '600',
      FULFILMENT_LONGEST_RETRY_SECONDS: '600',
      FULFILMENT_DEADLINE_SECONDS: '3600',
      ESIM_USAGE_MAX_AGE_MINUTES: '0',
      LIMIT_HINTS_PER_ADDRESS: '40',
      TRUSTED_PROXIES: '127.0.0.1',
    },
    log,
    { secondWholesaler: true },
  );
  await checkPlans(world);
  await opsOn(world, `catalogue package ${PLAN} ${PACKAGE} esim-access --by ana`);
  await until(async () => (await world.services.catalogue.plan(PLAN))?.available, { what: 'the plan is on sale' });
});
afterAll(() => world?.close());
beforeEach(async () => {
  await control(wholesaler(), { allocate: { release: true }, webhook: { url: world.app.url + PATH } });
});

/** Each message comes from a network of its own, unless the test names one. */
let nextNetwork = 1;
function say(body: unknown, { path = PATH, from }: { path?: string; from?: string } = {}): Promise<Response> {
  const address = from ?? `2001:db8:${(nextNetwork++).toString(16)}::1`;
  return fetch(world.app.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
const about = (content: object, notifyType = 'ORDER_STATUS') => ({
  notifyType,
  notifyId: 'n',
  eventGenerateTime: '2026-04-22T17:16:34Z',
  content,
});

type Line = { line_id: string; reference: string; status: string; submissions: number; wholesaler: string };
const lineOf = async ({ order: { id } }: Buyer) =>
  (await rows<Line>(world, sql`select * from wholesale_orders where order_id = ${id}`))[0];
/** The orders of a line at the wholesaler. */
const madeFor = async (buyer: Buyer) => {
  const line = await lineOf(buyer);
  const { orders } = await ledger<{ orders: { orderNo: string; transactionId: string }[] }>(wholesaler());
  return orders.filter(({ transactionId }) => transactionId === line?.reference);
};
/** The waiting jobs of a delivery, with the seconds until they run. */
const jobsOf = async (buyer: Buyer) =>
  rows<{ seconds: number }>(
    world,
    sql`select extract(epoch from run_at - now())::float8 as seconds from graphile_worker.jobs
      where key = ${`fulfil:${(await lineOf(buyer))?.line_id}`} and locked_by is null`,
  );

/** Buys an eSIM whose profile is not made yet: the store has its number, and looks again in ten minutes. */
async function waiting(): Promise<Buyer> {
  await control(wholesaler(), { allocate: { hold: true } });
  const buyer = await buy(world.app, { planId: PLAN });
  await until(async () => ((await jobsOf(buyer))[0]?.seconds ?? 0) > 300, { what: 'the store waits' });
  expect(await madeFor(buyer)).toHaveLength(1);
  return buyer;
}

describe('a message about an order that has its profile now', () => {
  it('brings the eSIM at once', async () => {
    const buyer = await waiting();
    await control(wholesaler(), { allocate: { release: true } });
    const ready = await becomes(world.app, buyer, 'fulfilled', 30_000);
    expect(ready.esim).toMatchObject({ lpa: expect.stringMatching(/^LPA:1\$/) });
    expect(await lineOf(buyer)).toMatchObject({ status: 'done', wholesaler: 'esim-access', submissions: 1 });
    expect(await madeFor(buyer)).toHaveLength(1);
  });

  it('brings one eSIM, however often it is sent, and also when it has only the number of the order', async () => {
    const buyer = await waiting();
    await control(wholesaler(), { webhook: { url: null }, allocate: { release: true } });
    expect(await look(world.app, buyer)).toMatchObject({ status: 'fulfilling' });
    const [{ orderNo } = { orderNo: '' }] = await madeFor(buyer);
    const answers = await Promise.all(Array.from({ length: 10 }, () => say(about({ orderNo }))));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    await becomes(world.app, buyer, 'fulfilled', 30_000);
    expect(await madeFor(buyer)).toHaveLength(1);
    const issued = await rows(world, sql`select 1 from esims where order_id = ${buyer.order.id}`);
    expect(issued).toHaveLength(1);
    await until(async () => (await look(world.app, buyer)).mailedAt, { what: 'the mail' });
    expect(await messages(world.mail, buyer.email)).toHaveLength(1);
  });
});

describe('a message that is not true', () => {
  it('makes the store look, and changes nothing: not even the number of calls', async () => {
    const buyer = await waiting();
    const { reference } = (await lineOf(buyer))!;
    const answers = await Promise.all(Array.from({ length: 5 }, () => say(about({ transactionId: reference }))));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    await until(async () => ((await jobsOf(buyer))[0]?.seconds ?? 0) > 300, { what: 'the store has looked' });
    expect(await jobsOf(buyer)).toHaveLength(1);
    expect(await lineOf(buyer)).toMatchObject({ status: 'submitted', submissions: 1 });
    expect(await look(world.app, buyer)).toMatchObject({ status: 'fulfilling', esim: null });
    await control(wholesaler(), { allocate: { release: true } });
    await becomes(world.app, buyer, 'fulfilled', 30_000);
  });

  it('about a line of another wholesaler is ignored', async () => {
    const buyer = await bought(world.app, { planId: 'spain-1gb' });
    const line = (await lineOf(buyer))!;
    expect(line.wholesaler).toBe('airalo');
    const before = logged().length;
    expect((await say(about({ transactionId: line.reference }, 'ESIM_STATUS'))).status).toBe(200);
    await until(() => logged().slice(before).includes('about no order of ours there: ignored'));
    // That one signs its messages.
    expect((await say(about({ transactionId: line.reference }), { path: '/webhooks/airalo' })).status).toBe(401);
  });

  it.each<[string, object]>([
    ['an unknown reference', { transactionId: 'cairn-00000000-0000-7000-8000-000000000000', orderNo: 'B1' }],
    ['an unknown number', { orderNo: 'B1' }],
    ['a reference with other letters', { transactionId: "cairn-' or '1'='1" }],
  ])('about %s is ignored', async (_, content) => {
    const before = logged().length;
    expect((await say(about(content))).status).toBe(200);
    await until(() => logged().slice(before).includes('about no order of ours there: ignored'));
  });
});

it('a message about an eSIM makes the store read its state, without a view of its page', async () => {
  const buyer = await bought(world.app, { planId: PLAN });
  const state = async () =>
    (await rows<{ profile_state: string }>(world, sql`select * from esims where order_id = ${buyer.order.id}`))[0]
      ?.profile_state;
  expect(await state()).not.toBe('enabled');
  const { esim } = await look(world.app, buyer);
  // A view reads the state, too: those of this test are over.
  await until(async () => {
    const open = await rows(world, sql`select 1 from graphile_worker.jobs where task_identifier = 'refresh-esim'`);
    return open.length === 0;
  });
  await control(wholesaler(), {
    profile: { iccid: esim!.iccid, set: { smdpStatus: 'ENABLED', esimStatus: 'IN_USE', eid: '8'.repeat(32) } },
  });
  await until(async () => (await state()) === 'enabled', { what: 'the state is read', timeout: 30_000 });
});

describe('a request to the address of messages', () => {
  it.each<[string, unknown, string]>([
    ['no JSON', '{', 'invalid-json'],
    ['a list', [], 'invalid-input'],
    ['no type', { content: { orderNo: 'B1' } }, 'invalid-input'],
    ['no content', { notifyType: 'ORDER_STATUS' }, 'invalid-input'],
  ])('with %s is refused', async (_, body, code) => {
    const answer = await say(body);
    expect([answer.status, (await errorOf(answer)).code]).toEqual([400, code]);
  });

  it('is answered when it checks the address', async () => {
    const answer = await say(about({ orderNo: '1234567890', orderStatus: 'Test' }, 'CHECK_HEALTH'));
    expect([answer.status, await answer.json()]).toEqual([200, { received: true }]);
  });

  it('is refused when it is large, or too frequent from one network, or about one line', async () => {
    expect((await say(about({ orderNo: 'x'.repeat(20_000) }))).status).toBe(413);
    const health = about({ orderNo: '1234567890' }, 'CHECK_HEALTH');
    const statuses = [];
    for (let at = 0; at < 41; at += 1) statuses.push((await say(health, { from: '198.51.100.7' })).status);
    expect(statuses).toEqual([...Array(40).fill(200), 429]);
    expect((await say(health, { from: '198.51.100.8' })).status).toBe(200);

    const buyer = await bought(world.app, { planId: PLAN });
    const { reference } = (await lineOf(buyer))!;
    const ofLine = await Promise.all(Array.from({ length: 65 }, () => say(about({ transactionId: reference }))));
    expect(ofLine.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    expect(ofLine.filter(({ status }) => status === 200).length).toBeGreaterThan(50);
  });
});
