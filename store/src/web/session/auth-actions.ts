import { useMemo } from 'react';
import { paths } from '../../shared/paths.ts';
import type { Conflict } from './conflict.ts';
import { type OpenedSession, useOpenedSession } from './opened-session.ts';
import { forgetAddress, rememberAddress } from './remembered-address.ts';
import { withSecondStep } from './second-step.ts';
import { publishUser } from './session.ts';
import { isSharedDevice } from './shared-device.ts';
import { withProof } from './with-proof.ts';

export type AuthActions = {
  /** Creates the account and signs in. */
  signUp(email: string, password: string): Promise<void>;
  signIn(email: string, password: string): Promise<void>;
  /** Ends the session, here and on the server. */
  signOut(): Promise<void>;
  /** Drops a session that the server has ended already. */
  forgetSession(): Promise<void>;
  /** Mails a link to this address that signs in; this browser stores the address. */
  requestSignInLink(email: string): Promise<void>;
  /** Signs in with a mailed link: its whole URL, and the address to which it was sent. */
  signInWithLink(email: string, link: string): Promise<void>;
  /** Mails a link for a new password. Resolves equally for addresses with and without an account. */
  requestPasswordReset(email: string): Promise<void>;
  /** Links the provider of a conflict to the signed-in account. */
  linkPending(conflict: Conflict): Promise<void>;
  /** An empty name clears it. */
  updateName(name: string): Promise<void>;
  /** Mails the link that verifies the address again. */
  sendVerification(): Promise<void>;
};

type Opened = Awaited<ReturnType<OpenedSession['open']>>;

/** Maximum wait for the server at sign-out, so that a user can leave a shared device quickly. */
const END_SESSION_MS = 2_000;

/** Waits for work, at most this long, and ignores its result. */
async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, ms))]);
}

/** Actions on the session. Each rejects with the SDK's error: see `authErrorMessage`. */
export function useAuthActions(): AuthActions {
  const session = useOpenedSession();
  return useMemo(() => createAuthActions(session), [session]);
}

async function requestPasswordReset({ sdk, auth }: Opened, email: string): Promise<void> {
  try {
    await withProof('send-link', email, () => sdk.sendPasswordResetEmail(auth, email));
  } catch (error) {
    // A server without enumeration protection reveals it; the page never does.
    if ((error as { code?: unknown }).code !== 'auth/user-not-found') throw error;
  }
}

function createAuthActions({ isHosted, open, withUser, asUser }: OpenedSession): AuthActions {
  return {
    async signUp(email, password) {
      const { sdk, auth } = await open();
      await sdk.choosePersistence(auth);
      await withProof('sign-up', email, () => sdk.createUserWithEmailAndPassword(auth, email, password));
    },
    async signIn(email, password) {
      const opened = await open();
      const { sdk, auth } = opened;
      await sdk.choosePersistence(auth);
      await withSecondStep(opened, () =>
        withProof('sign-in', email, () => sdk.signInWithEmailAndPassword(auth, email, password)),
      );
    },
    async signOut() {
      const { sdk, auth } = await open();
      // Google's service does not end sessions at sign-out.
      const token = isHosted ? undefined : await auth.currentUser?.getIdToken().catch(() => undefined);
      if (token !== undefined) await atMost(END_SESSION_MS, sdk.revokeAccessToken(auth, token));
      await sdk.signOut(auth);
    },
    async forgetSession() {
      const { sdk, auth } = await open();
      await sdk.signOut(auth);
    },
    async requestSignInLink(email) {
      const { sdk, auth } = await open();
      const settings = { url: new URL(paths.profile(), location.origin).href, handleCodeInApp: true };
      await withProof('send-link', email, () => sdk.sendSignInLinkToEmail(auth, email, settings));
      if (!isSharedDevice()) rememberAddress(email);
    },
    async signInWithLink(email, link) {
      const opened = await open();
      const { sdk, auth } = opened;
      await sdk.choosePersistence(auth);
      await withSecondStep(opened, () => sdk.signInWithEmailLink(auth, email, link));
      forgetAddress();
    },
    requestPasswordReset: async (email) => requestPasswordReset(await open(), email),
    linkPending: ({ credential }) =>
      asUser(async (user, { sdk }) => {
        await sdk.linkWithCredential(user, credential);
        publishUser(user);
      }),
    updateName: (name) =>
      withUser(async (user, { sdk }) => {
        await sdk.updateProfile(user, { displayName: name.trim() || null });
        publishUser(user);
      }),
    sendVerification: () => withUser((user, { sdk }) => sdk.sendEmailVerification(user)),
  };
}
