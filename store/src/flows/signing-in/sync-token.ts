import { isIdentityError } from '../../modules/identity/error.ts';
import type { IdentityModule } from '../../modules/identity/identity.ts';
import { AppError } from '../../shared/errors.ts';

export type SyncToken = (idToken: string, held: string | null) => Promise<string>;

/**
 * Returns the session cookie for an ID token that is at most 300 seconds old. The current cookie is kept when it
 * belongs to the same session. Throws AppError `unauthenticated`.
 */
export function createSyncToken({ identity }: { identity: IdentityModule }): SyncToken {
  return async (idToken, held) => {
    try {
      return await identity.cookies.grant(await identity.accountOfIdToken(idToken), held);
    } catch (error) {
      throw isIdentityError(error) ? new AppError('unauthenticated') : error;
    }
  };
}
