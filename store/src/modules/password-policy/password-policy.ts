import type { Db } from '../../db/database.ts';
import { MAX_LENGTH, type PasswordRules } from '../../shared/password-rules.ts';
import { newestPolicies, type PolicyRow } from './store.ts';

/** What holds for passwords. `rules` are those in force: unless the policy is enforced, only lengths are asked for. */
export type PasswordPolicy = {
  enforced: boolean;
  /** The flag as it was set; it has an effect only while the policy is enforced. */
  forceUpgrade: boolean;
  rules: PasswordRules;
};

export type PasswordPolicies = {
  /** The policy in force, at most `LOOK_AGAIN_MS` old. */
  current(): Promise<PasswordPolicy>;
};

/** How long a process may answer from memory before it looks whether another policy was set. */
const LOOK_AGAIN_MS = 1_000;

/** What the hosted service counts as non-alphanumeric. */
const SYMBOLS = '^$*.[]{}()?"!@#%&/\\,><\':;|_~';

/** Asks for nothing but this length: what holds until a policy is set. */
export const lengthOnly = (minLength: number): PasswordRules => ({
  minLength,
  maxLength: MAX_LENGTH,
  lower: false,
  upper: false,
  digit: false,
  symbol: false,
  symbols: SYMBOLS,
});

/** The password policy as all who check passwords see it; `desk.ts` sets it. `now` is a clock in milliseconds, for tests. */
export function createPasswordPolicies(ports: {
  db: Db;
  /** Holds until a policy is set. */
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
