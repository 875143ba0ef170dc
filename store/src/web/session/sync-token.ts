import type { User } from 'firebase/auth';
import { paths } from '../../shared/paths.ts';
import { isSharedDevice } from './shared-device.ts';

/** The SDK's own constant: a token that is older was told when it was new. */
const MAX_TOKEN_AGE_MS = 300_000;
/** A sign-in waits no longer than this for it. */
const MOST_MS = 2_000;

/**
 * Token sync as the stock SDK's `getAuth` does it, which we don't use: tells our own origin who is signed in, so that the
 * server can render what is theirs. Called before and after each change of the session. A failure keeps nobody from signing in.
 */
export function createTokenSync(): (user: Pick<User, 'getIdTokenResult'> | null) => Promise<void> {
  let sent: string | null | undefined;
  return async (user) => {
    try {
      const token = user && (await user.getIdTokenResult());
      if (token && Date.now() - Date.parse(token.issuedAtTime) > MAX_TOKEN_AGE_MS) return;
      // A session that ends with its tab gets no cookie, which would outlive it.
      const idToken = token && !isSharedDevice() ? token.token : null;
      if (sent === idToken) return;
      sent = idToken;
      await fetch(paths.api.session(), {
        method: idToken === null ? 'DELETE' : 'POST',
        headers: idToken === null ? {} : { authorization: `Bearer ${idToken}` },
        signal: AbortSignal.timeout(MOST_MS),
      });
    } catch {
      // The next ID token is sent again.
      sent = undefined;
    }
  };
}
