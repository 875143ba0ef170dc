import type { Db, Tx } from '../../db/database.ts';
import type { Limits } from '../../db/limits.ts';
import type { BlockingHook, BlockingQuestion } from '../../modules/identity/blocking-hook.ts';
import { IdentityError } from '../../modules/identity/error.ts';
import type { Account, IdentityModule } from '../../modules/identity/identity.ts';
import type { SignInFacts } from './sign-in-facts.ts';

/** The endpoint that may refuse a sign-up or sign-in, and whether sign-ins continue when it fails. */
export type Blocking = { hook: BlockingHook; onFailure: 'closed' | 'open' };

declare const ADMITS: unique symbol;

/** A transaction in which a session may open. Only `Admission.transaction` begins one. */
export type SignInTx = Tx & { readonly [ADMITS]: true };

export type Admission = {
  /** Runs a sign-in. When it needs the endpoint's decision, it is rolled back and run again with it. */
  transaction<T>(work: (tx: SignInTx) => Promise<T>): Promise<T>;
  /** True when an endpoint is configured. */
  isOn: boolean;
  /** Called before a session opens. */
  require(tx: SignInTx, account: Account, facts: SignInFacts): void;
};

type Ports = {
  db: Db;
  identity: Pick<IdentityModule, 'securityEvent'>;
  limits: Limits;
  log: { warn(fields: object, message: string): void };
  /** Undefined: every sign-in is admitted. */
  blocking?: Blocking;
};

/** Rolls a transaction back until the endpoint has decided. */
class AdmissionNeeded extends Error {
  readonly account: Account;
  readonly facts: SignInFacts;

  constructor(account: Account, facts: SignInFacts) {
    super('the merchant must be asked first');
    this.account = account;
    this.facts = facts;
  }
}

/** When the account of a sign-up is created concurrently, the endpoint is asked again, about a sign-in. */
const TRIES = 3;

/**
 * Lets a merchant's endpoint refuse a sign-up or sign-in, for every sign-in method. The endpoint may take seconds, so
 * it is asked between two runs of the transaction, never inside one. The first run determines the account and is rolled
 * back; the second one opens the session. Throws IdentityError LOGIN_BLOCKED, or BLOCKING_FUNCTION_ERROR_RESPONSE when
 * the endpoint fails and `onFailure` is `closed`.
 */
export function createAdmission({ db, identity, limits, log, blocking }: Ports): Admission {
  if (!blocking)
    return {
      transaction: (work) => db.transaction((tx) => work(tx as SignInTx)),
      isOn: false,
      require: () => undefined,
    };
  const { hook, onFailure } = blocking;
  /** The key of the admitted sign-in, for each transaction. */
  const admitted = new WeakMap<Tx, string>();

  async function ask({ account, facts }: AdmissionNeeded): Promise<void> {
    let answer;
    try {
      answer = await hook(questionOf(account, facts));
    } catch (error) {
      log.warn({ err: error, onFailure }, 'the blocking endpoint did not answer as documented');
      if (onFailure === 'open') return;
      throw new IdentityError('BLOCKING_FUNCTION_ERROR_RESPONSE', 'The blocking endpoint did not answer.');
    }
    if (answer.allow) return;
    await note(account, facts, answer.reason ?? null);
    throw new IdentityError('LOGIN_BLOCKED');
  }

  /** One audit line for each window of refusals, not for each refusal. */
  async function note(account: Account, facts: SignInFacts, reason: string | null): Promise<void> {
    try {
      await limits.consume({ 'blocked-sign-in-events': facts.isNew ? facts.caller.address : account.id });
    } catch {
      return;
    }
    const { provider, isNew } = facts;
    await identity.securityEvent(null, isNew ? null : account.id, 'sign-in-blocked', { provider, isNew, reason });
  }

  return {
    async transaction(work) {
      let admittedKey: string | undefined;
      for (let left = TRIES; ; left--) {
        try {
          return await db.transaction((tx) => {
            if (admittedKey !== undefined) admitted.set(tx, admittedKey);
            return work(tx as SignInTx);
          });
        } catch (error) {
          if (!(error instanceof AdmissionNeeded) || left <= 1) throw error;
          await ask(error);
          admittedKey = keyOf(error.account, error.facts);
        }
      }
    },
    isOn: true,
    require(tx, account, facts) {
      if (admitted.get(tx) !== keyOf(account, facts)) throw new AdmissionNeeded(account, facts);
    },
  };
}

/** A new account gets another id in each run. The key consists of the facts that stay the same. */
function keyOf(account: Account, facts: SignInFacts): string {
  return JSON.stringify(questionOf(account, facts));
}

function questionOf(account: Account, { provider, isNew, caller, secondFactor }: SignInFacts): BlockingQuestion {
  const { localId, email, emailVerified, phoneNumber, displayName } = account;
  return {
    event: isNew ? 'sign-up' : 'sign-in',
    provider,
    secondFactor: secondFactor?.kind ?? null,
    account: { localId: isNew ? null : localId, email, emailVerified, phoneNumber, displayName },
    caller: { address: caller.address, device: caller.device },
  };
}
