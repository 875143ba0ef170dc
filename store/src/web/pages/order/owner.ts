import type { Caller } from '../../api.ts';
import { settledSession } from '../../session/session.ts';

/** Waits for the session, which the page loads: reading needs no token here, but changes do. */
export const OWNER: Caller = {
  async token(fresh) {
    const session = await settledSession();
    return session.status === 'signed-in' ? session.getToken(fresh) : null;
  },
};
