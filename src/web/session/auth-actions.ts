import type { User } from 'firebase/auth';
import { useMemo } from 'react';
import type { Locale } from '../../shared/locale.ts';
import type { IdentityConfig } from '../context.ts';
import { useLocale } from '../language.ts';
import { useRootData } from '../root-data.ts';
import { openSession, publishUser } from './session.ts';

export type AuthActions = {
  /** Creates the account and signs it in. */
  signUp(email: string, password: string): Promise<void>;
  signIn(email: string, password: string): Promise<void>;
  signOut(): Promise<void>;
  /** An empty name clears it. */
  updateName(name: string): Promise<void>;
  /** Mails the link that verifies the address once more. */
  sendVerification(): Promise<void>;
  /** Uses up the code of a mailed link, and lets a person who is signed in here see it at once. */
  verifyEmail(code: string): Promise<void>;
};

/** What a person can do about their session. Each rejects with the SDK's error: see `authErrorMessage`. */
export function useAuthActions(): AuthActions {
  const { apiKey, projectId } = useRootData().identity;
  const locale = useLocale();
  return useMemo(() => createAuthActions({ apiKey, projectId }, locale), [apiKey, projectId, locale]);
}

function createAuthActions(config: IdentityConfig, locale: Locale): AuthActions {
  async function open() {
    const opened = await openSession(config);
    // Mails that follow from a call come in the language of the page.
    opened.auth.languageCode = locale;
    return opened;
  }

  async function withUser(work: (opened: Awaited<ReturnType<typeof open>>, user: User) => Promise<void>): Promise<void> {
    const opened = await open();
    await opened.auth.authStateReady();
    if (opened.auth.currentUser !== null) await work(opened, opened.auth.currentUser);
  }

  return {
    async signUp(email, password) {
      const { sdk, auth } = await open();
      await sdk.createUserWithEmailAndPassword(auth, email, password);
    },
    async signIn(email, password) {
      const { sdk, auth } = await open();
      await sdk.signInWithEmailAndPassword(auth, email, password);
    },
    async signOut() {
      const { sdk, auth } = await open();
      await sdk.signOut(auth);
    },
    updateName: (name) =>
      withUser(async ({ sdk }, user) => {
        await sdk.updateProfile(user, { displayName: name.trim() || null });
        publishUser(user);
      }),
    sendVerification: () => withUser(({ sdk }, user) => sdk.sendEmailVerification(user)),
    async verifyEmail(code) {
      const { sdk, auth } = await open();
      await sdk.applyActionCode(auth, code);
      await withUser(async (_opened, user) => {
        await user.reload();
        await user.getIdToken(true); // its claims still say "not verified"
        publishUser(user);
      });
    },
  };
}
