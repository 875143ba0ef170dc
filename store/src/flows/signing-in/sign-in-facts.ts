import type { ProvedFactor, SignInProvider } from '../../modules/identity/identity.ts';

/**
 * Where a call of the identity wire came from. `deviceSecret` is the browser's cookie, or the one it is about to get; null
 * for a caller that keeps none. `isReturning`: the browser sent it, so that it may be known to an account.
 */
export type Caller = { address: string; device: string; deviceSecret: string | null; isReturning: boolean };

/** A sign-in. `isNew`: the account was made by this very call. `secondFactor`: what else was proved. */
export type SignInFacts = {
  provider: SignInProvider;
  isNew: boolean;
  caller: Caller;
  claims?: Record<string, unknown> | null;
  secondFactor?: ProvedFactor;
};
