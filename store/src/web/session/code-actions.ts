import type { Auth, User } from 'firebase/auth';
import { useMemo } from 'react';
import { type OpenedSession, useOpenedSession } from './opened-session.ts';
import { publishUser } from './session.ts';

/** The facts of a mailed link: the account's address after its use, and the one before. */
export type CodeFacts = { email: string | null; previousEmail: string | null };

export type CodeActions = {
  /** The facts of a mailed link's code; does not use it up. */
  inspect(code: string): Promise<CodeFacts>;
  /** Redeems the code of a link that restores an address or secures the account; the signed-in session updates at once. */
  apply(code: string): Promise<void>;
  /**
   * Redeems the code of a link that verifies or changes an address, with the token of the signed-in user: it proves that
   * the person who has the address is also the account's owner. Rejects with `auth/user-mismatch` when another account
   * is signed in. Without a user the code proves the address alone.
   */
  confirm(code: string): Promise<void>;
  /**
   * Redeems the code of a link for a new password, or of a link that verifies an address: then the new password ends
   * everything that was set before.
   */
  resetPassword(code: string, password: string): Promise<void>;
};

/** Actions of mailed links. Each rejects with the SDK's error: see `authErrorMessage`. */
export function useCodeActions(): CodeActions {
  const session = useOpenedSession();
  return useMemo(() => createCodeActions(session), [session]);
}

function createCodeActions({ isHosted, open, withUser }: OpenedSession): CodeActions {
  /** Reads the account again after a change; its claims are outdated. */
  const update = () =>
    withUser(async (user) => {
      await user.reload();
      await user.getIdToken(true);
      publishUser(user);
    }).catch(() => {
      // A changed address ends sessions: the SDK then signs the user out, and the page says what to do.
    });

  return {
    async inspect(code) {
      const { sdk, auth } = await open();
      const { email, previousEmail } = (await sdk.checkActionCode(auth, code)).data;
      return { email: email ?? null, previousEmail: previousEmail ?? null };
    },
    async apply(code) {
      const { sdk, auth } = await open();
      await sdk.applyActionCode(auth, code);
      await update();
    },
    async confirm(code) {
      const { sdk, auth } = await open();
      await auth.authStateReady();
      if (isHosted || auth.currentUser === null) await sdk.applyActionCode(auth, code);
      else await redeemAs(auth.currentUser, auth, code);
      await update();
    },
    async resetPassword(code, password) {
      const { sdk, auth } = await open();
      await sdk.confirmPasswordReset(auth, code, password);
      // The account's sessions end: a reload makes the SDK notice and sign out here, too.
      await withUser((user) => user.reload()).catch(() => {});
    },
  };
}

/** The SDK's codes for refusals of a mailed code. Others keep the server's code: see `authErrorMessage`. */
const REFUSALS: Record<string, string> = {
  CREDENTIAL_MISMATCH: 'user-mismatch',
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: 'requires-recent-login',
  EMAIL_EXISTS: 'email-already-in-use',
  EXPIRED_OOB_CODE: 'expired-action-code',
  INVALID_OOB_CODE: 'invalid-action-code',
  TOKEN_EXPIRED: 'user-token-expired',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'too-many-requests',
};

/** `applyActionCode` with the user's token, which the SDK does not send (docs/identity-wire.md). */
async function redeemAs(user: User, { config }: Auth, oobCode: string): Promise<void> {
  const idToken = await user.getIdToken();
  const answer = await fetch(
    `${config.apiScheme}://${config.apiHost}/v1/accounts:update?key=${encodeURIComponent(config.apiKey)}`,
    { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ oobCode, idToken }) },
  ).catch(() => null);
  if (answer?.ok) return;
  const body = (await answer?.json().catch(() => null)) as { error?: { message?: string } } | null | undefined;
  const refusal = body?.error?.message?.split(' ')[0] ?? '';
  const code = answer === null ? 'network-request-failed' : (REFUSALS[refusal] ?? 'internal-error');
  throw Object.assign(new Error(''), { code: `auth/${code}` });
}
