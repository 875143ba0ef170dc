import { setTimeout as pause } from 'node:timers/promises';
import { type Db, type Queryable, transact } from '../../db/database.ts';
import { MAX_LENGTH, type PasswordRules } from '../../shared/password-rules.ts';
import { LOOK_AGAIN_MS, lengthOnly } from './password-policy.ts';
import { awaitTurn, insertPolicy, newestPolicies, type PolicyRow } from './store.ts';
import { CodedError } from '../../shared/errors.ts';

/** A policy in the wire's terms. */
export type PolicySettings = {
  minPasswordLength: number;
  maxPasswordLength: number;
  containsLowercaseCharacter: boolean;
  containsUppercaseCharacter: boolean;
  containsNumericCharacter: boolean;
  containsNonAlphanumericCharacter: boolean;
  allowedNonAlphanumericCharacters: string;
  enforcementState: 'OFF' | 'ENFORCE';
  forceUpgradeOnSignin: boolean;
};

/** A stored policy: its author, time and settings. */
export type SetPolicy = { version: number; by: string; at: Date; settings: PolicySettings };

/** An invalid setting; the message names the field and the rule. */
export class PolicyError extends CodedError<'password-policy-error'> {
  override readonly name = 'PolicyError';
  readonly field: string;

  constructor(field: string, rule: string) {
    super('password-policy-error', `${field}: ${rule}`);
    this.field = field;
  }
}

/** The maximum number of policies that `history` returns. */
const HISTORY = 50;
/** Timers of two processes differ by some milliseconds. */
const TIMER_MS = 50;
/** The highest minimum length that the hosted service accepts. */
const MAX_MIN_LENGTH = 30;

export type PolicyDesk = ReturnType<typeof createPolicyDesk>;

/** Sets the password policy. Every process applies it within a second. */
export function createPolicyDesk({ db, clock = () => new Date() }: { db: Db; clock?: () => Date }) {
  return {
    /** The current policy; null while none was set. */
    async current(from: Queryable = db): Promise<SetPolicy | null> {
      const [newest] = await newestPolicies(from, 1);
      return newest ? toSetPolicy(newest) : null;
    },

    /** Waits for changes in progress. */
    lock: awaitTurn,

    /** Resolves when every process applies the policy that is stored now. */
    appliedEverywhere: (): Promise<void> => pause(LOOK_AGAIN_MS + TIMER_MS),

    /**
     * Changes these settings and keeps the others. Throws `PolicyError`. Concurrent changes run one after the other.
     */
    async set(
      change: Partial<PolicySettings>,
      { by, dryRun = false }: { by: string; dryRun?: boolean },
      from: Queryable = db,
    ) {
      return transact(from, async (tx): Promise<SetPolicy> => {
        await awaitTurn(tx);
        const [newest] = await newestPolicies(tx, 1);
        if (!newest && change.minPasswordLength === undefined)
          throw new PolicyError(
            'minPasswordLength',
            'must be named with the first policy, which takes the place of IDENTITY_MIN_PASSWORD_LENGTH',
          );
        const settings = { ...(newest ? settingsOf(newest) : DEFAULTS), ...change };
        check(settings);
        const row = { ...rowOf(settings), version: (newest?.version ?? 0) + 1, by, at: clock() };
        if (!dryRun) await insertPolicy(tx, row);
        return toSetPolicy(row);
      });
    },

    /** The stored policies, newest first. */
    history: async (): Promise<SetPolicy[]> => (await newestPolicies(db, HISTORY)).map(toSetPolicy),
  };
}

/** Parses `name=value` words. Throws `PolicyError` for an unknown or repeated name or a value of the wrong type. */
export function parseSettings(words: readonly string[]): Partial<PolicySettings> {
  const settings: Record<string, unknown> = {};
  for (const word of words) {
    const [, name = word, value] = /^([^=]*)=(.*)$/s.exec(word) ?? [];
    if (!Object.hasOwn(PARSERS, name))
      throw new PolicyError(name, `is not one of the settings: ${Object.keys(PARSERS).join(', ')}`);
    if (value === undefined) throw new PolicyError(name, `needs a value, such as ${name}=${EXAMPLES[name as Name]}`);
    if (name in settings) throw new PolicyError(name, 'is named twice');
    settings[name] = PARSERS[name as Name](value, name);
  }
  return settings;
}

type Name = keyof PolicySettings;

const DEFAULTS = settingsOf({ rules: lengthOnly(6), enforced: false, forceUpgrade: false });

function check({ minPasswordLength: min, maxPasswordLength: max, ...settings }: PolicySettings): void {
  if (!isWhole(min, 6, MAX_MIN_LENGTH))
    throw new PolicyError('minPasswordLength', `must be a whole number from 6 to ${MAX_MIN_LENGTH}`);
  if (!isWhole(max, min, MAX_LENGTH))
    throw new PolicyError(
      'maxPasswordLength',
      `must be a whole number from minPasswordLength (${min}) to ${MAX_LENGTH}`,
    );
  const symbols = settings.allowedNonAlphanumericCharacters;
  // One UTF-16 unit each, because the SDK compares units; and only characters that every keyboard has.
  if (!/^[!-/:-@[-`{-~]*$/.test(symbols) || new Set(symbols).size !== symbols.length)
    throw new PolicyError('allowedNonAlphanumericCharacters', 'must be punctuation of ASCII, each character once');
  if (settings.containsNonAlphanumericCharacter && symbols === '')
    throw new PolicyError(
      'allowedNonAlphanumericCharacters',
      'must hold a character while containsNonAlphanumericCharacter is true',
    );
}

const isWhole = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most;

const number = (value: string, name: string) => {
  if (!/^\d+$/.test(value)) throw new PolicyError(name, 'must be a whole number');
  return Number(value);
};
const flag = (value: string, name: string) => {
  if (value !== 'true' && value !== 'false') throw new PolicyError(name, 'must be true or false');
  return value === 'true';
};

const PARSERS: { [N in Name]: (value: string, name: string) => PolicySettings[N] } = {
  minPasswordLength: number,
  maxPasswordLength: number,
  containsLowercaseCharacter: flag,
  containsUppercaseCharacter: flag,
  containsNumericCharacter: flag,
  containsNonAlphanumericCharacter: flag,
  allowedNonAlphanumericCharacters: (value) => value,
  enforcementState(value, name) {
    if (value !== 'OFF' && value !== 'ENFORCE') throw new PolicyError(name, 'must be OFF or ENFORCE');
    return value;
  },
  forceUpgradeOnSignin: flag,
};

const EXAMPLES: Record<Name, string> = {
  minPasswordLength: '8',
  maxPasswordLength: '64',
  containsLowercaseCharacter: 'true',
  containsUppercaseCharacter: 'true',
  containsNumericCharacter: 'true',
  containsNonAlphanumericCharacter: 'true',
  allowedNonAlphanumericCharacters: "'!?#'",
  enforcementState: 'ENFORCE',
  forceUpgradeOnSignin: 'true',
};

type Stored = Pick<PolicyRow, 'rules' | 'enforced' | 'forceUpgrade'>;

function settingsOf({ rules, enforced, forceUpgrade }: Stored): PolicySettings {
  return {
    minPasswordLength: rules.minLength,
    maxPasswordLength: rules.maxLength,
    containsLowercaseCharacter: rules.lower,
    containsUppercaseCharacter: rules.upper,
    containsNumericCharacter: rules.digit,
    containsNonAlphanumericCharacter: rules.symbol,
    allowedNonAlphanumericCharacters: rules.symbols,
    enforcementState: enforced ? 'ENFORCE' : 'OFF',
    forceUpgradeOnSignin: forceUpgrade,
  };
}

function rowOf(settings: PolicySettings): Stored {
  const rules: PasswordRules = {
    minLength: settings.minPasswordLength,
    maxLength: settings.maxPasswordLength,
    lower: settings.containsLowercaseCharacter,
    upper: settings.containsUppercaseCharacter,
    digit: settings.containsNumericCharacter,
    symbol: settings.containsNonAlphanumericCharacter,
    symbols: settings.allowedNonAlphanumericCharacters,
  };
  return { rules, enforced: settings.enforcementState === 'ENFORCE', forceUpgrade: settings.forceUpgradeOnSignin };
}

function toSetPolicy({ version, by, at, ...stored }: PolicyRow): SetPolicy {
  return { version, by, at, settings: settingsOf(stored) };
}
