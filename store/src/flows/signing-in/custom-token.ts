import { IdentityError } from '../../modules/identity/error.ts';
import type { IdentityModule } from '../../modules/identity/identity.ts';
import type { Passkeys } from '../../modules/passkeys/passkeys.ts';
import type { Locale } from '../../shared/locale.ts';
import type { Admission } from './admission.ts';
import type { SignedIn } from './sign-up.ts';
import type { Caller } from './sign-in-facts.ts';
import type { StartSession } from './start-session.ts';

export type SignInWithCustomToken = (request: {
  token: string;
  locale: Locale;
  caller: Caller;
}) => Promise<SignedIn & { isNewUser: boolean }>;

/**
 * Signs in with a token of a trusted back end; its `uid` is the account's identifier on the wire. The token at the end
 * of a passkey ceremony also comes this way, even when custom tokens are disabled. Throws what `readCustomToken`
 * throws, and USER_DISABLED.
 */
export function createSignInWithCustomToken({
  admission,
  identity,
  passkeys,
  startSession,
}: {
  admission: Pick<Admission, 'transaction'>;
  identity: IdentityModule;
  passkeys: Pick<Passkeys, 'isToken' | 'takeToken'>;
  startSession: StartSession;
}): SignInWithCustomToken {
  /** A passkey is a device that the user has, unlocked by biometrics or a PIN: it counts as both factors. */
  async function withPasskey(token: string, caller: Caller): Promise<SignedIn> {
    const { account, session, refreshToken } = await admission.transaction(async (tx) => {
      const passkey = await passkeys.takeToken(tx, token);
      if (!passkey) throw new IdentityError('INVALID_CUSTOM_TOKEN');
      const account = await identity.lockAccount(tx, passkey.accountId);
      const secondFactor = { kind: 'passkey' as const, id: passkey.id };
      return {
        account,
        ...(await startSession(tx, account, { provider: 'custom', isNew: false, caller, secondFactor })),
      };
    });
    return { account, tokens: { ...(await identity.issueIdToken(account, session)), refreshToken } };
  }

  return async ({ token, locale, caller }) => {
    if (passkeys.isToken(token)) return { ...(await withPasskey(token, caller)), isNewUser: false };
    const { uid, claims } = await identity.readCustomToken(token);
    const known = await identity.accountByLocalId(uid);
    if (known?.disabled) throw new IdentityError('USER_DISABLED');
    const { account, session, refreshToken } = await admission.transaction(async (tx) => {
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
