import { sql } from 'drizzle-orm';
import { hash } from 'node:crypto';
import { AppError, codeOf } from '../shared/errors.ts';
import { networkOf } from '../shared/network.ts';
import { type Db, statement } from './database.ts';
import { deleteRows } from './delete-rows.ts';
import { rateLimits } from './limits-schema.ts';

/** The points of a key in a window that starts with its first point. */
export type LimitRule = { points: number; seconds: number };

export type LimitName =
  | 'sign-ups-per-address'
  | 'wrong-passwords-per-account'
  | 'wrong-passwords-per-device'
  | 'wrong-passwords-per-address'
  | 'wrong-password-events'
  | 'blocked-sign-in-events'
  | 'verify-mails-per-account'
  | 'link-mails-per-address'
  | 'link-mails-per-email'
  | 'code-tries-per-address'
  | 'texts-per-address'
  | 'text-pause-per-number'
  | 'texts-per-number'
  | 'texts-per-number-and-day'
  | 'texts-per-prefix'
  | 'texts-per-country'
  | 'texts-per-day'
  | 'wrong-text-codes-per-address'
  | 'wrong-codes-per-account'
  | 'popups-per-address'
  | 'challenges-per-address'
  | 'passkey-ceremonies-per-address'
  | 'passkey-failures-per-address'
  | 'orders-per-address'
  | 'orders-per-email'
  | 'photos-per-account'
  | 'photos-per-address'
  | 'resends-per-order'
  | 'order-links-per-order'
  | 'order-links-per-address'
  | 'tickets-per-address'
  | 'tickets-per-email'
  | 'mails-per-ticket'
  | 'attachment-notes-per-ticket'
  | 'payments-per-order'
  | 'payments-per-address';

/** The limits of the configuration (`config.limits`). */
export type LimitSettings = {
  signUpsPerHour: number;
  wrongPasswordsPerAccount: number;
  wrongPasswordsPerAddress: number;
  wrongPasswordWindowSeconds: number;
  verifyMailsPerHour: number;
  popupsPerAddressPerHour: number;
  challengesPerAddressPerHour: number;
  passkeyCeremoniesPerAddressPerHour: number;
  passkeyFailuresPerAddress: number;
  linkMailsPerAddress: number;
  linkMailsPerEmail: number;
  codeTriesPerAddress: number;
  textsPerAddressPerHour: number;
  textPauseSeconds: number;
  textsPerNumberPerHour: number;
  textsPerNumberPerDay: number;
  textsPerPrefixPerDay: number;
  textsPerCountryPerDay: number;
  textsPerDay: number;
  wrongTextCodesPerAddress: number;
  wrongCodesPerAccount: number;
  ordersPerAddressPerHour: number;
  ordersPerEmailPerHour: number;
  photosPerAccountPerHour: number;
  photosPerAddressPerHour: number;
  resendsPerOrderPerHour: number;
  orderLinksPerOrderPerHour: number;
  orderLinksPerAddressPerHour: number;
  ticketsPerAddressPerHour: number;
  ticketsPerEmailPerHour: number;
  mailsPerTicketPerHour: number;
  paymentsPerOrderPerHour: number;
  paymentsPerAddressPerHour: number;
};

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

/**
 * Counters in PostgreSQL, shared by every process, with PostgreSQL's clock. All limits of a call are consumed in one
 * statement, because every sign-in waits for it; rows are locked in the order of their keys, which prevents deadlocks.
 * Points are returned a moment later, batched over many calls, and always before this process refuses a caller. Points
 * that a crash leaves unreturned are free again at the end of the window.
 */
export function createLimits({
  db,
  limits,
  onRefused = () => undefined,
}: {
  db: Db;
  limits: LimitSettings;
  /** Called with the limit that refused a call. */
  onRefused?: (limit: LimitName) => void;
}): Limits {
  const known = rules(limits);
  const owed = new Map<string, Row>();
  let timer: NodeJS.Timeout | undefined;
  let settling: Promise<void> | undefined;

  /** The parameter of the statements. */
  function given(rows: Iterable<Row>): string {
    const ordered = [...rows].sort((a, b) => (a.key < b.key ? -1 : 1));
    return JSON.stringify(
      ordered.map(({ key, name, points, most }) => ({ key, points, most, seconds: known[name].seconds })),
    );
  }

  /** The share of the fullest row, without the points that are being returned. */
  function usedOf(rows: Row[], left: readonly Spent[]): number {
    const shares = rows.map(({ key, most }) => {
      const row = left.find((each) => each.key === key);
      return row === undefined ? 0 : (most - row.left - (owed.get(key)?.points ?? 0)) / most;
    });
    return Math.max(0, ...shares);
  }

  /** Waits until all points owed so far are returned. */
  async function settle(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const back = owed.size > 0 ? giveBackStatement(db, [given(owed.values())]) : undefined;
    owed.clear();
    // During a database outage, points become free at the end of the window. The chain drops its results, because each
    // would otherwise retain all earlier ones.
    settling = Promise.allSettled([settling, back]).then(() => undefined);
    await settling;
  }

  function giveBack(rows: Row[]): void {
    for (const row of rows) owed.set(row.key, { ...row, points: row.points + (owed.get(row.key)?.points ?? 0) });
    timer ??= setTimeout(() => void settle(), GIVE_BACK_MS).unref();
  }

  /** The rows of a limit: one for the key, or one for each network of an address. */
  function rowsOf(name: LimitName, key: string): Row[] {
    const row = (of: string, times = 1): Row => ({
      key: hashed(name, of),
      name,
      points: 1,
      most: known[name].points * times,
    });
    if (!name.endsWith('-per-address')) return [row(key)];
    const { network, wide } = networkOf(key);
    return wide === undefined ? [row(network)] : [row(network), row(wide, WIDE)];
  }

  const rowsOfAll = (wanted: Spending): Row[] =>
    Object.entries(wanted).flatMap(([name, key]) => rowsOf(name as LimitName, key));

  async function take(wanted: Spending): Promise<{ giveBack: () => void; used: number }> {
    const rows = rowsOfAll(wanted);
    for (let first = true; ; first = false) {
      const spent = await spendStatement(db, [given(rows)]);
      if (spent.length === rows.length) {
        const before = spent.map(({ key, left }) => ({ key, left: left + 1 }));
        return { giveBack: () => giveBack(rows), used: usedOf(rows, before) };
      }
      const keys = new Set(spent.map(({ key }) => key));
      giveBack(rows.filter(({ key }) => keys.has(key)));
      // Points that are being returned must not cause a refusal, so they are settled before the second try.
      if (!first) {
        const rule = rows.find(({ key }) => !keys.has(key))?.name;
        if (rule) onRefused(rule);
        throw new AppError('too-many-requests', { rule });
      }
      await settle();
    }
  }

  return {
    names: Object.keys(known) as LimitName[],
    async consume(wanted) {
      const { used } = await take(wanted);
      return { used };
    },
    async used(wanted) {
      const rows = rowsOfAll(wanted);
      const left = await leftStatement(db, [rows.map(({ key }) => key)]);
      return { used: usedOf(rows, left) };
    },
    async countFailures(wanted, codes, work) {
      const taken = await take(wanted);
      try {
        const result = await work(taken.used);
        taken.giveBack();
        return result;
      } catch (error) {
        if (!codes.has(codeOf(error))) taken.giveBack();
        throw error;
      }
    },
    async cleanUp() {
      await deleteRows(db, rateLimits, sql`${rateLimits.endsAt} < now()`);
    },
  };
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

const HOUR = 3_600;
const DAY = 24 * HOUR;

function rules(limits: LimitSettings): Record<LimitName, LimitRule> {
  const window = limits.wrongPasswordWindowSeconds;
  return {
    'sign-ups-per-address': { points: limits.signUpsPerHour, seconds: HOUR },
    'wrong-passwords-per-account': { points: limits.wrongPasswordsPerAccount, seconds: window },
    // Counts an account in a browser that signed in to it before.
    'wrong-passwords-per-device': { points: limits.wrongPasswordsPerAccount, seconds: window },
    'wrong-passwords-per-address': { points: limits.wrongPasswordsPerAddress, seconds: window },
    // How often the audit log reports guessing at an account.
    'wrong-password-events': { points: 1, seconds: window },
    // The same for sign-ins that the merchant's endpoint refused.
    'blocked-sign-in-events': { points: 1, seconds: window },
    'link-mails-per-address': { points: limits.linkMailsPerAddress, seconds: HOUR },
    'link-mails-per-email': { points: limits.linkMailsPerEmail, seconds: HOUR },
    'code-tries-per-address': { points: limits.codeTriesPerAddress, seconds: HOUR / 4 },
    'texts-per-address': { points: limits.textsPerAddressPerHour, seconds: HOUR },
    'text-pause-per-number': { points: 1, seconds: limits.textPauseSeconds },
    'texts-per-number': { points: limits.textsPerNumberPerHour, seconds: HOUR },
    'texts-per-number-and-day': { points: limits.textsPerNumberPerDay, seconds: DAY },
    // Against SMS pumping: texts to a block of numbers, or to a country, whose operator shares revenue with the caller.
    'texts-per-prefix': { points: limits.textsPerPrefixPerDay, seconds: DAY },
    'texts-per-country': { points: limits.textsPerCountryPerDay, seconds: DAY },
    'texts-per-day': { points: limits.textsPerDay, seconds: DAY },
    'wrong-text-codes-per-address': { points: limits.wrongTextCodesPerAddress, seconds: HOUR / 4 },
    // Guesses at second factors: the password is known by then, and the code is one of a million.
    'wrong-codes-per-account': { points: limits.wrongCodesPerAccount, seconds: HOUR },
    // Each popup is a row and a call to the provider; the limit is far above the needs of one household.
    'popups-per-address': { points: limits.popupsPerAddressPerHour, seconds: HOUR },
    'challenges-per-address': { points: limits.challengesPerAddressPerHour, seconds: HOUR },
    // Each ceremony is a row: a page that offers passkeys starts one by itself.
    'passkey-ceremonies-per-address': { points: limits.passkeyCeremoniesPerAddressPerHour, seconds: HOUR },
    'passkey-failures-per-address': { points: limits.passkeyFailuresPerAddress, seconds: HOUR / 4 },
    'verify-mails-per-account': { points: limits.verifyMailsPerHour, seconds: HOUR },
    'orders-per-address': { points: limits.ordersPerAddressPerHour, seconds: HOUR },
    'orders-per-email': { points: limits.ordersPerEmailPerHour, seconds: HOUR },
    // Each photo starts a process that decodes an untrusted file.
    'photos-per-account': { points: limits.photosPerAccountPerHour, seconds: HOUR },
    'photos-per-address': { points: limits.photosPerAddressPerHour, seconds: HOUR },
    'resends-per-order': { points: limits.resendsPerOrderPerHour, seconds: HOUR },
    'order-links-per-order': { points: limits.orderLinksPerOrderPerHour, seconds: HOUR },
    'order-links-per-address': { points: limits.orderLinksPerAddressPerHour, seconds: HOUR },
    'tickets-per-address': { points: limits.ticketsPerAddressPerHour, seconds: HOUR },
    'tickets-per-email': { points: limits.ticketsPerEmailPerHour, seconds: HOUR },
    // Each mail starts a process that parses untrusted input, and sends a mail to the other side.
    'mails-per-ticket': { points: limits.mailsPerTicketPerHour, seconds: HOUR },
    'attachment-notes-per-ticket': { points: 10, seconds: DAY },
    'payments-per-order': { points: limits.paymentsPerOrderPerHour, seconds: HOUR },
    'payments-per-address': { points: limits.paymentsPerAddressPerHour, seconds: HOUR },
  };
}

/** Keys are e-mail and network addresses: only their hash is stored. */
function hashed(name: string, key: string): string {
  return `${name}:${hash('sha256', key, 'base64url')}`;
}
