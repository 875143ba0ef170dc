import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWholesalers } from '#src/modules/fulfilment/wholesalers.ts';
import { createPaymentProviders } from '#src/modules/payments/providers.ts';
import { reported } from '#src/telemetry/vendor-calls.ts';
import { createVendors, type MakeVendors } from '#src/vendors.ts';
import { checkPlans, rows } from '#test/support/books.ts';
import { ops as opsOn } from '#test/support/ops.ts';
import { type Buyer, look, order, post } from '#test/support/shop.ts';
import { createToyPayments } from '#test/support/toy-payments.ts';
import { createToyWholesaler, type ToyAct, toyOffer, type ToyWholesaler } from '#test/support/toy-wholesaler.ts';
import { createToyAdapter } from '#test/support/toy-wholesaler-adapter.ts';
import { until } from '#test/support/wire.ts';
import { startWorld, type World } from '#test/support/world.ts';

/**
 * Lines with two sources whose wholesalers do anything: a model says who may be asked when. All lines run side by side in
 * one store, so that a breaker that opens for one is met by the others.
 */

const PLAN = 'france-1gb';
const NAMES = ['toy-one', 'toy-two'] as const;
type Name = (typeof NAMES)[number];
const WINDOW_MS = 3_000;
/** The window counts from the call by the database's clock, the toy notes the arrival by its own: both are here. */
const SLACK_MS = 200;
const LINES = 60;

let world: World;
let toys: Record<Name, ToyWholesaler>;
const bank = createToyPayments();
/** What each wholesaler does with the orders of a line, in order; afterwards it makes them. */
const plans = new Map<string, Record<Name, ToyAct[]>>();

const makeVendors: MakeVendors = (config, telemetry, given) => {
  const vendors = createVendors(config, telemetry, given);
  const adapters = NAMES.map((name) => {
    const tokenStore = given.tokensOf(name, name);
    const timeoutMs = config.fulfilment.callTimeoutSeconds * 1000;
    const onMisuse = (used: string) => expect.fail(used);
    const adapter = createToyAdapter({ name, url: toys[name].url, account: name, timeoutMs, tokenStore, onMisuse });
    return reported(adapter, name, telemetry, { local: ['address', 'capabilities'] });
  });
  return {
    ...vendors,
    wholesalers: createWholesalers(adapters),
    paymentProviders: createPaymentProviders([bank.provider, ...vendors.paymentProviders.all()]),
  };
};

beforeAll(async () => {
  const toyOf = (name: Name) =>
    createToyWholesaler({ acts: (reference) => plans.get(reference)?.[name].shift() ?? 'made' });
  toys = { 'toy-one': await toyOf('toy-one'), 'toy-two': await toyOf('toy-two') };
  for (const name of NAMES) {
    toys[name].set(toyOffer(`${name}-fr`));
    // Its ids are those of the other one, too.
    toys[name].number(7_000);
    await toys[name].open();
  }
  world = await startWorld(
    {
      FULFILMENT_DEADLINE_SECONDS: '25',
      RECONCILE_GRACE_SECONDS: '0',
      WHOLESALE_TIMEOUT_WINDOW_SECONDS: String(WINDOW_MS / 1000),
      WORKER_CONCURRENCY: '10',
    },
    undefined,
    { makeVendors },
  );
  await checkPlans(world);
  await opsOn(world, `catalogue package ${PLAN} toy-one-fr toy-one --by ana`);
  await rows(
    world,
    sql`insert into plan_sources (plan_id, position, wholesaler, package_id, fault, created_at)
      values (${PLAN}, 1, 'toy-two', 'toy-two-fr', 'never-checked', now()) returning 1`,
  );
  await checkPlans(world);
});
afterAll(async () => {
  await world?.close();
  for (const name of NAMES) await toys?.[name].close();
});

type Line = { buyer: Buyer; lineId: string; reference: string; acts: Record<Name, readonly ToyAct[]> };

const act = fc.constantFrom<ToyAct>(
  'made',
  'refused',
  'unknown-offer',
  'refused-after',
  'lost',
  'failed',
  'hangs',
  'late',
);
const script = fc.record<Record<Name, ToyAct[]>>({
  'toy-one': fc.array(act, { minLength: 1, maxLength: 4 }),
  'toy-two': fc.array(act, { minLength: 0, maxLength: 3 }),
});

/** Orders and pays, with what the wholesalers will do. */
async function buy(acts: Record<Name, ToyAct[]>): Promise<Line> {
  const buyer = await order(world.app, { planId: PLAN });
  const [line] = await rows<{ id: string }>(world, sql`select id from order_lines where order_id = ${buyer.order.id}`);
  const reference = world.services.fulfilment.referenceOf(line!.id);
  plans.set(reference, { 'toy-one': [...acts['toy-one']], 'toy-two': [...acts['toy-two']] });
  const { body, headers } = bank.event('page.over', bank.pay(buyer.paymentUrl));
  await post(world.app, '/webhooks/toy', body, headers);
  return { buyer, lineId: line!.id, reference, acts };
}

/** What has arrived about a line at both wholesalers, in order. */
const eventsOf = ({ reference }: Line) =>
  NAMES.flatMap((at) =>
    toys[at].events.filter(({ ref }) => ref === reference).map((event) => ({ ...event, at, ms: event.at })),
  ).toSorted((a, b) => a.ms - b.ms);

/** Acts after which the wholesaler may hold, or still make, the profile. */
const REFUSALS: readonly ToyAct[] = ['refused', 'unknown-offer', 'refused-after'];

/**
 * The model. Before an order, every order that was made before must be proved to have brought nothing: a look at its
 * wholesaler found nothing after it, and after the window if it was no refusal. A look that finds the profile, an order
 * that was made, and a refusal for good end the orders there.
 */
function violationsOf(line: Line): string[] {
  const found: string[] = [];
  const events = eventsOf(line);
  events.forEach((event, index) => {
    if (event.kind !== 'order') return;
    for (const earlier of events.slice(0, index)) {
      if (earlier.kind !== 'order') continue;
      const isRefusal = REFUSALS.includes(earlier.act);
      const provenFrom = earlier.ms + (isRefusal ? 0 : WINDOW_MS - SLACK_MS);
      const proof = events
        .slice(0, index)
        .some((look) => look.kind === 'look' && look.at === earlier.at && !look.found && look.ms >= provenFrom);
      if (!proof)
        found.push(`${event.at} was asked (${event.act}) before ${earlier.at} (${earlier.act}) proved to hold nothing`);
      if (earlier.act === 'unknown-offer' && earlier.at === event.at)
        found.push(`${event.at} was asked again after it refused for good`);
    }
  });
  return found;
}

/** Sixty lines wait for windows and back-offs, on a busy machine too. */
const LONG_MS = 300_000;

describe('a line with two sources', { timeout: LONG_MS }, () => {
  it('asks one only when the other has proved that it holds nothing, and gets one eSIM or its money', async () => {
    const seed = Date.now() % 1_000_000;
    const scripts = fc.sample(script, { numRuns: LINES, seed });
    const lines = await Promise.all(scripts.map(buy));
    const isOver = async ({ buyer }: Line) => ['fulfilled', 'refunded'].includes((await look(world.app, buyer)).status);
    for (const line of lines)
      await until(() => isOver(line), { what: `${JSON.stringify(line.acts)} is over`, timeout: LONG_MS });

    const violations = lines.flatMap((line) =>
      violationsOf(line).map((violation) => `${violation}: ${JSON.stringify(line.acts)}`),
    );
    expect(violations, `seed ${seed}`).toEqual([]);

    await world.services.sweeps.findStrays();
    for (const line of lines) {
      const status = (await look(world.app, line.buyer)).status;
      const issued = await rows<{ wholesaler: string; vendor_order_id: string }>(
        world,
        sql`select w.wholesaler, w.vendor_order_id from esims e join wholesale_orders w on w.order_id = e.order_id
          where e.order_id = ${line.buyer.order.id} and e.wholesaler = w.wholesaler`,
      );
      expect(issued, JSON.stringify(line.acts)).toHaveLength(status === 'fulfilled' ? 1 : 0);
      // What a wholesaler holds is the buyer's, or listed with the name of that wholesaler.
      const strays = await rows<{ wholesaler: string; vendor_order_id: string }>(
        world,
        sql`select s.wholesaler, s.vendor_order_id from stray_profiles s
          join wholesale_orders w on w.id = s.wholesale_order_id where w.line_id = ${line.lineId}`,
      );
      const held = NAMES.flatMap((wholesaler) => {
        const made = toys[wholesaler].orders.get(line.reference);
        return made ? [{ wholesaler, vendor_order_id: String(made.number) }] : [];
      });
      const key = (each: { wholesaler: string; vendor_order_id: string }) =>
        `${each.wholesaler} ${each.vendor_order_id}`;
      expect([...issued, ...strays].map(key).toSorted(), JSON.stringify(line.acts)).toEqual(held.map(key).toSorted());
      expect(bank.paymentsOf(line.buyer.order.id)[0]!.refunds).toHaveLength(status === 'fulfilled' ? 0 : 1);
    }
  });
});
