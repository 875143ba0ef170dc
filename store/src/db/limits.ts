import { sql } from 'drizzle-orm';
import { hash } from 'node:crypto';
import { AppError, codeOf } from '../shared/errors.ts';
import { networkOf } from '../shared/network.ts';
import type { LimitName, LimitRules } from '../shared/rate-limits.ts';
import { type Db, statement } from './database.ts';
import { deleteRows } from './delete-rows.ts';
import { rateLimits } from './limits-schema.ts';

/** One point of each of these limits, with its key: a network address (`-per-address`), an e-mail address, or an id. */
export type Spending = Partial<Record<LimitName, string>>;

/** The highest used share (0 to 1) among some limits, before the call. */
export type Used = { used: number };

export type Limits = {
  /** The names of all limits. */
  names: readonly LimitName[];
  /** Consumes the points, all or none. Throws AppError `too-many-requests`, its `rule` the first exceeded limit. */
  consume(spending: Spending): Promise<Used>;
  /** The used share of these limits, without consuming any. */
  used(spending: Spending): Promise<Used>;
  /**
   * For limits that count failures only: consumes the points, runs the work, and returns the points unless it failed
   * with one of the codes. Points are consumed first, because concurrent guesses could otherwise all start below the
   * limit. For a refused caller the work does not run, so that the response time does not reveal whether an account
   * exists.
   */
  countFailures<T>(
    spending: Spending,
    codes: ReadonlySet<string | undefined>,
    work: (used: number) => Promise<T>,
  ): Promise<T>;
  /**
   * Takes the next of evenly spaced turns, so many a second in all processes together. Returns the milliseconds until it:
   * calls that wait so long are never more than that in any second.
   */
  turn(key: string, perSecond: number): Promise<number>;
  /** Deletes expired windows. */
  cleanUp(): Promise<void>;
};

/** Delay after which points are returned, in one batch with those of other calls. */
const GIVE_BACK_MS = 100;

/** Points of one limit; `key` as stored, `most` the maximum of its window. */
type Row = { key: string; name: LimitName; points: number; most: number };

/**
 * The limit of a wide network (/56), as a multiple of that of one network (/64): it may belong to one customer or to
 * many.
 */
const WIDE = 8;

type Ports = {
  db: Db;
  rules: LimitRules;
  /** Called with the limit that refused a call. */
  onRefused?: (limit: LimitName) => void;
};

/** The rules, and the points that are to be returned: those owed, the timer of their batch, and the batches under way. */
type Counters = {
  db: Db;
  rules: LimitRules;
  onRefused: (limit: LimitName) => void;
  owed: Map<string, Row>;
  timer?: NodeJS.Timeout;
  settling?: Promise<void>;
};

/**
 * Counters in PostgreSQL, shared by every process, with PostgreSQL's clock. All limits of a call are consumed in one
 * statement, because every sign-in waits for it; rows are locked in the order of their keys, which prevents deadlocks.
 * Points are returned a moment later, batched over many calls, and always before this process refuses a caller. Points
 * that a crash leaves unreturned are free again at the end of the window.
 */
export function createLimits({ db, rules, onRefused = () => undefined }: Ports): Limits {
  const counters: Counters = { db, rules, onRefused, owed: new Map() };
  return {
    names: Object.keys(counters.rules) as LimitName[],
    async consume(wanted) {
      const { used } = await take(counters, wanted);
      return { used };
    },
    async used(wanted) {
      const rows = rowsOf(counters, wanted);
      const left = await leftStatement(db, [rows.map(({ key }) => key)]);
      return { used: usedOf(counters, rows, left) };
    },
    async countFailures(wanted, codes, work) {
      const { rows, used } = await take(counters, wanted);
      try {
        const result = await work(used);
        giveBack(counters, rows);
        return result;
      } catch (error) {
        if (!codes.has(codeOf(error))) giveBack(counters, rows);
        throw error;
      }
    },
    async turn(key, perSecond) {
      const [taken] = await turnStatement(db, [hashed('turns', key), 1 / perSecond]);
      return Math.max(0, Math.ceil(taken!.waitMs));
    },
    async cleanUp() {
      await deleteRows(db, rateLimits, sql`${rateLimits.endsAt} < now()`);
    },
  };
}

/** Consumes the points, all or none, and answers the used share before. */
async function take(counters: Counters, wanted: Spending): Promise<{ rows: Row[]; used: number }> {
  const rows = rowsOf(counters, wanted);
  for (let first = true; ; first = false) {
    const spent = await spendStatement(counters.db, [given(counters, rows)]);
    if (spent.length === rows.length) {
      const before = spent.map(({ key, left }) => ({ key, left: left + 1 }));
      return { rows, used: usedOf(counters, rows, before) };
    }
    const keys = new Set(spent.map(({ key }) => key));
    giveBack(
      counters,
      rows.filter(({ key }) => keys.has(key)),
    );
    // Points that are being returned must not cause a refusal, so they are settled before the second try.
    if (!first) {
      const rule = rows.find(({ key }) => !keys.has(key))?.name;
      if (rule) counters.onRefused(rule);
      throw new AppError('too-many-requests', { rule });
    }
    await settle(counters);
  }
}

const rowsOf = ({ rules }: Counters, wanted: Spending): Row[] =>
  Object.entries(wanted).flatMap(([name, key]) => rowsOfLimit(rules, name as LimitName, key));

/** The rows of a limit: one for the key, or one for each network of an address. */
function rowsOfLimit(rules: LimitRules, name: LimitName, key: string): Row[] {
  const row = (of: string, times = 1): Row => ({
    key: hashed(name, of),
    name,
    points: 1,
    most: rules[name].points * times,
  });
  if (!name.endsWith('-per-address')) return [row(key)];
  const { network, wide } = networkOf(key);
  return wide === undefined ? [row(network)] : [row(network), row(wide, WIDE)];
}

/** The parameter of the statements. */
function given({ rules }: Counters, rows: Iterable<Row>): string {
  const ordered = [...rows].sort((a, b) => (a.key < b.key ? -1 : 1));
  return JSON.stringify(
    ordered.map(({ key, name, points, most }) => ({ key, points, most, seconds: rules[name].seconds })),
  );
}

/** The share of the fullest row, without the points that are being returned. */
function usedOf({ owed }: Counters, rows: Row[], left: readonly Spent[]): number {
  const shares = rows.map(({ key, most }) => {
    const row = left.find((each) => each.key === key);
    return row === undefined ? 0 : (most - row.left - (owed.get(key)?.points ?? 0)) / most;
  });
  return Math.max(0, ...shares);
}

function giveBack(counters: Counters, rows: Row[]): void {
  const { owed } = counters;
  for (const row of rows) owed.set(row.key, { ...row, points: row.points + (owed.get(row.key)?.points ?? 0) });
  counters.timer ??= setTimeout(() => void settle(counters), GIVE_BACK_MS).unref();
}

/** Waits until all points owed so far are returned. */
async function settle(counters: Counters): Promise<void> {
  const { db, owed } = counters;
  clearTimeout(counters.timer);
  delete counters.timer;
  const back = owed.size > 0 ? giveBackStatement(db, [given(counters, owed.values())]) : undefined;
  owed.clear();
  // During a database outage, points become free at the end of the window. The chain drops its results, because each
  // would otherwise retain all earlier ones.
  counters.settling = Promise.allSettled([counters.settling, back]).then(() => undefined);
  await counters.settling;
}

/** The rows of `given`. */
const givenRows = (parameter: string) =>
  `json_to_recordset(${parameter}::json) as given (key text, points int, most int, seconds int)`;

/**
 * The commit of the statement waits neither for the disk nor for a standby: a crash may lose the counts of its last
 * moment, a fail-over keeps all others. The setting is local to the statement's transaction.
 */
const WITHOUT_WAITING = `(select set_config('synchronous_commit', 'off', true)) as without_waiting`;

/** A row after points were consumed. */
type Spent = { key: string; left: number };

const leftStatement = statement<Spent>(
  'limits_left',
  `select key, "left" from rate_limits where key = any($1) and ends_at > now()`,
);

/** Consumes a point of each row that has one left, and returns the rest. */
const spendStatement = statement<Spent>(
  'limits_spend',
  `insert into rate_limits as window_of (key, "left", ends_at)
  select key, most - points, now() + make_interval(secs => seconds) from ${givenRows('$1')}, ${WITHOUT_WAITING}
  on conflict (key) do update set
    "left" = case when window_of.ends_at > now() then window_of."left" - 1 else excluded."left" end,
    ends_at = case when window_of.ends_at > now() then window_of.ends_at else excluded.ends_at end
  where window_of.ends_at <= now() or window_of."left" > 0
  returning key, "left"`,
);

/** Never exceeds a new window's maximum. */
const giveBackStatement = statement(
  'limits_give_back',
  `update rate_limits set "left" = least("left" + points, most)
  from (
    select rate_limits.key, given.points, given.most from rate_limits
    join ${givenRows('$1')} on given.key = rate_limits.key, ${WITHOUT_WAITING}
    order by rate_limits.key for update of rate_limits
  ) as locked
  where rate_limits.key = locked.key`,
);

/** `ends_at` is the time from which the next turn is free; a row that is missing or over is free now. */
const turnStatement = statement<{ waitMs: number }>(
  'limits_turn',
  `insert into rate_limits as turns (key, "left", ends_at)
  select $1::text, 0, clock_timestamp() + make_interval(secs => $2::float8) from ${WITHOUT_WAITING}
  on conflict (key) do update set ends_at = greatest(turns.ends_at, clock_timestamp()) + make_interval(secs => $2::float8)
  returning (extract(epoch from ends_at - make_interval(secs => $2::float8) - clock_timestamp()) * 1000)::float8 as "waitMs"`,
);

/** Keys are e-mail and network addresses: only their hash is stored. */
function hashed(name: string, key: string): string {
  return `${name}:${hash('sha256', key, 'base64url')}`;
}
