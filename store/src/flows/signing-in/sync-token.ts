import { isIdentityError } from '../../modules/identity/error.ts';
import type { IdentityModule } from '../../modules/identity/identity.ts';
import { AppError } from '../../shared/errors.ts';

export type SyncToken = (idToken: string, held: string | null) => Promise<string>;

/** The cookie for the session of an ID token of at most 300 seconds: the one that is held, if it is this session's, or a new one. Throws AppError `unauthenticated`. */
export function createSyncToken({ identity }: { identity: IdentityModule }): SyncToken {
  return async (idToken, held) => {
    try {
      return await identity.cookies.grant(await identity.accountOfIdToken(idToken), held);
    } catch (error) {
      throw isIdentityError(error) ? new AppError('unauthenticated') : error;
    }
  };
}
