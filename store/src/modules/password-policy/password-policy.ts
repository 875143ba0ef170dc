import type { Db } from '../../db/database.ts';
import { MAX_LENGTH, type PasswordRules } from '../../shared/password-rules.ts';
import { newestPolicies, type PolicyRow } from './store.ts';

/** The password policy. `rules` are those in effect: unless the policy is enforced, only lengths. */
export type PasswordPolicy = {
  enforced: boolean;
  /** The stored flag; it has an effect only while the policy is enforced. */
  forceUpgrade: boolean;
  rules: PasswordRules;
};

export type PasswordPolicies = {
  /** The current policy, at most `LOOK_AGAIN_MS` old. */
  current(): Promise<PasswordPolicy>;
};

/** How long a process answers from memory before it looks for a newer policy. */
export const LOOK_AGAIN_MS = 1_000;

/** The hosted service's set of non-alphanumeric characters. */
const SYMBOLS = '^$*.[]{}()?"!@#%&/\\,><\':;|_~';

/** Rules with only this minimum length: the default until a policy is set. */
export const lengthOnly = (minLength: number): PasswordRules => ({
  minLength,
  maxLength: MAX_LENGTH,
  lower: false,
  upper: false,
  digit: false,
  symbol: false,
  symbols: SYMBOLS,
});

/** Read access to the password policy; `desk.ts` changes it. `now` is a clock in milliseconds, for tests. */
export function createPasswordPolicies(ports: {
  db: Db;
  /** The minimum length until a policy is set. */
  minLength: number;
  now?: () => number;
}): PasswordPolicies {
  const { db, minLength, now = Date.now } = ports;
  let kept: { policy: PasswordPolicy; lookedAt: number } | undefined;
  let reading: Promise<PasswordPolicy> | undefined;

  const byDefault: PasswordPolicy = { enforced: false, forceUpgrade: false, rules: lengthOnly(minLength) };

  async function read(): Promise<PasswordPolicy> {
    const lookedAt = now();
    const [newest] = await newestPolicies(db, 1);
    const policy = newest ? inForce(newest) : byDefault;
    kept = { policy, lookedAt };
    return policy;
  }

  return {
    async current() {
      if (kept !== undefined && now() - kept.lookedAt < LOOK_AGAIN_MS) return kept.policy;
      reading ??= read().finally(() => {
        reading = undefined;
      });
      return reading;
    },
  };
}

function inForce({ rules, enforced, forceUpgrade }: PolicyRow): PasswordPolicy {
  const lengths = { ...rules, lower: false, upper: false, digit: false, symbol: false };
  return { enforced, forceUpgrade, rules: enforced ? rules : lengths };
}
