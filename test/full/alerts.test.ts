import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '#sandbox/postgres/port.ts';
import { createAccount } from '#test/support/accounts.ts';
import { rows, startShop, wholesaleRow } from '#test/support/books.ts';
import { type Prometheus, promtool, startPrometheus } from '#test/support/prometheus.ts';
import { becomes, bought, buy, order, post, orderRequest } from '#test/support/shop.ts';
import { CARDS, control, payHosted, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';
import { createDesk } from '#test/support/desk.ts';
import { createWholesalers } from '#src/modules/fulfilment/wholesalers.ts';
import { reported } from '#src/telemetry/vendor-calls.ts';
import { createVendors, type MakeVendors } from '#src/vendors.ts';
import { createToyAdapter, TOY_SIMS } from '#test/support/toy-wholesaler-adapter.ts';
import { createToyWholesaler, toyOffer, type ToyWholesaler } from '#test/support/toy-wholesaler.ts';
import { RULES } from '#test/support/alert-rules.ts';

/** The second wholesaler of the store, which sells the usual plan as well. */
const OFFER = 'TOY-FR-3';
const makeVendorsWith =
  (toy: ToyWholesaler): MakeVendors =>
  (config, telemetry, given) => {
    const vendors = createVendors(config, telemetry, given);
    const timeoutMs = config.fulfilment.callTimeoutSeconds * 1000;
    const tokenStore = given.tokensOf(TOY_SIMS, 'toy');
    const adapter = createToyAdapter({ url: toy.url, account: 'toy', timeoutMs, tokenStore, onMisuse: expect.fail });
    const wrapped = reported(adapter, TOY_SIMS, telemetry, { local: ['address', 'capabilities', 'readHint'] });
    return { ...vendors, wholesalers: createWholesalers([...vendors.wholesalers.all(), wrapped]) };
  };

describe('promtool', () => {
  test('accepts the rules and the example configuration', async () => {
    expect(await promtool('check', 'config', 'prometheus.yml')).toContain(`${RULES.length} rules found`);
  });

  test('each alert fires for its condition and for no other', async () => {
    for (const file of ['alerts.test.yaml', 'machine.test.yaml'])
      expect(await promtool('test', 'rules', file)).toContain('SUCCESS');
  });
});

/**
 * Causes the condition of each alert in a running store, and checks it with a real Prometheus and the real rules.
 * Conditions of age are caused by making existing rows older.
 */
describe('a running store', () => {
  let world: World;
  let toy: ToyWholesaler;
  let prometheus: Prometheus;
  const seen = new Set<string>();
  let isClosed = false;

  beforeAll(async () => {
    const port = await freePort();
    toy = await createToyWholesaler();
    toy.set(toyOffer(OFFER, { bytes: 3 * 1024 ** 3, hours: 30 * 24, mills: 8_000 }));
    await toy.open();
    const settings = {
      METRICS_LISTEN: `127.0.0.1:${port}`,
      RECONCILE_GRACE_SECONDS: '0',
      FULFILMENT_DEADLINE_SECONDS: '3600',
      WHOLESALE_LOW_BALANCE: '200',
      WORKER_CONCURRENCY: '2',
      SMTP_TIMEOUT_SECONDS: '120',
      SWEEP_SECONDS: '3600',
      LIMIT_WRONG_PASSWORDS_PER_ACCOUNT: '2',
      LIMIT_TEXTS_PER_DAY: '6',
    };
    world = await startShop(settings, undefined, { makeVendors: makeVendorsWith(toy) });
    prometheus = await startPrometheus(`127.0.0.1:${port}`);
  });
  afterAll(async () => {
    if (!isClosed) await world.close();
    await prometheus.stop();
    await toy.close();
  });

  /** Waits until these alerts are active. `again` repeats their cause meanwhile. */
  async function active(alerts: string[], again: () => unknown = () => undefined): Promise<true> {
    let last: string[] = [];
    await until(
      async () => {
        await again();
        last = await prometheus.active();
        for (const alert of last) seen.add(alert);
        return alerts.every((alert) => last.includes(alert));
      },
      { timeout: 90_000, what: alerts.join(', ') },
    ).catch((error: unknown) => {
      throw new Error(`${alerts.join(', ')} expected, and ${last.join(', ') || 'none'} active`, { cause: error });
    });
    return true;
  }
  const scraped = (expression: string) =>
    until(() => prometheus.has(expression), { timeout: 60_000, what: `${expression} in Prometheus` });
  const endsAfter = (alert: string) =>
    until(async () => !(await prometheus.active()).includes(alert), { timeout: 60_000, what: `${alert} ends` });
  const fail = (sandbox: { url: string }, call: string, times: number, how: object = { hangup: true }) =>
    control(sandbox, { fail: { call, times, ...how } });
  const change = (statement: ReturnType<typeof sql>) => world.db.execute(statement);
  const times = <T>(count: number, act: (turn: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, turn) => act(turn)));

  test('is healthy and has no alert', async () => {
    await bought(world.app);
    await world.services.reconcile({ full: true });
    await scraped('store_pay_to_esim_seconds_count > 0 and store_reconciliation_age_seconds < 3600');
    expect(await prometheus.active()).toEqual([]);
  });

  test('whose payment vendor is down', async () => {
    // A call is tried three times, so each wave uses up its failures.
    const wave = async () => {
      await fail(world.stripe, 'sessions.create', 12);
      return times(4, () => post(world.app, '/api/orders', orderRequest()));
    };
    expect(new Set((await wave()).map(({ status }) => status))).toEqual(new Set([503]));
    // Repeated, because Prometheus counts no increase before its first sample.
    expect(await active(['PaymentVendorFailing', 'StoreErrors'], wave)).toBe(true);
    expect(await post(world.app, '/api/orders', orderRequest())).toMatchObject({ status: 201 });
  });

  test('whose wholesaler is down, then delivers late', async () => {
    await fail(world.airalo, 'orders.create', 24);
    await fail(world.airalo, 'orders.list', 24);
    const buyers = await times(6, () => buy(world.app));
    for (const buyer of buyers) await becomes(world.app, buyer, 'fulfilling');
    await change(sql`update orders set paid_at = paid_at - interval '11 minutes' where status = 'fulfilling'`);
    expect(await active(['WholesalerFailing', 'PaidWithoutEsim'])).toBe(true);
    for (const buyer of buyers) await becomes(world.app, buyer, 'fulfilled', 120_000);
    expect(await active(['DeliverySlow'])).toBe(true);
    await endsAfter('PaidWithoutEsim');
  });

  test('whose wholesaler refuses orders, and holds one because of its price', async () => {
    await fail(world.airalo, 'orders.create', 6, { status: 422, body: { code: 34, reason: 'Out of stock' } });
    await buy(world.app);
    expect(await active(['WholesalerRefuses'])).toBe(true);
    const held = await order(world.app);
    await control(world.airalo, { package: { id: 'france-30days-3gb', set: { net_price: 30 } } });
    await world.services.catalogue.checkPlans();
    await payHosted(held.paymentUrl);
    await until(async () => (await wholesaleRow(world, held.order.id))?.status === 'held', { what: 'held' });
    expect(await active(['WholesaleOrdersHeld'])).toBe(true);
    await control(world.airalo, { package: { id: 'france-30days-3gb', set: null } });
    await world.services.catalogue.checkPlans();
    await becomes(world.app, held, 'fulfilled');
  });

  test('with an empty wholesale balance, which does not read the packages', async () => {
    await control(world.airalo, { balance: { set: 12.5 } });
    await world.services.reconcile({ full: true });
    expect(await active(['WholesaleBalanceLow'])).toBe(true);
    await change(sql`update wholesale_lists set read_at = read_at - interval '3 hours'`);
    expect(await active(['CatalogueStale'])).toBe(true);
    await world.services.catalogue.checkPlans();
    await endsAfter('CatalogueStale');
  });

  test('whose background reads of usage are late', async () => {
    const { order: bare } = await bought(world.app);
    const late = (wholesaler: string) =>
      change(sql`update esims set watch_at = now() - interval '2 hours', wholesaler = ${wholesaler}
        where order_id = ${bare.id}`);
    // A wholesaler that is not configured any more is not read, and that is no fault.
    await late('gone');
    await scraped('absent(store_usage_reads_overdue) and store_database_up == 1');
    await late('airalo');
    expect(await active(['UsageReadsLate'])).toBe(true);
    await world.services.watchUsage();
    await endsAfter('UsageReadsLate');
  });

  test('whose webhooks are refused, and whose events are not handled', async () => {
    await times(60, () => post(world.app, '/webhooks/stripe', '{}', { 'stripe-signature': 't=1,v1=00' }));
    expect(
      await active(['WebhooksFailing'], () =>
        times(5, () => post(world.app, '/webhooks/stripe', '{}', { 'stripe-signature': 't=1,v1=00' })),
      ),
    ).toBe(true);
    await fail(world.stripe, 'sessions.retrieve', 9);
    const buyer = await buy(world.app);
    await until(async () => (await rows(world, sql`select from payment_events where handled_at is null`)).length > 0, {
      what: 'an event',
    });
    await change(
      sql`update payment_events set received_at = received_at - interval '11 minutes' where handled_at is null`,
    );
    expect(await active(['PaymentEventsUnhandled'])).toBe(true);
    await becomes(world.app, buyer, 'fulfilled', 60_000);
  });

  test('whose refunds fail, or are not accepted', async () => {
    const [first, second] = [await bought(world.app), await bought(world.app)];
    const refund = async (orderId: string) => createDesk(world.db).refund((await world.services.orders.find(orderId))!);
    const body = { error: { type: 'invalid_request_error', code: 'insufficient_funds', message: 'no' } };
    await fail(world.stripe, 'refunds.create', 1, { status: 400, body });
    await refund(first.order.id);
    expect(await active(['RefundFailed'])).toBe(true);
    await fail(world.stripe, 'refunds.create', 60);
    await refund(second.order.id);
    await change(sql`update refunds set created_at = created_at - interval '2 hours' where status = 'requested'`);
    expect(await active(['RefundLate'])).toBe(true);
  });

  test('with one disputed payment', async () => {
    const buyer = await order(world.app);
    await payHosted(buyer.paymentUrl, CARDS.disputed);
    expect(await active(['DisputeOpen'])).toBe(true);
  });

  test('whose books differ from a ledger, and are not compared', async () => {
    const buyer = await bought(world.app);
    await change(sql`update payment_attempts set taken_amount = 1 where order_id = ${buyer.order.id}`);
    await world.services.reconcile({ full: true });
    expect(await active(['ReconciliationDifference'])).toBe(true);
    await change(sql`update reconciliation_runs set started_at = started_at - interval '4 hours'`);
    await change(sql`update installation set backed_up_at = now() - interval '3 days'`);
    expect(await active(['ReconciliationStale', 'BackupStale'])).toBe(true);

    // Payments are compared again; one wholesaler does not show its books.
    await change(sql`update wholesale_balances set read_at = read_at - interval '4 hours'`);
    await fail(world.airalo, 'balance', 1, { status: 503 });
    await fail(world.airalo, 'orders.list', 1, { status: 503 });
    await world.services.reconcile({ full: true });
    expect(await active(['WholesalerNotCompared', 'WholesaleBalanceUnread'])).toBe(true);
    await world.services.reconcile({ full: true });
    await endsAfter('WholesalerNotCompared');
  });

  test('whose mail server hangs, so that jobs hang, wait, and are given up', async () => {
    await control(world.mail, { hold: { call: 'smtp.connect', when: 'before', times: 50 } });
    await times(4, () => createAccount(world.app));
    await until(
      async () => (await rows(world, sql`select from graphile_worker.jobs where locked_by is not null`)).length >= 2,
      { what: 'both workers wait for the mail server' },
    );
    await change(sql`update mails set created_at = created_at - interval '16 minutes' where sent_at is null`);
    await change(
      sql`update graphile_worker._private_jobs set run_at = run_at - interval '3 minutes' where locked_by is null`,
    );
    await change(
      sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '16 minutes' where locked_by is not null`,
    );
    expect(await active(['MailFailing', 'QueueStuck', 'JobHangs'])).toBe(true);
    await change(
      sql`select graphile_worker.permanently_fail_jobs(array[id]) from graphile_worker.jobs where locked_by is null limit 1`,
    );
    expect(await active(['JobsGivenUp'])).toBe(true);
    await control(world.mail, { release: { call: 'smtp.connect' } });
    await endsAfter('QueueStuck');
  });

  test('under password guessing, whose text messages are used up while their vendor fails', async () => {
    const { email } = await createAccount(world.app);
    const call = (path: string, body: Record<string, unknown>) =>
      post(world.app, `/identity/v1/${path}?key=cairn-web`, body);
    expect(
      await active(['PasswordGuessing'], () =>
        times(20, () =>
          call('accounts:signInWithPassword', { email, password: 'not the password', returnSecureToken: true }),
        ),
      ),
    ).toBe(true);
    await fail(world.sms, 'messages.create', 50, { status: 503 });
    let serial = 0;
    const text = () =>
      call('accounts:sendVerificationCode', { phoneNumber: `+336399${String(++serial).padStart(5, '0')}` });
    // Prometheus counts no increase before its first sample. The day allows six texts.
    await text();
    await scraped('store_vendor_call_duration_seconds_count{vendor="twilio", outcome="failed"}');
    await text();
    expect(await active(['SignInProviderFailing'])).toBe(true);
    expect(await active(['TextsUsedUp'], text)).toBe(true);
  });

  test('whose clock jumps, and is wrong', async () => {
    const { now } = Date;
    const wrong = vi.spyOn(Date, 'now').mockImplementation(() => now() + 45_000);
    try {
      expect(await active(['ClockJumped', 'ClockWrong'])).toBe(true);
    } finally {
      wrong.mockRestore();
    }
    await endsAfter('ClockWrong');
  });

  test('whose deliveries move on from one wholesaler to another, and whose wholesalers are skipped', async () => {
    await change(
      sql`insert into plan_sources (plan_id, position, wholesaler, package_id, created_at)
          values ('france-3gb', 1, ${TOY_SIMS}, ${OFFER}, now())`,
    );
    await world.services.catalogue.checkPlans();
    const refuse = () =>
      fail(world.airalo, 'orders.create', 2, { status: 422, body: { code: 34, reason: 'Out of stock' } });
    const open = (wholesaler: string) =>
      change(
        sql`insert into circuit_breakers (wholesaler, state, failures, last_fault, opened_at, updated_at)
            values (${wholesaler}, 'open', 5, 'timeout', now(), now())
            on conflict (wholesaler) do update set state = 'open', opened_at = now(), updated_at = now()`,
      );
    const close = () => change(sql`delete from circuit_breakers`);
    expect(
      await active(['DeliveriesMoveOn'], async () => {
        await close();
        await refuse();
        await times(2, () => buy(world.app));
      }),
    ).toBe(true);
    await close();
    expect(await active(['WholesalerSkipped'], () => open('airalo'))).toBe(true);
    expect(await active(['AllWholesalersSkipped'], () => Promise.all(['airalo', TOY_SIMS].map(open)))).toBe(true);
    await close();
    await endsAfter('WholesalerSkipped');
  });

  test('whose database connections are used up', async () => {
    const { pool } = world.services;
    const taken = Array.from({ length: 14 }, () => pool.connect());
    expect(
      await active(['StorePoolExhausted'], () => {
        if (pool.waitingCount === 0) taken.push(pool.connect());
      }),
    ).toBe(true);
    for (const each of taken) void each.then((client) => client.release()).catch(() => undefined);
    await endsAfter('StorePoolExhausted');
  });

  test('whose database hangs', async () => {
    await world.db.transaction(async (tx) => {
      await tx.execute(sql`lock table orders in access exclusive mode`);
      expect(await active(['StoreDatabaseDown'], () => tx.execute(sql`select 1`))).toBe(true);
    });
    await endsAfter('StoreDatabaseDown');
  });

  test('that answers slowly, because a vendor does', async () => {
    expect(
      await active(['StoreSlow'], async () => {
        await control(world.stripe, { delay: { call: 'sessions.create', ms: 1_500, times: 20 } });
        await times(20, () => post(world.app, '/api/orders', orderRequest()));
      }),
    ).toBe(true);
  });

  test('whose event loop is blocked', async () => {
    expect(
      await active(['StoreEventLoopBlocked'], () => {
        const end = performance.now() + 1_500;
        while (performance.now() < end);
      }),
    ).toBe(true);
  });

  test('that is down; and every alert was caused', async () => {
    await world.close();
    isClosed = true;
    expect(await active(['StoreDown', 'StoreProcessDown'])).toBe(true);
    expect(RULES.map(({ alert }) => alert).filter((alert) => !seen.has(alert))).toEqual([]);
  });
});
