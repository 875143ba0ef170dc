import { useEffect, useRef, useState } from 'react';
import { codeOf } from '../../../shared/errors.ts';
import { authErrorWords, providerMissingWords, type Words } from '../../session/auth-error-message.ts';
import { type Conflict, conflictOf } from '../../session/conflict.ts';
import { useOpenedSession } from '../../session/opened-session.ts';
import type { Provider } from '../../session/provider-names.ts';
import { type PopupMode, type ProviderSignIn, startProviderSignIn } from '../../session/provider-sign-in.ts';
import { isCalledOff } from '../../session/second-step.ts';

/** The result of a popup; `cancelled` by the page's button. `words` are for the red alert. */
export type PopupOutcome =
  | { is: 'done' | 'cancelled' }
  | { is: 'failed'; error: unknown; words: Words }
  | { is: 'conflict'; conflict: Conflict };

/** A provider's popup: one at a time, closed when the opening page goes away. */
export function useProviderPopup() {
  const session = useOpenedSession();
  const [provider, setProvider] = useState<Provider>();
  const running = useRef<ProviderSignIn & { cancelled?: boolean }>(null);

  useEffect(() => () => running.current?.cancel(), []);

  async function run(chosen: Provider, mode: PopupMode): Promise<PopupOutcome> {
    const popup: ProviderSignIn & { cancelled?: boolean } = startProviderSignIn(session, chosen, mode);
    running.current = popup;
    setProvider(chosen);
    try {
      await popup.promise;
      return { is: 'done' };
    } catch (error) {
      if (popup.cancelled || isCalledOff(error)) return { is: 'cancelled' };
      const conflict = mode === 'signIn' ? await conflictOf(error, chosen, session) : undefined;
      if (conflict !== undefined) return { is: 'conflict', conflict };
      const words =
        codeOf(error) === 'auth/operation-not-allowed' ? providerMissingWords(chosen) : authErrorWords(error, chosen);
      return { is: 'failed', error, words };
    } finally {
      running.current = null;
      setProvider(undefined);
    }
  }

  return {
    /** The provider of the open popup. */
    provider,
    signIn: (chosen: Provider) => run(chosen, 'signIn'),
    link: (chosen: Provider) => run(chosen, 'link'),
    reauthenticate: (chosen: Provider) => run(chosen, 'reauthenticate'),
    cancel() {
      if (running.current === null) return;
      running.current.cancelled = true;
      running.current.cancel();
    },
  };
}
