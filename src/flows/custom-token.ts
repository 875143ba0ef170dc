import type { Db } from '../db/database.ts';
import { IdentityFault } from '../modules/identity/fault.ts';
import type { IdentityModule } from '../modules/identity/identity.ts';
import type { Locale } from '../shared/locale.ts';
import type { SignedIn } from './sign-up.ts';
import type { Caller, StartSession } from './start-session.ts';

export type SignInWithCustomToken = (wish: {
  token: string;
  locale: Locale;
  caller: Caller;
}) => Promise<SignedIn & { isNewUser: boolean }>;

/** Signs in whom a back end of ours vouches for; its `uid` is the account's identifier on the wire. Throws what `readCustomToken` throws, and USER_DISABLED. */
export function createSignInWithCustomToken({
  db,
  identity,
  startSession,
}: {
  db: Db;
  identity: IdentityModule;
  startSession: StartSession;
}): SignInWithCustomToken {
  return async ({ token, locale, caller }) => {
    const { uid, claims } = await identity.readCustomToken(token);
    const known = await identity.accountByLocalId(uid);
    if (known?.disabled) throw new IdentityFault('USER_DISABLED');
    const { account, session, refreshToken } = await db.transaction(async (tx) => {
      const account = known ?? (await identity.createAccount(tx, { email: null, localId: uid, locale }));
      return {
        account,
        ...(await startSession(tx, account, { provider: 'custom', isNew: known === null, caller, claims })),
      };
    });
    return {
      account,
      isNewUser: known === null,
      tokens: { ...(await identity.issueIdToken(account, session)), refreshToken },
    };
  };
}
