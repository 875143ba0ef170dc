import type { Auth, User } from 'firebase/auth';
import { useMemo } from 'react';
import { useLocale } from '../language.ts';
import { useRootData } from '../root-data.ts';
import { openSession, type Sdk } from './session.ts';

export type Opened = { sdk: Sdk; auth: Auth };

/** The SDK as actions use it. Each of its functions rejects with the SDK's errors, or `chunk-load-failed`. */
export type OpenedSession = {
  /** Google's identity service keeps the accounts. */
  isHosted: boolean;
  open(): Promise<Opened>;
  /** Does `work` for whoever is signed in, and nothing when nobody is. */
  withUser(work: (user: User, opened: Opened) => Promise<void>): Promise<void>;
  /** Does `work` for whoever is signed in; rejects with `auth/user-signed-out` when nobody is any more. */
  asUser<T>(work: (user: User, opened: Opened) => Promise<T>): Promise<T>;
};

export function useOpenedSession(): OpenedSession {
  const { identity } = useRootData();
  const locale = useLocale();
  return useMemo(() => {
    async function open(): Promise<Opened> {
      const opened = await openSession(identity);
      // Mails that follow from a call come in the language of the page.
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
        if (user === null) throw Object.assign(new Error('nobody is signed in'), { code: 'auth/user-signed-out' });
        return work(user, opened);
      },
    };
  }, [identity, locale]);
}
