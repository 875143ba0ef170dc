import type { User } from 'firebase/auth';
import { removeAfter } from '../../offline/kept-store.ts';

/**
 * Follows who is signed in, and removes kept eSIMs that this person may not see. Called before each change of the session, so
 * that signing out is done only when they are gone, and after it, for changes that another tab has made. A failure of the storage
 * must not keep anybody signed in.
 */
export function createKeptGuard(): (user: Pick<User, 'uid'> | null) => Promise<void> {
  let wasSignedIn = false;
  return async (user) => {
    const change =
      user !== null
        ? ({ is: 'signed-in', as: user.uid } as const)
        : ({ is: wasSignedIn ? 'signed-out' : 'nobody' } as const);
    wasSignedIn = user !== null;
    await removeAfter(change).catch(() => undefined);
  };
}
