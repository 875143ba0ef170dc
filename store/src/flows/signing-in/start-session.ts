import type { Db, Tx } from '../../db/database.ts';
import {
  type Account,
  type IdentityModule,
  needsSecondFactor,
  type ProvedFactor,
  type Session,
  type TokenSet,
} from '../../modules/identity/identity.ts';
import type { AccountMailQueue } from '../../modules/notifications/notifications.ts';
import { SecondFactorError } from '../../modules/second-factors/error.ts';
import type { SecondFactors } from '../../modules/second-factors/second-factors.ts';
import type { Admission, SignInTx } from './admission.ts';
import type { SignInFacts } from './sign-in-facts.ts';

/** A sign-in that waits for its second step: the credential is valid for that step only. */
export type Pending = { pendingCredential: string };

/** An open session, or a sign-in that waits for its second step. */
export type Started = OpenedSession | Pending;
type OpenedSession = { session: Session; refreshToken: string };

/**
 * Sign-ins that need no second factor: a new account has none; the signer of a custom token vouches for both factors,
 * as at the hosted service; a phone number cannot open an account that has second factors.
 */
type NeedsOneFactor = { isNew: true } | { provider: 'custom' | 'phone' } | { secondFactor: ProvedFactor };

/** What a sign-in answers. */
export type SignInAnswer = TokenSet | Pending;

export type StartSession = {
  (tx: SignInTx, account: Account, facts: SignInFacts & NeedsOneFactor): Promise<OpenedSession>;
  (tx: SignInTx, account: Account, facts: SignInFacts): Promise<Started>;
};

type Ports = {
  admission: Pick<Admission, 'require'>;
  identity: IdentityModule;
  secondFactors: Pick<SecondFactors, 'createPending'>;
  notifications: AccountMailQueue;
};

/**
 * Every sign-in method ends here. An account with second factors gets a pending credential, and nothing else happens
 * until one of them is proved. Otherwise the merchant's endpoint is asked (admission.ts) and the session opens. The
 * owner gets a mail about a browser that has never signed in to the account before. Throws SecondFactorError
 * UNSUPPORTED_FIRST_FACTOR.
 */
export function createStartSession({ admission, identity, secondFactors, notifications }: Ports): StartSession {
  async function open(tx: SignInTx, account: Account, facts: SignInFacts) {
    admission.require(tx, account, facts);
    const opened = await identity.openSession(tx, account, newSession(facts));
    if (!opened.knewDevice && !facts.isNew && account.email !== null) {
      const detail = { device: facts.caller.device, at: opened.session.createdAt.toISOString() };
      await notifications.queueAccountMail(tx, {
        kind: 'new-device',
        accountId: account.id,
        to: account.email,
        locale: account.locale,
        detail,
      });
    }
    return opened;
  }

  return (async (tx, account, facts) => {
    const pending = await askForFactor(secondFactors, tx, account, facts);
    return pending ?? open(tx, account, facts);
  }) as StartSession;
}

/** The credential for the second step; null when the sign-in needs none. */
export async function askForFactor(
  secondFactors: Pick<SecondFactors, 'createPending'>,
  tx: Tx | Db,
  account: Account,
  { provider, secondFactor }: Pick<SignInFacts, 'provider' | 'secondFactor'>,
): Promise<Pending | null> {
  if (!needsSecondFactor(account, { provider, secondFactor })) return null;
  if (provider === 'phone')
    throw new SecondFactorError('UNSUPPORTED_FIRST_FACTOR', 'A phone number opens no account that has second factors.');
  return { pendingCredential: await secondFactors.createPending(tx, account, provider) };
}

/** Creates the tokens of an opened session. */
export async function answerOf(identity: IdentityModule, account: Account, started: OpenedSession): Promise<TokenSet>;
export async function answerOf(identity: IdentityModule, account: Account, started: Started): Promise<SignInAnswer>;
export async function answerOf(identity: IdentityModule, account: Account, started: Started): Promise<SignInAnswer> {
  if ('pendingCredential' in started) return started;
  const { session, refreshToken } = started;
  return { ...(await identity.issueIdToken(account, session)), refreshToken };
}

/** The start time of the session: of the open one, or of the one that the second step will open. */
export function sessionStartOf(started: Started): Date {
  return 'session' in started ? started.session.createdAt : new Date();
}

/** Converts the facts of a sign-in to the input of the identity module. */
export function newSession({ provider, isNew, caller, claims = null, secondFactor }: SignInFacts) {
  const { device, deviceSecret } = caller;
  return { provider, device, claims, secondFactor, signIn: { isNew, deviceSecret } };
}
