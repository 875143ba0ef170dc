import { LIMIT_SETTINGS, type LimitVariable } from '../shared/rate-limits.ts';
import { variable, wholeNumber } from './parsers.ts';

const LIMITS = 'Limits and windows';

const limitVariable = (byDefault: number, about: string, [least, most]: readonly [number, number]) =>
  variable(LIMITS, String(byDefault), about, wholeNumber(least, most));

/** Those of the rate limits, from their table. */
const RATE_LIMIT_VARIABLES = Object.fromEntries(
  LIMIT_SETTINGS.map(({ variable: name, byDefault, about, range }) => [name, limitVariable(byDefault, about, range)]),
) as Record<LimitVariable, ReturnType<typeof limitVariable>>;

/** Variables of rate limits, other limits and windows. */
export const LIMIT_VARIABLES = {
  ...RATE_LIMIT_VARIABLES,
  LIMIT_BROWSERS_PER_ORDER: variable(
    LIMITS,
    '10',
    'Cookies of one order, and of browsers that opened the link of one mail; the oldest end first.',
    wholeNumber(1, 1_000),
  ),
  LIMIT_STREAMS_PER_ORDER: variable(
    LIMITS,
    '10',
    'Event streams of one order that a process keeps open; further pages poll.',
    wholeNumber(1, 100_000),
  ),
  LIMIT_STREAMS_PER_ADDRESS: variable(
    LIMITS,
    '100',
    'Event streams to one network address that a process keeps open.',
    wholeNumber(1, 100_000),
  ),
  LIMIT_STREAMS_PER_PROCESS: variable(
    LIMITS,
    '5000',
    'Event streams that a process keeps open in all; further pages get 503 and poll slowly. What one costs: docs/performance.md.',
    wholeNumber(1, 100_000),
  ),
  ORDER_ACCESS_DAYS: variable(LIMITS, '365', "How long a browser's cookie opens an order.", wholeNumber(1, 3_650)),
  ORDER_LINK_DAYS: variable(LIMITS, '30', 'How long a mailed link to an order works.', wholeNumber(1, 365)),
  WORKER_CONCURRENCY: variable(
    LIMITS,
    '8',
    'Background jobs a process works on at the same time.',
    wholeNumber(1, 100),
  ),
  WORKER_HEARTBEAT_SECONDS: variable(
    LIMITS,
    '15',
    'Interval of a worker’s heartbeat; after three missed ones its jobs are freed.',
    wholeNumber(1, 300),
  ),
  SWEEP_SECONDS: variable(
    LIMITS,
    '60',
    'Interval of the sweep, which looks for unfinished payments and orders.',
    wholeNumber(1, 3_600),
  ),
  RECONCILE_GRACE_SECONDS: variable(
    LIMITS,
    '120',
    'Reconciliation leaves orders that changed this recently for the next run.',
    wholeNumber(0, 3_600),
  ),
} as const;
