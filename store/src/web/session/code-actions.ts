import { useMemo } from 'react';
import { type OpenedSession, useOpenedSession } from './opened-session.ts';
import { publishUser } from './session.ts';

/** What a mailed link is about: the address that the account has once the link was used, and the one before it. */
export type CodeFacts = { email: string | null; previousEmail: string | null };

export type CodeActions = {
  /** What the code of a mailed link is about; it stays usable. */
  inspect(code: string): Promise<CodeFacts>;
  /** Uses up the code of a link that verifies, changes or restores an address; whoever is signed in here sees it at once. */
  apply(code: string): Promise<void>;
  /** Uses up the code of a link for a new password. */
  resetPassword(code: string, password: string): Promise<void>;
};

/** What mailed links can do. Each rejects with the SDK's error: see `authErrorMessage`. */
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
        await user.getIdToken(true); // its claims still say what was before
        publishUser(user);
      }).catch(() => {
        // A changed address ends sessions: the SDK then signs this person out, and the page says what to do.
      });
    },
    async resetPassword(code, password) {
      const { sdk, auth } = await open();
      await sdk.confirmPasswordReset(auth, code, password);
      // Sessions of the account end: asking shows it to the SDK, which then signs out here, too.
      await withUser((user) => user.reload()).catch(() => {});
    },
  };
}
