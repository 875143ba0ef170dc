import type { Db } from '../../../db/database.ts';
import { hashSecret, newSecret } from '../../../db/vault.ts';
import { IdentityError } from '../error.ts';
import * as store from './cookie-store.ts';
import * as sessionStore from './store.ts';
import type { Account, Session, SessionCookies } from '../types.ts';

/** The maximum age of an ID token for a cookie: the SDK's constant of token sync. */
const MAX_TOKEN_AGE_SECONDS = 300;
/** Lifetime of a cookie after the last renewal. */
const COOKIE_DAYS = 14;
/** Tabs that open concurrently get one each; the browser keeps the last. */
const MAX_PER_SESSION = 5;

/**
 * Cookies of token sync: they tell the server the account before the SDK has loaded. A cookie belongs to a session and
 * ends with it, with the account's next change of password or address, and with a sign-out of its browser.
 */
export function createSessionCookies(ports: {
  db: Db;
  isTooOld: (session: Session) => boolean;
  clock: () => Date;
}): SessionCookies & { cleanUp(): Promise<void> } {
  const { db, isTooOld, clock } = ports;

  const isOver = (account: Account, session: Session, since: Date) =>
    account.disabled || since < account.validSince || isTooOld(session);

  return {
    seconds: COOKIE_DAYS * 86_400,

    async grant({ session, issuedAt }, held) {
      const now = clock();
      if (now.getTime() - issuedAt.getTime() > MAX_TOKEN_AGE_SECONDS * 1000) throw new IdentityError('TOKEN_EXPIRED');
      const expiresAt = new Date(now.getTime() + COOKIE_DAYS * 86_400_000);
      if (held !== null) {
        const hash = hashSecret(held);
        if (await store.extendCookie(db, { hash, sessionId: session.id, expiresAt }, now)) return held;
        // The cookie belongs to another account that was signed in here.
        await store.deleteCookie(db, hash);
      }
      const { secret, hash } = newSecret();
      await store.insertCookie(db, { hash, sessionId: session.id, createdAt: now, expiresAt });
      await store.deleteOlderCookies(db, session.id, MAX_PER_SESSION);
      return secret;
    },

    async holder(secret) {
      const cookie = await store.findCookie(db, hashSecret(secret), clock());
      if (!cookie) return null;
      const { account, found } = (await sessionStore.accountOfSession(db, cookie.sessionId)) ?? {};
      if (!account || !found || found.revokedAt !== null) return null;
      if (isOver(account, found.session, cookie.createdAt)) return null;
      return { accountId: account.id, sessionStartedAt: found.session.createdAt };
    },

    end: (secret) => store.deleteCookie(db, hashSecret(secret)),
    cleanUp: () => store.deleteOldCookies(db, clock()),
  };
}
