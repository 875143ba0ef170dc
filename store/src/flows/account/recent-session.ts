import { isIdentityError } from '../../modules/identity/error.ts';
import type { IdentityModule } from '../../modules/identity/identity.ts';
import { AppError } from '../../shared/errors.ts';
import type { SignedInAs } from './change-email.ts';

export type RequireRecentSession = (idToken: string) => Promise<SignedInAs>;

/**
 * The account and session of an ID token from a recent sign-in, for changes outside the identity wire. If the account
 * has a second factor, that sign-in must have proved it. Throws AppError `unauthenticated` or `requires-recent-login`.
 */
export function createRequireRecentSession({ identity }: { identity: IdentityModule }): RequireRecentSession {
  return (idToken) =>
    asAppError(async () => {
      const who = await identity.accountOfIdToken(idToken);
      identity.requireRecentLogin(who);
      return who;
    });
}

/** Runs `work`, and throws its IdentityError as AppError `requires-recent-login` or `unauthenticated`. */
export async function asAppError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isIdentityError(error)) throw error;
    const isOld = error.code === 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN';
    throw new AppError(isOld ? 'requires-recent-login' : 'unauthenticated', { cause: error });
  }
}
