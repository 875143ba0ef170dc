import { Gauge } from 'prom-client';
import type { Queryable } from '../db/database.ts';
import type { Reporting } from '../db/reporting.ts';
import type { AutoTopUpBook } from '../modules/auto-top-ups/auto-top-ups.ts';
import type { Catalogue } from '../modules/catalogue/catalogue.ts';
import type { Esims } from '../modules/esims/esims.ts';
import type { Fulfilment } from '../modules/fulfilment/fulfilment.ts';
import type { Wholesalers } from '../modules/fulfilment/wholesalers.ts';
import type { Notifications } from '../modules/notifications/notifications.ts';
import type { Orders } from '../modules/orders/orders.ts';
import { unitsOf } from '../shared/money.ts';
import type { Payments } from '../modules/payments/payments.ts';
import type { WithdrawalBook } from '../modules/rights/withdrawals/withdrawals.ts';
import type { Reconciliation } from '../modules/reconciliation/reconciliation.ts';
import type { RightsBook } from '../modules/rights/rights.ts';
import { jobsOfQueue } from '../queue/standing.ts';
import type { Standing } from '../shared/standing.ts';
import type { Metrics } from './metrics.ts';
import { OPEN_REFUND_REQUESTS, REFUND_KINDS } from '../shared/refund-request.ts';
import { OPEN_REPLACEMENTS } from '../shared/replacement.ts';

/** The modules whose tables are read. */
type Ports = {
  autoTopUps: Pick<AutoTopUpBook, 'standing'>;
  catalogue: Pick<Catalogue, 'standing'>;
  esims: Pick<Esims, 'standing'>;
  fulfilment: Pick<Fulfilment, 'standing'> & { wholesalers: Pick<Wholesalers, 'find'> };
  notifications: Pick<Notifications, 'standing'>;
  orders: Pick<Orders, 'standing'>;
  payments: Pick<Payments, 'standing'>;
  reconciliation: Pick<Reconciliation, 'standing'>;
  rights: Pick<RightsBook, 'standing'>;
  withdrawals: Pick<WithdrawalBook, 'standing'>;
  installation: { secondsSinceBackup(db: Queryable): Promise<number | undefined> };
};

/** One query, and the gauges that it fills. */
type Reading = (db: Queryable) => Promise<void>;

export type Readings = {
  /**
   * Runs all queries; concurrent calls share one run. Never throws: a failed query leaves its gauges without a value.
   */
  read(): Promise<void>;
};

/**
 * Gauges of the store's state, read from the database with one indexed query each when the metrics are scraped. They
 * are the same in every process: alert rules take the maximum and never the sum. `reporting` has connections of its
 * own with short time-outs, because these metrics must also work while the pool is exhausted or the database hangs.
 * `lowBalance` is the configured threshold, in whole units.
 */
export function createReadings(
  { registry }: Metrics,
  ports: Ports,
  { reporting, lowBalance }: { reporting: Pick<Reporting, 'read'>; lowBalance: number },
): Readings {
  const gauge: MakeGauge = (name, help, labelNames = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const up = gauge('store_database_up', '1 when every query for these metrics succeeded, otherwise 0.');
  const readings = readingsOf(gauge, ports, lowBalance);

  /** Sequential: there is one connection. After a failure no gauge keeps an old value. */
  async function runAll(on: Queryable): Promise<void> {
    const failures: unknown[] = [];
    for (const read of readings) await read(on).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }

  const readAll = () =>
    reporting.read(runAll).then(
      () => up.set(1),
      () => up.set(0),
    );

  let reading: Promise<void> | undefined;
  return {
    read: () => (reading ??= readAll().finally(() => (reading = undefined))),
  };
}

type MakeGauge = <L extends string = never>(name: string, help: string, labelNames?: L[]) => Gauge<L>;

function readingsOf(gauge: MakeGauge, ports: Ports, lowBalance: number): Reading[] {
  const { autoTopUps, esims, fulfilment, notifications, orders, payments, reconciliation, withdrawals } = ports;
  return [
    standing(gauge, 'store_orders', 'Orders in progress, by state.', 'state', {
      states: ['pending_payment', 'paid', 'fulfilling', 'refund_pending', 'disputed'],
      read: orders.standing.open,
    }),
    readEnded(gauge, ports),
    standing(gauge, 'store_payment_events', 'Webhook events that are not handled yet.', 'state', {
      read: payments.standing.events,
    }),
    standing(gauge, 'store_refunds', 'Open refunds, by state.', 'state', {
      states: ['requested', 'pending', 'failed'],
      read: payments.standing.refunds,
    }),
    standing(
      gauge,
      'store_replacements',
      'New eSIMs in place of delivered ones that are not done, by state.',
      'state',
      {
        states: OPEN_REPLACEMENTS,
        read: orders.standing.replacements,
      },
    ),
    ...readRequests(gauge, ports),
    standing(gauge, 'store_auto_top_ups', 'Auto top-ups that are not off, by state.', 'state', {
      states: ['on', 'stopped', 'authentication'],
      read: autoTopUps.standing.states,
    }),
    standing(gauge, 'store_withdrawals', 'Declarations of withdrawal that are not done, by state.', 'state', {
      states: ['received', 'proved'],
      read: withdrawals.standing.open,
    }),
    standing(gauge, 'store_disputes', 'Open disputes and inquiries.', 'kind', { read: payments.standing.disputes }),
    standing(gauge, 'store_usage_reads_overdue', 'eSIMs in use whose usage should have been read.', 'wholesaler', {
      // Usage is not read at a wholesaler that is no longer configured, so its eSIMs are never overdue.
      read: async (on) => (await esims.standing.overdue(on)).filter(({ state }) => fulfilment.wholesalers.find(state)),
    }),
    readWholesale(gauge, ports),
    readBreakers(gauge, ports),
    standing(gauge, 'store_mails_unsent', 'Unsent mails: waiting for a further attempt, or given up.', 'state', {
      states: ['waiting', 'given_up'],
      read: notifications.standing.unsent,
    }),
    standing(gauge, 'store_reconciliation_differences', 'Open differences from the ledgers of vendors.', 'kind', {
      read: reconciliation.standing.differences,
    }),
    readLastRun(gauge, ports),
    readBooks(gauge, ports),
    readBalances(gauge, ports, lowBalance),
    readJobs(gauge),
    readCatalogue(gauge, ports),
    readBackup(gauge, ports),
  ];
}

/** What buyers ask of a person about refunds. */
function readRequests(gauge: MakeGauge, { rights }: Ports): Reading[] {
  return [
    standing(gauge, 'store_refund_requests', 'Requests of buyers for refunds that are open, by state.', 'state', {
      states: OPEN_REFUND_REQUESTS,
      read: rights.standing.requests,
    }),
    standing(gauge, 'store_refund_answers_overdue', 'Requests for refunds without the promised answer.', 'kind', {
      states: REFUND_KINDS,
      read: rights.standing.overdue,
    }),
  ];
}

/**
 * Two gauges, the number of rows and the age of the oldest, by state. `states` are always present, with 0 if empty.
 */
function standing(
  gauge: MakeGauge,
  name: string,
  help: string,
  label: string,
  { states = [], read }: { states?: readonly string[]; read: (db: Queryable) => Promise<Standing[]> },
): Reading {
  const count = gauge(name, help, [label]);
  const oldest = gauge(`${name}_oldest_seconds`, `${help} Age of the oldest.`, [label]);
  return async (on) => {
    count.reset();
    oldest.reset();
    const rows = await read(on);
    const missing = states.filter((state) => !rows.some((row) => row.state === state));
    for (const row of [...rows, ...missing.map((state) => ({ state, count: 0, oldestSeconds: 0 }))]) {
      count.set({ [label]: row.state }, row.count);
      oldest.set({ [label]: row.state }, row.oldestSeconds);
    }
  };
}

function readEnded(gauge: MakeGauge, { orders }: Ports): Reading {
  const ended = gauge('store_orders_ended_last_day', 'Orders that ended within the last day, by state.', ['state']);
  return async (on) => {
    ended.reset();
    for (const { state, count } of await orders.standing.ended(on)) ended.set({ state }, count);
  };
}

function readWholesale(gauge: MakeGauge, { fulfilment }: Ports): Reading {
  const name = 'store_wholesale_orders';
  const help = 'Open wholesale orders, by wholesaler and state.';
  const labels = ['wholesaler', 'state'] as const;
  const count = gauge(name, help, [...labels]);
  const oldest = gauge(`${name}_oldest_seconds`, `${help} Age of the oldest.`, [...labels]);
  return async (on) => {
    count.reset();
    oldest.reset();
    for (const { wholesaler, state, count: rows, oldestSeconds } of await fulfilment.standing.wholesale(on)) {
      count.set({ wholesaler, state }, rows);
      oldest.set({ wholesaler, state }, oldestSeconds);
    }
  };
}

/** In the order of their values: an alert on `> 0` sees each state in which a wholesaler may be skipped. */
const BREAKER_STATES = ['closed', 'half_open', 'open'] as const;

function readBreakers(gauge: MakeGauge, { fulfilment }: Ports): Reading {
  const state = gauge(
    'store_wholesaler_breaker_state',
    'The circuit breaker of each wholesaler: 0 closed, 1 half-open (one order at a time tries it), 2 open (skipped).',
    ['wholesaler'],
  );
  return async (on) => {
    state.reset();
    for (const each of await fulfilment.standing.breakers(on))
      state.set({ wholesaler: each.wholesaler }, BREAKER_STATES.indexOf(each.state));
  };
}

function readLastRun(gauge: MakeGauge, { reconciliation }: Ports): Reading {
  const age = gauge(
    'store_reconciliation_age_seconds',
    'Time since the last reconciliation that read the ledgers of all payment providers.',
  );
  return async (on) => {
    age.remove();
    const run = await reconciliation.standing.lastRun(on);
    if (run) age.set(run.seconds);
  };
}

function readBooks(gauge: MakeGauge, { reconciliation }: Ports): Reading {
  const age = gauge(
    'store_wholesale_books_age_seconds',
    'Time since a reconciliation read the books of a wholesaler.',
    ['wholesaler'],
  );
  return async (on) => {
    age.reset();
    for (const { wholesaler, seconds } of await reconciliation.standing.booksRead(on)) age.set({ wholesaler }, seconds);
  };
}

function readBalances(gauge: MakeGauge, { reconciliation }: Ports, lowBalance: number): Reading {
  const balance = gauge(
    'store_wholesale_balance_dollars',
    'Prepaid balance at a wholesaler in units of its currency (dollars, or those of another), as last read.',
    ['wholesaler', 'currency'],
  );
  const age = gauge('store_wholesale_balance_age_seconds', 'Time since the balance at a wholesaler was read.', [
    'wholesaler',
  ]);
  gauge('store_wholesale_balance_low_dollars', 'Configured balance below which a warning is raised.').set(lowBalance);
  return async (on) => {
    balance.reset();
    age.reset();
    for (const { wholesaler, cents, currency, seconds } of await reconciliation.standing.balances(on)) {
      age.set({ wholesaler }, seconds);
      if (cents !== null && currency !== null)
        balance.set({ wholesaler, currency }, unitsOf({ amount: cents, currency }));
    }
  };
}

function readJobs(gauge: MakeGauge): Reading {
  const labels = ['task', 'state'] as const;
  const count = gauge('store_jobs', 'Jobs of the queue.', [...labels]);
  const oldest = gauge('store_jobs_oldest_seconds', 'Age of the oldest due or running job.', [...labels]);
  return async (on) => {
    count.reset();
    oldest.reset();
    for (const { task, state, count: jobs, oldestSeconds } of await jobsOfQueue(on)) {
      count.set({ task, state }, jobs);
      if (state === 'ready' || state === 'running') oldest.set({ task, state }, oldestSeconds);
    }
  };
}

function readCatalogue(gauge: MakeGauge, { catalogue }: Ports): Reading {
  const age = gauge('store_catalogue_age_seconds', 'Time since the packages of a wholesaler were read.', [
    'wholesaler',
  ]);
  const unsellable = gauge('store_plans_unsellable', "Published plans that can't be sold.", ['fault']);
  return async (on) => {
    age.reset();
    unsellable.reset();
    for (const { wholesaler, seconds } of await catalogue.standing.secondsSinceLists(on))
      age.set({ wholesaler }, seconds);
    for (const { fault, count } of await catalogue.standing.unsellablePlans(on)) unsellable.set({ fault }, count);
  };
}

function readBackup(gauge: MakeGauge, { installation }: Ports): Reading {
  const age = gauge(
    'store_backup_age_seconds',
    'Time since the snapshot of the last verified backup; without one, since the first start.',
  );
  return async (on) => {
    age.remove();
    const seconds = await installation.secondsSinceBackup(on);
    if (seconds !== undefined) age.set(seconds);
  };
}
