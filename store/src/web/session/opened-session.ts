import type { Auth, User } from 'firebase/auth';
import { useMemo } from 'react';
import { useLocale } from '../language.ts';
import { useRootData } from '../root-data.ts';
import { openSession, type Sdk } from './session.ts';

export type Opened = { sdk: Sdk; auth: Auth };

/** The SDK for actions. Each function rejects with the SDK's errors, or `chunk-load-failed`. */
export type OpenedSession = {
  /** True when Google's identity service stores the accounts. */
  isHosted: boolean;
  open(): Promise<Opened>;
  /** Runs `work` for the signed-in user; does nothing without one. */
  withUser(work: (user: User, opened: Opened) => Promise<void>): Promise<void>;
  /** Runs `work` for the signed-in user; rejects with `auth/user-signed-out` without one. */
  asUser<T>(work: (user: User, opened: Opened) => Promise<T>): Promise<T>;
};

export function useOpenedSession(): OpenedSession {
  const { identity } = useRootData();
  const locale = useLocale();
  return useMemo(() => {
    async function open(): Promise<Opened> {
      const opened = await openSession(identity);
      // Mails that follow from a call are in the language of the page.
      opened.auth.languageCode = locale;
      return opened;
    }
    async function current() {
      const opened = await open();
      await opened.auth.authStateReady();
      return { opened, user: opened.auth.currentUser };
    }
    return {
      isHosted: identity.authDomain !== undefined,
      open,
      async withUser(work) {
        const { opened, user } = await current();
        if (user !== null) await work(user, opened);
      },
      async asUser(work) {
        const { opened, user } = await current();
        if (user === null) throw Object.assign(new Error('no user is signed in'), { code: 'auth/user-signed-out' });
        return work(user, opened);
      },
    };
  }, [identity, locale]);
}
