import { initializeApp } from 'firebase/app';
import {
  applyActionCode,
  type Auth,
  beforeAuthStateChanged,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  browserSessionPersistence,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  FacebookAuthProvider,
  getMultiFactorResolver,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  linkWithCredential,
  linkWithPopup,
  multiFactor,
  OAuthProvider,
  onIdTokenChanged,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  revokeAccessToken,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  setPersistence,
  signInWithCredential,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  signInWithPopup,
  signOut,
  TotpMultiFactorGenerator,
  unlink,
  updatePassword,
  updatePhoneNumber,
  updateProfile,
  verifyBeforeUpdateEmail,
} from 'firebase/auth';
import type { SdkConfig } from '../context.ts';
import { createKeptGuard } from './guard-kept.ts';
import { cancelPopup, popupResolver as ownResolver } from './popup/resolver.ts';
import { refreshAhead } from './refresh-ahead.ts';
import { isSharedDevice } from './shared-device.ts';
import { createTokenSync } from './sync-token.ts';
import { watchRefusals } from './wire-failure.ts';

/**
 * The stock SDK, configured for our own identity server, or unchanged when Google's service stores the accounts. Not
 * `getAuth()`, which loads Google's scripts at once, and not the emulator mode. A path in `apiHost` works, and the
 * assignment is in time for a stored session.
 */
function createAuth(
  { apiKey, projectId, authDomain }: SdkConfig,
  site: { protocol: string; host: string } = location,
): Auth {
  const app = initializeApp(authDomain === undefined ? { apiKey, projectId } : { apiKey, projectId, authDomain });
  // The specification's order (section 4).
  const auth = initializeAuth(app, {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence, browserSessionPersistence],
  });
  const host = authDomain === undefined ? `${site.host}/identity` : auth.config.apiHost;
  if (authDomain === undefined)
    Object.assign(auth.config, { apiScheme: site.protocol.replace(':', ''), apiHost: host, tokenApiHost: host });
  self.fetch = watchRefusals(host, self.fetch.bind(self));
  refreshAhead(app);
  const guard = createKeptGuard();
  beforeAuthStateChanged(auth, guard);
  onIdTokenChanged(auth, (user) => void guard(user));
  if (authDomain === undefined) {
    const sync = createTokenSync();
    beforeAuthStateChanged(auth, sync, () => void sync(auth.currentUser));
    onIdTokenChanged(auth, (user) => void sync(user));
  }
  return auth;
}

/** True when this tab keeps its sign-in to itself. */
let inTabOnly = isSharedDevice();

/**
 * Sets where the next sign-in is stored: on a shared device in this tab until it is closed, otherwise as the
 * specification says. Called right before each sign-in.
 */
async function choosePersistence(auth: Auth): Promise<void> {
  const shared = isSharedDevice();
  if (shared) await setPersistence(auth, browserSessionPersistence);
  else if (inTabOnly)
    await setPersistence(auth, 'indexedDB' in self ? indexedDBLocalPersistence : browserLocalPersistence);
  inTabOnly = shared;
}

/**
 * All parts of the SDK that the site uses. This file is only imported lazily (session.ts), so public pages never load
 * it.
 */
export const sdk = {
  createAuth,
  choosePersistence,
  /** Opens the providers' windows: our own resolver, or the SDK's, which only Google's service supports. */
  popupResolver: (auth: Auth) => (auth.config.authDomain === undefined ? ownResolver : browserPopupRedirectResolver),
  cancelPopup,
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  FacebookAuthProvider,
  getMultiFactorResolver,
  GoogleAuthProvider,
  linkWithCredential,
  linkWithPopup,
  multiFactor,
  OAuthProvider,
  onIdTokenChanged,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  revokeAccessToken,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithCredential,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  signInWithPopup,
  signOut,
  TotpMultiFactorGenerator,
  unlink,
  updatePassword,
  updatePhoneNumber,
  updateProfile,
  verifyBeforeUpdateEmail,
};
