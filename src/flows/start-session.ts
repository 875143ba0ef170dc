import type { Tx } from '../db/database.ts';
import type { Account, IdentityModule, Session, SignInProvider } from '../modules/identity/identity.ts';
import type { AccountMailQueue } from '../modules/notifications/notifications.ts';

/**
 * Where a call of the identity wire came from. `deviceSecret` is the browser's cookie, or the one it is about to get; null
 * for a caller that keeps none. `isReturning`: the browser sent it, so that it may be known to an account.
 */
export type Caller = { address: string; device: string; deviceSecret: string | null; isReturning: boolean };

/** A sign-in. `isNew`: the account was made by this very call. */
export type SignInFacts = {
  provider: SignInProvider;
  isNew: boolean;
  caller: Caller;
  claims?: Record<string, unknown> | null;
};

export type StartSession = (
  tx: Tx,
  account: Account,
  facts: SignInFacts,
) => Promise<{ session: Session; refreshToken: string }>;

/** Opens the session of every real sign-in, whatever proved it, and tells the owner by mail about a browser that the account has never signed in from. */
export function createStartSession({
  identity,
  notifications,
}: {
  identity: IdentityModule;
  notifications: AccountMailQueue;
}): StartSession {
  return async (tx, account, facts) => {
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
  };
}

/** What the identity module is told of a sign-in. */
export function newSession({ provider, isNew, caller: { device, deviceSecret }, claims = null }: SignInFacts) {
  return { provider, device, claims, signIn: { isNew, deviceSecret } };
}
