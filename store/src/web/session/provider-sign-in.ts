import type { AuthProvider, UserCredential } from 'firebase/auth';
import type { OpenedSession } from './opened-session.ts';
import { holdPopup } from './popup/popup-window.ts';
import { type Provider } from './provider-names.ts';
import { withSecondStep } from './second-step.ts';
import { publishUser, type Sdk } from './session.ts';

/** Sign in; link the provider to the signed-in account; or re-authenticate. */
export type PopupMode = 'signIn' | 'link' | 'reauthenticate';

export type ProviderSignIn = {
  /** Rejects with the SDK's errors; after `cancel` with `auth/user-cancelled`. */
  promise: Promise<UserCredential>;
  cancel(): void;
};

/**
 * Opens a provider's window for this purpose. Call it directly in a click: browsers block windows that open later. A
 * second one cancels the first (`auth/cancelled-popup-request`).
 */
export function startProviderSignIn(session: OpenedSession, provider: Provider, mode: PopupMode): ProviderSignIn {
  let cancelled = false;
  let sdk: Sdk | undefined;
  // The window of Google's service is opened by the SDK.
  const drop = session.isHosted ? () => {} : holdPopup();

  async function run(): Promise<UserCredential> {
    const opened = await session.open();
    sdk = opened.sdk;
    if (cancelled) throw Object.assign(new Error('cancelled before it began'), { code: 'auth/user-cancelled' });
    const { auth } = opened;
    const wanted: AuthProvider = provider === 'google' ? new sdk.GoogleAuthProvider() : new sdk.FacebookAuthProvider();
    const resolver = sdk.popupResolver(auth);
    if (mode === 'signIn') {
      await sdk.choosePersistence(auth);
      const enter = sdk.signInWithPopup;
      return withSecondStep(opened, () => enter(auth, wanted, resolver).finally(drop));
    }
    const user = auth.currentUser;
    if (user === null) throw Object.assign(new Error('no user is signed in'), { code: 'auth/user-signed-out' });
    const prove = mode === 'link' ? sdk.linkWithPopup : sdk.reauthenticateWithPopup;
    const result = await withSecondStep(opened, () => prove(user, wanted, resolver).finally(drop));
    publishUser(result.user);
    return result;
  }

  return {
    promise: run().finally(drop),
    cancel() {
      cancelled = true;
      drop();
      sdk?.cancelPopup();
    },
  };
}
