import type { User } from 'firebase/auth';
import { paths } from '../../shared/paths.ts';
import { isSharedDevice } from './shared-device.ts';

/** The SDK's own constant: an older token was already sent when it was new. */
const MAX_TOKEN_AGE_MS = 300_000;
/** Maximum delay of a sign-in. */
const TIMEOUT_MS = 2_000;

/**
 * Token sync like that of the stock SDK's `getAuth`, which is not used here: sends the ID token to our own origin, so
 * that the server can render personal pages. Called before and after each change of the session. A failure does not
 * prevent a sign-in.
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
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch {
      // The next ID token is sent again.
      sent = undefined;
    }
  };
}
