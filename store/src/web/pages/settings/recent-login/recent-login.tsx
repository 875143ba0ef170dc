import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from 'react';
import { codeOf } from '../../../../shared/errors.ts';
import type { AccountDetails } from '../use-account.ts';
import { ReauthenticateDialog } from './reauthenticate-dialog.tsx';

export type RecentLogin = {
  /**
   * Runs `work`; when the server requires a recent sign-in, asks for one and retries. Rejects with DISMISSED when the
   * user closes the dialog.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Asks for a new sign-in; false when the user closed the dialog. */
  prove(): Promise<boolean>;
};

/** The codes of the SDK and of our API for a sign-in that is too old. */
const TOO_OLD = new Set<string | undefined>(['auth/requires-recent-login', 'requires-recent-login']);

export function isTooOld(error: unknown): boolean {
  return TOO_OLD.has(codeOf(error));
}

/** Code of a rejection that is not an error: the user closed the dialog. */
export const DISMISSED = 'dismissed';

const RecentLoginContext = createContext<RecentLogin>({ run: (work) => work(), prove: async () => false });

export function useRecentLogin(): RecentLogin {
  return useContext(RecentLoginContext);
}

/** Provides the dialog in which the signed-in user signs in again. */
export function RecentLoginProvider({
  email,
  account,
  hasPasskey,
  children,
}: {
  email: string | null;
  account: AccountDetails['account'] | undefined;
  hasPasskey: boolean;
  children: ReactNode;
}) {
  const [asking, setAsking] = useState(false);
  const answer = useRef<(proven: boolean) => void>(() => {});

  const recentLogin = useMemo<RecentLogin>(() => {
    async function prove() {
      const proven = await new Promise<boolean>((resolve) => {
        answer.current = resolve;
        setAsking(true);
      });
      setAsking(false);
      return proven;
    }
    return {
      prove,
      async run(work) {
        try {
          return await work();
        } catch (error) {
          if (!isTooOld(error)) throw error;
          if (!(await prove())) throw Object.assign(new Error('dismissed'), { code: DISMISSED });
          return work();
        }
      },
    };
  }, []);

  return (
    <RecentLoginContext value={recentLogin}>
      {children}
      <ReauthenticateDialog
        open={asking}
        email={email}
        account={account}
        hasPasskey={hasPasskey}
        onProven={() => answer.current(true)}
        onClose={() => answer.current(false)}
      />
    </RecentLoginContext>
  );
}
