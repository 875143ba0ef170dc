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
  return async (idToken) => {
    const who = await identity.accountOfIdToken(idToken).catch((error: unknown) => {
      throw isIdentityError(error) ? new AppError('unauthenticated') : error;
    });
    const { account, session } = who;
    const lacksFactor = account.secondFactors.length > 0 && session.secondFactor === null;
    if (lacksFactor || identity.recentLoginSeconds(who.authTime) === 0) throw new AppError('requires-recent-login');
    return who;
  };
}
