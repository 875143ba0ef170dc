import { jwtVerify, SignJWT } from 'jose';
import { codeOf } from '../../shared/errors.ts';
import { IdentityFault } from './fault.ts';
import { ALGORITHM, type SigningKeys } from './signing-keys.ts';
import type { Account, SignInProvider } from './types.ts';

/** The wire's fixed lifetime of an ID token. */
export const ID_TOKEN_SECONDS = 3_600;

export type IdTokens = {
  issue(account: Account, signIn: { provider: SignInProvider; authTime: Date }): Promise<{ idToken: string; expiresIn: number }>;
  /** Reads a token's claims once signature, issuer, audience and time are right. Throws IdentityFault INVALID_ID_TOKEN or TOKEN_EXPIRED. */
  read(token: string): Promise<{ localId: string; issuedAtSeconds: number; authTime: Date }>;
};

/** ID tokens with the claims that Firebase-style verifiers and the SDK read (reference: Identity Toolkit, Tokens). */
export function createIdTokens(ports: { keys: SigningKeys; issuer: string; audience: string; clock: () => Date }): IdTokens {
  const { keys, issuer, audience, clock } = ports;
  return {
    async issue(account, { provider, authTime }) {
      const { kid, key } = await keys.current();
      const issuedAt = inSeconds(clock());
      const idToken = await new SignJWT({
        ...(account.displayName === null ? {} : { name: account.displayName }),
        ...(account.photoUrl === null ? {} : { picture: account.photoUrl }),
        auth_time: inSeconds(authTime),
        user_id: account.localId,
        ...(account.email === null ? {} : { email: account.email, email_verified: account.emailVerified }),
        firebase: { identities: account.email === null ? {} : { email: [account.email] }, sign_in_provider: provider },
      })
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(account.localId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ID_TOKEN_SECONDS)
        .sign(key);
      return { idToken, expiresIn: ID_TOKEN_SECONDS };
    },

    async read(token) {
      try {
        const { payload } = await jwtVerify<{ auth_time: number }>(
          token,
          async ({ kid }) => {
            const key = kid === undefined ? null : await keys.verifier(kid);
            if (!key) throw new IdentityFault('INVALID_ID_TOKEN');
            return key;
          },
          { algorithms: [ALGORITHM], issuer, audience, currentDate: clock(), requiredClaims: ['sub', 'iat', 'exp', 'auth_time'] },
        );
        return { localId: payload.sub!, issuedAtSeconds: payload.iat!, authTime: new Date(payload.auth_time * 1000) };
      } catch (error) {
        const code = codeOf(error);
        if (code === 'ERR_JWT_EXPIRED') throw new IdentityFault('TOKEN_EXPIRED');
        // Whatever jose dislikes is a bad token; anything else (the database is away) is no verdict on it.
        if (code === 'INVALID_ID_TOKEN' || code?.startsWith('ERR_JW') || code?.startsWith('ERR_JOSE')) throw new IdentityFault('INVALID_ID_TOKEN');
        throw error;
      }
    },
  };
}

/** Whole seconds since 1970, as tokens count them. */
export function inSeconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}
