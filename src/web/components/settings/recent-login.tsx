import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { codeOf } from '../../../shared/errors.ts';
import type { AccountDetails } from './use-account.ts';
import { ReauthenticateDialog } from './reauthenticate-dialog.tsx';

/** Runs `work`; when the server wants a recent sign-in, asks for one and runs it again. Rejects with DISMISSED when that is refused. */
export type WithRecentLogin = <T>(work: () => Promise<T>) => Promise<T>;

/** Code of a rejection that is no failure: the person closed the dialog. */
export const DISMISSED = 'dismissed';

const RecentLogin = createContext<WithRecentLogin>((work) => work());

export function useRecentLogin(): WithRecentLogin {
  return useContext(RecentLogin);
}

/** Holds the dialog in which whoever is signed in proves it once more. */
export function RecentLoginProvider({
  email,
  account,
  children,
}: {
  email: string | null;
  account: AccountDetails['account'] | undefined;
  children: ReactNode;
}) {
  const [asking, setAsking] = useState(false);
  const answer = useRef<(proven: boolean) => void>(() => {});

  const run = useCallback<WithRecentLogin>(async (work) => {
    try {
      return await work();
    } catch (error) {
      if (codeOf(error) !== 'auth/requires-recent-login') throw error;
      const proven = await new Promise<boolean>((resolve) => {
        answer.current = resolve;
        setAsking(true);
      });
      setAsking(false);
      if (!proven) throw Object.assign(new Error('dismissed'), { code: DISMISSED });
      return work();
    }
  }, []);

  return (
    <RecentLogin value={run}>
      {children}
      <ReauthenticateDialog
        open={asking}
        email={email}
        account={account}
        onProven={() => answer.current(true)}
        onClose={() => answer.current(false)}
      />
    </RecentLogin>
  );
}
