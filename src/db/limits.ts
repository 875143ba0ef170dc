import { createHash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import { AppError } from '../shared/errors.ts';

/** How many points a key may spend in a window that starts with its first point. */
export type LimitRule = { points: number; seconds: number };

export type LimitName =
  | 'sign-ups-per-address'
  | 'wrong-passwords-per-account'
  | 'wrong-passwords-per-address'
  | 'wrong-password-events'
  | 'verify-mails-per-account'
  | 'link-mails-per-address'
  | 'link-mails-per-email'
  | 'code-tries-per-address'
  | 'popups-per-address'
  | 'orders-per-address'
  | 'orders-per-email'
  | 'resends-per-order';

/** The limits of the configuration (`config.limits`). */
export type LimitSettings = {
  signUpsPerHour: number;
  wrongPasswordsPerAccount: number;
  wrongPasswordsPerAddress: number;
  wrongPasswordWindowSeconds: number;
  verifyMailsPerHour: number;
  popupsPerAddressPerHour: number;
  linkMailsPerAddress: number;
  linkMailsPerEmail: number;
  codeTriesPerAddress: number;
  ordersPerAddressPerHour: number;
  ordersPerEmailPerHour: number;
  resendsPerOrderPerHour: number;
};

export type Limits = {
  /** Spends points (one by default) of `key`. Throws AppError `too-many-requests`, and spends nothing, when that is more than the rule allows. */
  consume(name: LimitName, key: string, points?: number): Promise<void>;
  /** Gives points back: for limits that count failures only, which are spent before the outcome is known. */
  giveBack(name: LimitName, key: string, points?: number): Promise<void>;
};

/**
 * Counters in PostgreSQL, shared by every process; while the database is away each process counts in its own memory.
 * A point is spent in one statement before the work starts, so parallel requests can't slip past together.
 */
export function createLimits({ pool, limits }: { pool: pg.Pool; limits: LimitSettings }): Limits {
  const limiters = Object.fromEntries(
    Object.entries(rules(limits)).map(([name, { points, seconds }]) => [
      name,
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        keyPrefix: name,
        points,
        duration: seconds,
        insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }),
      }),
    ]),
  ) as Record<LimitName, RateLimiterPostgres>;

  return {
    async consume(name, key, points = 1) {
      try {
        await limiters[name].consume(hashed(key), points);
      } catch (refusal) {
        // The limiter rejects with its counters, and with an Error only when the insurance failed as well.
        if (refusal instanceof Error) throw new AppError('unavailable', { cause: refusal });
        // A refused attempt did not happen: it must not use up what attempts beside it may give back.
        await limiters[name].reward(hashed(key), points);
        throw new AppError('too-many-requests', { rule: name });
      }
    },
    async giveBack(name, key, points = 1) {
      await limiters[name].reward(hashed(key), points);
    },
  };
}

const HOUR = 3_600;

function rules(limits: LimitSettings): Record<LimitName, LimitRule> {
  const window = limits.wrongPasswordWindowSeconds;
  return {
    'sign-ups-per-address': { points: limits.signUpsPerHour, seconds: HOUR },
    'wrong-passwords-per-account': { points: limits.wrongPasswordsPerAccount, seconds: window },
    'wrong-passwords-per-address': { points: limits.wrongPasswordsPerAddress, seconds: window },
    // How often the audit log says that somebody guesses at an account.
    'wrong-password-events': { points: 1, seconds: window },
    'link-mails-per-address': { points: limits.linkMailsPerAddress, seconds: HOUR },
    'link-mails-per-email': { points: limits.linkMailsPerEmail, seconds: HOUR },
    'code-tries-per-address': { points: limits.codeTriesPerAddress, seconds: HOUR / 4 },
    // A row each, and a call to the provider: far above what people in one house need.
    'popups-per-address': { points: limits.popupsPerAddressPerHour, seconds: HOUR },
    'verify-mails-per-account': { points: limits.verifyMailsPerHour, seconds: HOUR },
    'orders-per-address': { points: limits.ordersPerAddressPerHour, seconds: HOUR },
    'orders-per-email': { points: limits.ordersPerEmailPerHour, seconds: HOUR },
    'resends-per-order': { points: limits.resendsPerOrderPerHour, seconds: HOUR },
  };
}

/** Keys are e-mail and network addresses: only their hash is stored. */
function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
