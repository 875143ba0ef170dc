import type { Db, Tx } from '../db/database.ts';
import type { Limits } from '../db/limits.ts';
import type { IdentityModule } from '../modules/identity/identity.ts';
import type { Locale } from '../shared/locale.ts';

/** What the notifications module does for us: stores the mail and its job with the caller's transaction. The code is made when the mail is rendered. */
export type VerifyMailQueue = {
  queueVerifyEmail(tx: Tx, mail: { accountId: string; to: string; locale: Locale }): Promise<void>;
};

export type RequestVerifyEmail = (wish: { idToken: string; locale: Locale }) => Promise<{ email: string | null }>;

/**
 * Mails the link that proves the address of whoever the token speaks for; nothing is sent once it is proven.
 * Throws IdentityFault INVALID_ID_TOKEN, TOKEN_EXPIRED …, AppError `too-many-requests`.
 */
export function createRequestVerifyEmail(ports: { db: Db; identity: IdentityModule; limits: Limits; notifications: VerifyMailQueue }): RequestVerifyEmail {
  const { db, identity, limits, notifications } = ports;
  return async ({ idToken, locale }) => {
    const { account } = await identity.accountOfIdToken(idToken);
    const { id: accountId, email } = account;
    if (email !== null && !account.emailVerified) {
      await limits.consume('verify-mails-per-account', accountId);
      await db.transaction((tx) => notifications.queueVerifyEmail(tx, { accountId, to: email, locale }));
    }
    return { email };
  };
}
