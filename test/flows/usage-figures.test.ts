import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '#test/support/accounts.ts';
import { rows, startBuiltShop } from '#test/support/books.ts';
import { capturedLog } from '#test/support/captured-log.ts';
import { BY_HAND } from '#test/support/desk.ts';
import { ops } from '#test/support/ops.ts';
import { becomes, bought, type Buyer, look } from '#test/support/shop.ts';
import { control, held, until } from '#test/support/wire.ts';
import { startBeside, type World } from '#test/support/world.ts';

/** Figures of an eSIM in use: who is asked how often, what is believed, and what the page gets meanwhile. */
let world: World;
const { log, text: logged } = capturedLog();
beforeAll(async () => {
  world = await startBuiltShop({}, log);
});
afterAll(() => world?.close());
beforeEach(() => control(world.airalo, { release: { call: 'sims.usage' } }));

const END = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');

type Asked = {
  refreshed_at: string;
  usage_at: string | null;
  away_since: string | null;
  failures: number;
  doubted_since: string | null;
  watch_at: string | null;
};
const askedOf = async ({ order: { id } }: Buyer) =>
  (await rows<Asked>(world, sql`select * from esims where order_id = ${id}`))[0]!;
const readingsOf = ({ order: { id } }: Buyer) =>
  rows<{ remaining_mb: number; total_mb: number; profile_state: string; plan_state: string }>(
    world,
    sql`select r.* from esim_readings r join esims e on e.id = r.esim_id where e.order_id = ${id} order by read_at`,
  );
const idOf = async (buyer: Buyer) => (await look(world.app, buyer)).esim!.id;

async function report(buyer: Buyer, set: object) {
  const { esim } = await look(world.app, buyer);
  await control(world.airalo, { usage: { iccid: esim!.iccid, set } });
}
/** The figures are so old that the wholesaler may be asked again. */
const outdate = ({ order: { id } }: Buyer) =>
  rows(world, sql`update esims set refreshed_at = refreshed_at - interval '2 hours' where order_id = ${id}`);
/** What a page that waits for figures asks again and again. */
const isReading = ({ order: { id }, cookie }: Buyer, app: { url: string } = world.app) =>
  fetch(`${app.url}/api/orders/${id}/reading`, { headers: { cookie } });
/** Looks once at outdated figures, and waits until the wholesaler's answer, or its silence, has come. */
async function lookOnce(buyer: Buyer) {
  await outdate(buyer);
  await look(world.app, buyer);
  return until(
    async () => {
      const shown = await look(world.app, buyer);
      return !shown.readingUsage && shown.esim;
    },
    { what: 'the read has ended' },
  );
}
/** A buyer whose eSIM is in use, with so much left. */
async function inUse(remaining = 2_000) {
  const buyer = await bought(world.app);
  await lookOnce(buyer);
  await report(buyer, { status: 'ACTIVE', remaining, expired_at: END });
  expect(await lookOnce(buyer)).toMatchObject({ remainingMb: remaining, planState: 'active' });
  return buyer;
}

it('one call serves many who look, in two processes, and none follows within the interval', async () => {
  const buyer = await inUse();
  await report(buyer, { remaining: 1_500 });
  const beside = await startBeside(world);
  try {
    await control(world.airalo, { hold: { call: 'sims.usage', when: 'before', times: 100 } });
    await outdate(buyer);
    const looks = () => Promise.all(Array.from({ length: 6 }, (_, n) => look(n % 2 ? world.app : beside, buyer)));
    const early = await looks();
    for (const shown of early) expect(shown).toMatchObject({ esim: { remainingMb: 2_000 } });
    // On a busy machine the last ones come after the time in which a read is awaited.
    expect(early.some(({ readingUsage }) => readingUsage)).toBe(true);
    await held(world.airalo, 'sims.usage');
    const { refreshed_at: asked } = await askedOf(buyer);
    expect(await (await isReading(buyer, beside)).json()).toEqual({ reading: true });
    expect((await isReading({ ...buyer, cookie: '' })).status).toBe(404);
    await looks();
    const { waiting } = await control(world.airalo, { release: { call: 'sims.usage' } });
    expect(waiting['sims.usage'] ?? 0).toBeLessThanOrEqual(1);
    await until(async () => (await look(world.app, buyer)).esim?.remainingMb === 1_500, {
      what: 'the answer is shown',
    });
    for (const shown of await looks()) expect(shown).toMatchObject({ readingUsage: false });
    expect(await (await isReading(buyer)).json()).toEqual({ reading: false });
    // On a busy machine the interval of a minute may be over.
    const again = Date.parse((await askedOf(buyer)).refreshed_at) - Date.parse(asked);
    expect(again === 0 || again >= 60_000, `asked again after ${again} ms`).toBe(true);
  } finally {
    await beside.stop();
  }
  expect(await readingsOf(buyer)).toMatchObject([
    { remaining_mb: 3_072, total_mb: 3_072, plan_state: 'not_active' },
    { remaining_mb: 2_000, total_mb: 3_072, plan_state: 'active', profile_state: 'enabled' },
    { remaining_mb: 1_500 },
  ]);
});

it('while the wholesaler does not answer, the page says since when, and asks less and less often', async () => {
  const buyer = await inUse();
  const { esim: before } = await look(world.app, buyer);
  expect(before).toMatchObject({ awaySince: null, reportsEveryMinutes: 20, profileState: 'enabled' });
  await control(world.airalo, { fail: { call: 'sims.usage', times: 2, status: 503 } });
  const away = await lookOnce(buyer);
  expect(away).toMatchObject({ remainingMb: 2_000, usageAt: before!.usageAt, awaySince: expect.any(String) });
  // The first pause is a minute: the next looks make no call.
  const { refreshed_at: asked } = await askedOf(buyer);
  expect(await look(world.app, buyer)).toMatchObject({ readingUsage: false });
  expect(await askedOf(buyer)).toMatchObject({ refreshed_at: asked, failures: 1 });

  await rows(
    world,
    sql`update esims set away_since = away_since - interval '1 hour', refreshed_at = refreshed_at - interval '1 hour'
      where order_id = ${buyer.order.id}`,
  );
  const still = await lookOnce(buyer);
  expect(Date.parse(still.awaySince!)).toBeCloseTo(Date.parse(away.awaySince!) - 3_600_000, -3);
  expect(await askedOf(buyer)).toMatchObject({ failures: 2 });
  expect((await ops(world, `order show ${buyer.order.id}`)).join('\n')).toMatch(
    new RegExp(`usage read ${before!.usageAt} {2}no answer since ${still.awaySince}`),
  );

  // Two of the failures were used.
  await until(async () => (await lookOnce(buyer)).awaySince === null, { what: 'it answers again' });
  expect(await askedOf(buyer)).toMatchObject({ failures: 0, away_since: null });
});

describe('figures that can not be true', () => {
  const lies: [string, object][] = [
    ['more than was bought', { remaining: 5_000 }],
    ['more than before', { remaining: 2_900 }],
    ['a plan that is new again', { status: 'NOT_ACTIVE', remaining: 3_072, expired_at: null }],
    ['an end that moved back', { expired_at: new Date(Date.now() + 5 * 86_400_000).toISOString() }],
    ['a recycled ICCID', { status: 'RECYCLED', remaining: 0 }],
  ];

  it('change nothing that is shown, are logged once, and end with the next true ones', async () => {
    const buyer = await inUse();
    const { esim: before } = await look(world.app, buyer);
    const lines = () =>
      logged()
        .split('\n')
        .filter((line) => line.includes(before!.id) && line.includes('doubt'));
    const readings = await readingsOf(buyer);
    for (const [what, lie] of lies) {
      const told = lines().length;
      await report(buyer, { status: 'ACTIVE', remaining: 2_000, expired_at: END, ...lie });
      for (let looks = 0; looks < 3; looks += 1) expect(await lookOnce(buyer), what).toEqual(before);
      expect(await askedOf(buyer), what).toMatchObject({ failures: 0, away_since: null });
      expect((await askedOf(buyer)).doubted_since, what).not.toBeNull();
      expect(lines().length, what).toBe(told + 1);
      expect(await readingsOf(buyer)).toEqual(readings);

      await report(buyer, { status: 'ACTIVE', remaining: 2_000, expired_at: END });
      const after = await lookOnce(buyer);
      expect(after.usageAt! > before!.usageAt!, what).toBe(true);
      expect(await askedOf(buyer)).toMatchObject({ doubted_since: null });
      Object.assign(before!, { usageAt: after.usageAt, history: after.history });
    }
    // The same figures within an hour are one reading.
    expect(await readingsOf(buyer)).toEqual(readings);
  });
});

it('the pace and the chart come from three days of readings', async () => {
  const buyer = await inUse(1_000);
  const id = await idOf(buyer);
  expect((await look(world.app, buyer)).esim).toMatchObject({ pace: null, history: [{ remainingMb: 1_000 }] });
  // In use since five days, read twice a day; each day 400 MB.
  await rows(
    world,
    sql`insert into esim_readings (id, esim_id, read_at, remaining_mb, total_mb, profile_state, plan_state)
      select gen_random_uuid(), ${id}, now() - make_interval(hours => n * 12), 1000 + n * 200, 3072, 'enabled', 'active'
      from generate_series(1, 10) n`,
  );
  await rows(world, sql`update esim_plans set started_at = now() - interval '5 days 1 hour' where esim_id = ${id}`);
  const { esim } = await look(world.app, buyer);
  expect(esim!.history.length).toBeGreaterThanOrEqual(5);
  expect(esim!.history.length).toBeLessThanOrEqual(6);
  const days = esim!.history.map(({ at }) => at.slice(0, 10));
  expect(new Set(days).size).toBe(days.length);
  expect(esim!.history.at(-1)).toMatchObject({ remainingMb: 1_000 });
  const { perDayMb, endsAt, enough } = esim!.pace!;
  expect(perDayMb).toBeGreaterThan(350);
  expect(perDayMb).toBeLessThan(450);
  expect(enough).toBe(false);
  expect((Date.parse(endsAt) - Date.now()) / 86_400_000).toBeCloseTo(1_000 / perDayMb, 0);
});

it('the wholesaler is not asked about an eSIM that is refunded or over, whatever the reason', async () => {
  const [refunded, over] = [await inUse(), await inUse()];
  const ids = [await idOf(refunded), await idOf(over)];
  await world.services.desk.refunds.refund(refunded.order.id, BY_HAND);
  await becomes(world.app, refunded, 'refunded');
  await report(over, { status: 'FINISHED', remaining: 0 });
  expect(await lookOnce(over)).toMatchObject({ planState: 'finished' });
  for (const buyer of [refunded, over]) await outdate(buyer);
  const asked = [await askedOf(refunded), await askedOf(over)];
  await rows(world, sql`update esims set watch_at = now() - interval '1 minute' where id in ${ids}`);
  for (const id of ids) {
    await world.services.refreshEsim(id);
    await world.services.refreshEsim(id, 'news');
  }
  for (const buyer of [refunded, over]) expect(await look(world.app, buyer)).toMatchObject({ readingUsage: false });
  expect([await askedOf(refunded), await askedOf(over)].map((each) => each.refreshed_at)).toEqual(
    asked.map((each) => each.refreshed_at),
  );
  expect((await askedOf(over)).watch_at).toBeNull();
});

it('an eSIM in use is read in the background, in its time', async () => {
  const buyer = await inUse();
  const unused = await bought(world.app);
  const day = await askedOf(unused);
  expect((Date.parse(day.watch_at!) - Date.now()) / 3_600_000).toBeCloseTo(24, 0);
  await report(buyer, { remaining: 1_200 });
  await outdate(buyer);
  await rows(world, sql`update esims set watch_at = now() - interval '1 minute' where order_id = ${buyer.order.id}`);
  await until(async () => (await readingsOf(buyer)).at(-1)!.remaining_mb === 1_200, { what: 'it is read' });
  const watchAt = await until(async () => (await askedOf(buyer)).watch_at, { what: 'it is watched' });
  expect((Date.parse(watchAt) - Date.now()) / 60_000).toBeCloseTo(60, -1);
});

it('the readings are in the export of their owner', async () => {
  const { idToken } = await createAccount(world.app);
  const headers = { authorization: `Bearer ${idToken}` };
  const buyer = await bought(world.app, {}, headers);
  await lookOnce(buyer);
  const file = (await (await fetch(`${world.app.url}/api/account/export`, { headers })).json()) as {
    esims: { readings: object[] }[];
  };
  expect(file.esims[0]!.readings).toEqual([
    {
      at: expect.any(String),
      remainingMb: 3_072,
      totalMb: 3_072,
      profileState: 'released',
      planState: 'not_active',
    },
  ]);
});
