import type { Account, Session } from './types.ts';

/** The number of second factors of an account: the maximum at the hosted service. */
export const MAX_SECOND_FACTORS = 5;

type Proof = { provider: Session['provider']; secondFactor?: Session['secondFactor'] | undefined };

/**
 * The rule of the second factor: an account that has second factors opens only with one of them. The signer of a custom
 * token vouches for both factors, as at the hosted service.
 */
export const needsSecondFactor = ({ secondFactors }: Account, { provider, secondFactor }: Proof): boolean =>
  secondFactors.length > 0 && !secondFactor && provider !== 'custom';

/**
 * The rule as SQL, for the statement that opens a session (sessions/store.ts): a factor may have been enrolled since the
 * account was read. `"accountId"`, provider and `"secondFactor"` are those of the session.
 */
export const HAS_SECOND_FACTOR = `("secondFactor" is not null or provider = 'custom'
  or not exists (select from second_factors where account_id = "accountId"))`;

/**
 * True when the session has proved no second factor while its account has one. Such a session, also that of a custom
 * token, changes no way to sign in: a password or a mailbox alone must not.
 */
export const lacksFactor = ({ secondFactors }: Account, session: Session | null): boolean =>
  secondFactors.length > 0 && session !== null && session.secondFactor === null;
