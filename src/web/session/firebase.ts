import { initializeApp } from 'firebase/app';
import {
  applyActionCode,
  type Auth,
  browserLocalPersistence,
  browserSessionPersistence,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  FacebookAuthProvider,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  linkWithCredential,
  linkWithPopup,
  OAuthProvider,
  onIdTokenChanged,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  revokeAccessToken,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  signInWithPopup,
  signOut,
  unlink,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
} from 'firebase/auth';
import type { IdentityConfig } from '../context.ts';
import { cancelPopup, popupResolver } from './popup/resolver.ts';
import { refreshAhead } from './refresh-ahead.ts';
import { watchRefusals } from './wire-failure.ts';

/**
 * The stock SDK, pointed at our own identity server. Not `getAuth()`, which brings Google's pop-up resolver and its
 * scripts, and not the emulator mode. A path in `apiHost` works, and assigning right after is in time for a stored session.
 */
function createAuth({ apiKey, projectId }: IdentityConfig, site: { protocol: string; host: string } = location): Auth {
  const app = initializeApp({ apiKey, projectId });
  // The specification's order (section 4).
  const auth = initializeAuth(app, {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence, browserSessionPersistence],
  });
  const host = `${site.host}/identity`;
  Object.assign(auth.config, { apiScheme: site.protocol.replace(':', ''), apiHost: host, tokenApiHost: host });
  self.fetch = watchRefusals(host, self.fetch.bind(self));
  refreshAhead(app);
  return auth;
}

/** All of the SDK that the site uses; this file is only ever imported lazily (session.ts), so public pages never load it. */
export const sdk = {
  createAuth,
  popupResolver,
  cancelPopup,
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  FacebookAuthProvider,
  GoogleAuthProvider,
  linkWithCredential,
  linkWithPopup,
  OAuthProvider,
  onIdTokenChanged,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  revokeAccessToken,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  signInWithPopup,
  signOut,
  unlink,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
};
