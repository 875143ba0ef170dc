import type { Caller } from '../../api.ts';
import { settledSession } from '../../session/session.ts';

/**
 * The owner of an order, whom the server identified by the token-sync cookie. Waits for the session, which the page loads:
 * reading needs no token here, but changes do.
 */
export const OWNER: Caller = {
  async token(fresh) {
    const session = await settledSession();
    return session.status === 'signed-in' ? session.getToken(fresh) : null;
  },
};
