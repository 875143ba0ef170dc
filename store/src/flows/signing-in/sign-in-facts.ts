import type { ProvedFactor, SignInProvider } from '../../modules/identity/identity.ts';

/**
 * The origin of a call of the identity wire. `deviceSecret`: the secret in the browser's cookie, or the one that is
 * about to be set; null for a caller without cookies. `isReturning`: the browser sent the cookie, so an account may
 * know it.
 */
export type Caller = { address: string; device: string; deviceSecret: string | null; isReturning: boolean };

/**
 * The facts of a sign-in. `isNew`: this call created the account. `secondFactor`: the second factor that was proved.
 */
export type SignInFacts = {
  provider: SignInProvider;
  isNew: boolean;
  caller: Caller;
  claims?: Record<string, unknown> | null;
  secondFactor?: ProvedFactor;
};
