import { useState } from 'react';
import { codeOf } from '../../../shared/errors.ts';
import { ApiError } from '../../api.ts';
import { authErrorWords } from '../../session/auth-error-message.ts';
import { passkeyErrorWords } from '../../session/passkey-message.ts';
import { type Problem, problemOf } from '../../components/auth/use-auth-form.ts';
import { DISMISSED, useRecentLogin } from './recent-login/recent-login.tsx';

/** Codes of our API that share a text with one of the SDK. */
const ALIKE: Record<string, string> = {
  network: 'network-request-failed',
  timeout: 'timeout',
  'too-many-requests': 'too-many-requests',
  unauthenticated: 'user-signed-out',
};

/** The state of one change to the account: pending and error. */
export function useAction() {
  const recentLogin = useRecentLogin();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  /**
   * Runs `work`, after a new sign-in if the server requires one. True on success; otherwise `problem` has the error,
   * unless the user cancelled.
   */
  async function run(work: () => Promise<void>): Promise<boolean> {
    setBusy(true);
    setProblem(undefined);
    try {
      await recentLogin.run(work);
      return true;
    } catch (error) {
      if (codeOf(error) !== DISMISSED) {
        const known = error instanceof ApiError ? { code: ALIKE[error.code] ?? 'internal-error' } : error;
        setProblem(problemOf(error, passkeyErrorWords(error) ?? authErrorWords(known)));
      }
      return false;
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    problem,
    run,
    clear: () => setProblem(undefined),
  };
}
