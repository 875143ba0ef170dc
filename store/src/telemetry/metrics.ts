import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type MailOutcome, type PlannedTrip, TURN_OUTCOMES, type TurnOutcome } from '../shared/telemetry.ts';
import type { CallOutcome } from './vendor-calls.ts';

/** A request that was answered. `route` is one of our patterns, `status` a class such as `2xx`. */
type RequestLabels = { route: string; method: string; status: string };

export type Metrics = ReturnType<typeof createMetrics>;

const FAST = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const SLOW = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const CELLS = [100_000, 500_000, 2_000_000, 10_000_000, 50_000_000];
const DELIVERY = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600];

/**
 * Metrics of this process. Alert rules sum them over processes. What is read from the database (`readings.ts`) is the
 * same in every process: alert rules take the maximum.
 */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const {
    requests,
    vendorCalls,
    jobs,
    delivery,
    turns,
    contradictions,
    mails,
    limits,
    trips,
    clockOffset,
    clockJumps,
  } = instruments([registry]);
  for (const clock of ['process', 'database']) clockJumps.inc({ clock }, 0);

  return {
    registry,
    request: (labels: RequestLabels, seconds: number) => requests.observe(labels, seconds),
    vendorCall: (labels: { vendor: string; operation: string; outcome: CallOutcome }, seconds: number) =>
      vendorCalls.observe(labels, seconds),
    job: (labels: { task: string; outcome: 'done' | 'failed' }, seconds: number) => jobs.observe(labels, seconds),
    delivered: (seconds: number) => delivery.observe(seconds),
    countryContradicted: () => contradictions.inc(),
    wholesaleTurn: (wholesaler: string, outcome: TurnOutcome) => turns.inc({ wholesaler, outcome }),
    clocks({
      offsetSeconds,
      jumps,
    }: {
      offsetSeconds: number;
      jumps: readonly { of: 'process' | 'database' }[];
    }): void {
      clockOffset.set(offsetSeconds);
      for (const { of } of jumps) clockJumps.inc({ clock: of });
    },
    mail: (kind: string, outcome: MailOutcome) => mails.inc({ kind, outcome }),
    limitRefused: (limit: string) => limits.inc({ limit }),
    tripPlanned: ({ where, outcome, cells }: PlannedTrip) => trips.observe({ where, outcome }, cells),
    /** Initialises the counters with 0: `increase()` does not see the first refusal of a series that did not exist. */
    knowLimits: (names: readonly string[]) => names.forEach((limit) => limits.inc({ limit }, 0)),
    knowWholesalers: (names: readonly string[]) =>
      names.forEach((wholesaler) => TURN_OUTCOMES.forEach((outcome) => turns.inc({ wholesaler, outcome }, 0))),
  };
}

const instruments = (registers: Registry[]) => ({ ...histograms(registers), ...counters(registers) });

const histograms = (registers: Registry[]) => ({
  requests: new Histogram<keyof RequestLabels>({
    name: 'store_http_request_duration_seconds',
    help: 'Duration of answered requests by route pattern, method and status class; without event streams.',
    labelNames: ['route', 'method', 'status'],
    buckets: FAST,
    registers,
  }),
  vendorCalls: new Histogram({
    name: 'store_vendor_call_duration_seconds',
    help: 'Vendor calls by outcome. refused: the vendor refused; failed: no answer, a vendor error, or bad credentials.',
    labelNames: ['vendor', 'operation', 'outcome'],
    buckets: SLOW,
    registers,
  }),
  jobs: new Histogram({
    name: 'store_job_duration_seconds',
    help: 'Executed jobs of the queue by outcome; failed ones are retried.',
    labelNames: ['task', 'outcome'],
    buckets: SLOW,
    registers,
  }),
  delivery: new Histogram({
    name: 'store_pay_to_esim_seconds',
    help: 'Time from the payment of an order to each of its eSIMs.',
    buckets: DELIVERY,
    registers,
  }),
  trips: new Histogram({
    name: 'store_trip_cells',
    help: 'Cells counted for a trip of the planner: inline or in a thread; planned, too-large or busy.',
    labelNames: ['where', 'outcome'],
    buckets: CELLS,
    registers,
  }),
});

const counters = (registers: Registry[]) => ({
  turns: new Counter({
    name: 'store_wholesale_turns_total',
    help: 'Turns of the sources of plans in deliveries, by wholesaler and outcome. moved-on: the next source was tried.',
    labelNames: ['wholesaler', 'outcome'],
    registers,
  }),
  contradictions: new Counter({
    name: 'store_country_contradictions_total',
    help: 'Paid orders whose country the card, or without one the network, contradicts.',
    registers,
  }),
  mails: new Counter({
    name: 'store_mails_total',
    help: 'Attempts to send a mail, by outcome.',
    labelNames: ['kind', 'outcome'],
    registers,
  }),
  limits: new Counter({
    name: 'store_limit_refusals_total',
    help: 'Calls refused by a rate limit.',
    labelNames: ['limit'],
    registers,
  }),
  clockOffset: new Gauge({
    name: 'store_clock_offset_seconds',
    help: 'Clock of the machine minus clock of the database, in seconds. Decisions use that of the database.',
    registers,
  }),
  clockJumps: new Counter({
    name: 'store_clock_jumps_total',
    help: 'Jumps of the clock of the process, or of the database, by more than two seconds.',
    labelNames: ['clock'],
    registers,
  }),
});

type Pool = { totalCount: number; idleCount: number; waitingCount: number; options: { max?: number } };

/** Gauges of the connection pool, read when the metrics are scraped. */
export function watchPool({ registry }: Metrics, pool: Pool): void {
  new Gauge({
    name: 'store_db_pool_connections',
    help: 'Database connections of this process: open, idle, maximum; and callers that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'max' }, pool.options.max ?? 10);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}

/** Gauges of the event streams of order pages. */
export function watchStreams({ registry }: Metrics, streams: { load(): { open: number; max: number } }): void {
  new Gauge({
    name: 'store_event_streams',
    help: 'Event streams of order pages in this process: open, and the maximum, above which pages poll.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { open, max } = streams.load();
      this.set({ state: 'open' }, open);
      this.set({ state: 'max' }, max);
    },
  });
}

type Uploads = Record<string, { load(): { held: number; waiting: number } }>;

/** Gauges of the large bodies, read when the metrics are scraped. */
export function watchUploads({ registry }: Metrics, uploads: Uploads): void {
  new Gauge({
    name: 'store_upload_bodies',
    help: 'Large request bodies by kind: held in memory, and requests that wait with an unread body.',
    labelNames: ['kind', 'state'],
    registers: [registry],
    collect() {
      for (const [kind, upload] of Object.entries(uploads)) {
        const { held, waiting } = upload.load();
        this.set({ kind, state: 'held' }, held);
        this.set({ kind, state: 'waiting' }, waiting);
      }
    },
  });
}

/** The build info: constant 1, with the version as a label. */
export function exposeBuild({ registry }: Metrics, build: { version: string; schema: string; node: string }): void {
  new Gauge({
    name: 'store_build_info',
    help: 'Version of the application, its newest migration, and Node.',
    labelNames: ['version', 'schema', 'node'],
    registers: [registry],
  }).set(build, 1);
}
