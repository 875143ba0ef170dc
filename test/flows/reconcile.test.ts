import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '#src/shared/ids.ts';
import { booksOf, rows, startBuiltShop } from '#test/support/books.ts';
import { bought, becomes, order, type Buyer } from '#test/support/shop.ts';
import { control, payHosted, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';
import { createReconcileDesk } from '#test/support/desk.ts';

/**
 * Payments, refunds and disputes whose webhooks were lost are found in the vendors' lists, and repaired when that costs
 * no money.
 */

let world: World;
beforeAll(async () => {
  // Sweeps and webhooks are off, so only the comparison finds differences.
  world = await startBuiltShop({ SWEEP_SECONDS: '3600', RECONCILE_GRACE_SECONDS: '0' });
});
afterAll(() => world?.close());

const holdWebhooks = () => control(world.stripe, { hold: { call: 'webhooks.deliver', when: 'before', times: 1000 } });
const reconcile = (input: { full?: boolean } = { full: true }) => world.services.reconcile(input);
const openOf = (orderId: string) =>
  rows<{ kind: string; subject: string; repair: string; ours: number | null; theirs: number | null }>(
    world,
    sql`select kind, subject, repair, ours, theirs from ledger_differences where order_id = ${orderId} and closed_at is null`,
  );
const latestRun = async () =>
  (await rows(world, sql`select * from reconciliation_runs order by started_at desc limit 1`))[0]!;

/** A refund made in the payment vendor's dashboard. */
const refundAtVendor = (intent: string, amount: number) =>
  fetch(`${world.stripe.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.env['STRIPE_SECRET_KEY']}` },
    body: new URLSearchParams({ payment_intent: intent, amount: String(amount) }),
  });

/** A delivered order for which the payment vendor sends no more webhooks. */
async function boughtInSilence(): Promise<Buyer> {
  await control(world.stripe, { release: { call: 'webhooks.deliver' } });
  const buyer = await bought(world.app);
  await holdWebhooks();
  return buyer;
}

describe('the comparison of ledgers', () => {
  it('finds nothing when the ledgers agree to the cent', async () => {
    await boughtInSilence();
    await reconcile();
    const { figures, clean, balance } = (await latestRun()) as {
      figures: Record<string, number>;
      clean: boolean;
      balance: number;
    };
    expect(clean).toBe(true);
    expect(figures['takenByUs']).toBe(figures['takenByVendor']);
    expect(figures['takenByUs']).toBeGreaterThan(0);
    expect(balance).toBeGreaterThan(0);
  });

  it('finds a payment without a webhook, and delivers the order', async () => {
    await holdWebhooks();
    const buyer = await order(world.app);
    await payHosted(buyer.paymentUrl);
    await reconcile();
    expect(await openOf(buyer.order.id)).toMatchObject([{ kind: 'payment-unrecorded', ours: null, theirs: 1100 }]);
    await becomes(world.app, buyer, 'fulfilled');
    await reconcile();
    expect(await openOf(buyer.order.id)).toEqual([]);
  });

  it('finds refunds and a dispute without webhooks, and corrects our books to the cent', async () => {
    const [partly, argued] = [await boughtInSilence(), await boughtInSilence()];
    const intent = async (buyer: Buyer) => String((await booksOf(world, buyer.order.id)).payments[0]!['id']);
    await refundAtVendor(await intent(partly), 100);
    await control(world.stripe, { dispute: { payment_intent: await intent(argued), reason: 'fraudulent' } });
    await reconcile();
    expect(await openOf(partly.order.id)).toMatchObject([{ kind: 'refund-unrecorded', ours: null, theirs: 100 }]);
    expect(await openOf(argued.order.id)).toMatchObject([{ kind: 'dispute-unrecorded', theirs: 1100 }]);
    expect((await latestRun())['clean']).toBe(false);

    await until(async () => (await booksOf(world, partly.order.id)).refundRows.length === 1, {
      what: 'the refund row',
    });
    await becomes(world.app, argued, 'disputed');
    await reconcile({});
    expect([...(await openOf(partly.order.id)), ...(await openOf(argued.order.id))]).toEqual([]);
    expect((await latestRun())['clean']).toBe(true);
  });

  it('finds a profile that was bought twice and lists it to be claimed back', async () => {
    const buyer = await boughtInSilence();
    const { wholesale } = await booksOf(world, buyer.order.id);
    const { description, package_id } = wholesale[0]!;
    await control(world.airalo, { late: { description, package_id } });
    await reconcile();
    expect(await openOf(buyer.order.id)).toMatchObject([{ kind: 'profile-unlisted', repair: 'list-stray' }]);
    await reconcile();
    expect(await openOf(buyer.order.id)).toEqual([]);
    const strays = await rows(
      world,
      sql`select 1 from stray_profiles s join wholesale_orders w on w.id = s.wholesale_order_id where w.order_id = ${buyer.order.id}`,
    );
    expect(strays).toHaveLength(1);
  });

  it('lists a profile that was bought twice on its own line, also when it stood on another one', async () => {
    await control(world.stripe, { release: { call: 'webhooks.deliver' } });
    const buyer = await bought(world.app, { planId: undefined, planIds: ['france-3gb', 'spain-1gb', 'france-3gb'] });
    await holdWebhooks();
    const { wholesale, lines } = await booksOf(world, buyer.order.id);
    const last = wholesale.find(({ description }) => description === `cairn-${lines[2]!.id}`)!;
    const { description, package_id } = last;
    const made = await control(world.airalo, { late: { description, package_id } });
    const vendorOrderId = String((made['late'] as { id: number }).id);
    const linesOfStray = () =>
      rows<{ line_id: string }>(
        world,
        sql`select w.line_id from stray_profiles s join wholesale_orders w on w.id = s.wholesale_order_id
            where s.vendor_order_id = ${vendorOrderId}`,
      );

    await reconcile();
    expect(await openOf(buyer.order.id)).toMatchObject([{ kind: 'profile-unlisted', repair: 'list-stray' }]);
    expect(await linesOfStray()).toEqual([{ line_id: lines[2]!.id }]);
    await reconcile();
    expect(await openOf(buyer.order.id)).toEqual([]);
    expect((await latestRun())['clean']).toBe(true);

    // As version 1.0.0 listed it: on the first line.
    await rows(
      world,
      sql`update stray_profiles set wholesale_order_id = (select id from wholesale_orders where line_id = ${lines[0]!.id})
          where vendor_order_id = ${vendorOrderId}`,
    );
    await reconcile();
    await reconcile();
    expect(await linesOfStray()).toEqual([{ line_id: lines[2]!.id }]);
    expect(await openOf(buyer.order.id)).toEqual([]);
  });

  it('leaves differences that cost money to a person, who closes them with a reason', async () => {
    const buyer = await boughtInSilence();
    // A payment in our books that the vendor does not know, and a sale below its cost.
    await rows(
      world,
      sql`update payment_attempts set payment_intent_id = 'pi_lost' where order_id = ${buyer.order.id}`,
    );
    await control(world.airalo, { late: { description: `cairn-${uuidv7()}`, package_id: 'france-30days-3gb' } });
    await reconcile();
    const kinds = (await openOf(buyer.order.id)).map(({ kind, repair }) => `${kind} ${repair}`);
    expect(kinds).toContain('payment-missing by-hand');

    const desk = createReconcileDesk(world.db);
    const said: string[] = [];
    const report = await desk.reconcile((line) => said.push(line));
    expect(said.length).toBeGreaterThan(0);
    expect(report.join('\n')).toMatch(/profile-of-no-order/);
    const [{ id } = { id: '' }] = await rows<{ id: string }>(
      world,
      sql`select id from ledger_differences where kind = 'payment-missing'`,
    );
    await desk.close(id, 'paid by bank transfer');
    await expect(desk.close(id, 'again')).rejects.toMatchObject({ code: 'not-found' });
    await reconcile();
    expect((await desk.differences()).join('\n')).not.toMatch(/payment-missing/);
  });

  it('says how many orders are in progress, from when on they are compared, and when repairs are checked', async () => {
    const [young, refunded] = [await boughtInSilence(), await boughtInSilence()];
    const { payments } = await booksOf(world, refunded.order.id);
    await refundAtVendor(String(payments[0]!['id']), 100);
    // The order changed ten minutes from now, by the database's clock.
    const [changed] = await rows<{ at: string }>(
      world,
      sql`update orders set updated_at = date_trunc('second', now()) + interval '10 minutes' where id = ${young.order.id}
          returning to_char(updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at`,
    );
    const desk = createReconcileDesk(world.db);
    const report = (await desk.reconcile(() => undefined)).join('\n');
    expect(report).toContain('orders in progress, not compared: 1 (they changed within RECONCILE_GRACE_SECONDS). ');
    expect(report).toContain(`The next hourly run compares them, or "npm run ops -- reconcile" from ${changed!.at} on`);
    expect(report).toContain('Another run checks them in two minutes.');

    await rows(world, sql`update orders set updated_at = now() where id = ${young.order.id}`);
    await until(async () => (await booksOf(world, refunded.order.id)).refundRows.length === 1, { what: 'the refund' });
    expect((await desk.reconcile(() => undefined)).join('\n')).not.toMatch(/in progress/);
  });

  it('reports an unreadable ledger, and starts at the last clean run next time', async () => {
    const buyer = await boughtInSilence();
    await control(world.stripe, { fail: { call: 'disputes.list', times: 10, status: 503 } });
    await expect(reconcile({})).rejects.toThrow();
    expect(await latestRun()).toMatchObject({ fault: expect.any(String), clean: false });
    await control(world.stripe, { release: { call: 'disputes.list' } });
    expect(await openOf(buyer.order.id)).toEqual([]);
  });
});
