import { useEffect, useRef } from 'react';
import { codeOf } from '../../../shared/errors.ts';
import { usePasskeyActions } from '../../session/passkey-actions.ts';
import { supportsPasskeys } from '../../session/passkey-support.ts';

/** The challenge is renewed before it expires. */
const RENEW_MS = 4 * 60_000;

/** Errors after the user has picked a passkey. Earlier ones are not shown. */
const PICKED = new Set<string | undefined>(['passkey-refused', 'passkey-unknown', 'auth/user-disabled']);

/** Offers passkeys in the address field (conditional UI), where the browser supports it, while `enabled`. */
export function usePasskeyAutofill(
  enabled: boolean,
  { onSignedIn, onFailed }: { onSignedIn: () => void; onFailed: (error: unknown) => void },
): void {
  const { signIn, cancel } = usePasskeyActions();
  const handlers = useRef({ onSignedIn, onFailed });
  useEffect(() => {
    handlers.current = { onSignedIn, onFailed };
  });

  useEffect(() => {
    if (!enabled || !supportsPasskeys()) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    let waiting = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function wait() {
      if (!(await PublicKeyCredential.isConditionalMediationAvailable?.()) || signal.aborted) return;
      timer = setTimeout(() => void wait(), RENEW_MS);
      waiting = true;
      try {
        await signIn({ inField: true, signal });
        if (!signal.aborted) handlers.current.onSignedIn();
      } catch (error) {
        if (!signal.aborted && PICKED.has(codeOf(error))) handlers.current.onFailed(error);
      }
    }

    void wait();
    return () => {
      leaving.abort();
      clearTimeout(timer);
      if (waiting) void cancel();
    };
  }, [enabled, signIn, cancel]);
}
