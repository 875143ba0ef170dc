import type { User } from 'firebase/auth';
import { removeAfter } from '../../offline/kept-store.ts';

/**
 * Follows the signed-in user, and removes stored eSIMs that this person may not see. Called before each change of the
 * session, so that a sign-out completes only after their removal, and after it, for changes in another tab. A storage
 * failure must not prevent a sign-out.
 */
export function createKeptGuard(): (user: Pick<User, 'uid'> | null) => Promise<void> {
  let wasSignedIn = false;
  return async (user) => {
    const change =
      user !== null
        ? ({ is: 'signed-in', as: user.uid } as const)
        : ({ is: wasSignedIn ? 'signed-out' : 'session-ended' } as const);
    wasSignedIn = user !== null;
    await removeAfter(change).catch(() => undefined);
  };
}
