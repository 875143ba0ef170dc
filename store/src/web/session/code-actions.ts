import { useMemo } from 'react';
import { type OpenedSession, useOpenedSession } from './opened-session.ts';
import { publishUser } from './session.ts';

/** The facts of a mailed link: the account's address after its use, and the one before. */
export type CodeFacts = { email: string | null; previousEmail: string | null };

export type CodeActions = {
  /** The facts of a mailed link's code; does not use it up. */
  inspect(code: string): Promise<CodeFacts>;
  /**
   * Redeems the code of a link that verifies, changes or restores an address; the signed-in session updates at once.
   */
  apply(code: string): Promise<void>;
  /** Redeems the code of a link for a new password. */
  resetPassword(code: string, password: string): Promise<void>;
};

/** Actions of mailed links. Each rejects with the SDK's error: see `authErrorMessage`. */
export function useCodeActions(): CodeActions {
  const session = useOpenedSession();
  return useMemo(() => createCodeActions(session), [session]);
}

function createCodeActions({ open, withUser }: OpenedSession): CodeActions {
  return {
    async inspect(code) {
      const { sdk, auth } = await open();
      const { email, previousEmail } = (await sdk.checkActionCode(auth, code)).data;
      return { email: email ?? null, previousEmail: previousEmail ?? null };
    },
    async apply(code) {
      const { sdk, auth } = await open();
      await sdk.applyActionCode(auth, code);
      await withUser(async (user) => {
        await user.reload();
        await user.getIdToken(true); // its claims are outdated
        publishUser(user);
      }).catch(() => {
        // A changed address ends sessions: the SDK then signs the user out, and the page says what to do.
      });
    },
    async resetPassword(code, password) {
      const { sdk, auth } = await open();
      await sdk.confirmPasswordReset(auth, code, password);
      // The account's sessions end: a reload makes the SDK notice and sign out here, too.
      await withUser((user) => user.reload()).catch(() => {});
    },
  };
}
