import type { KeyObject } from 'node:crypto';
import { type JWTPayload, jwtVerify } from 'jose';
import * as z from 'zod';
import { isEmail } from '../../../shared/email.ts';
import { codeOf } from '../../../shared/errors.ts';
import { CLOCK_TOLERANCE_SECONDS, inSeconds } from './id-tokens.ts';
import { ALGORITHM } from './signing-keys.ts';

/** Port: the public keys of an issuer. Throws AppError `unavailable` when they cannot be read. */
export type IssuerKeys = { key(kid: string): Promise<KeyObject | null> };

/** The person in a token of Google's identity service. */
export type HostedPerson = {
  localId: string;
  email: string | null;
  emailVerified: boolean;
  displayName: string | null;
  /** How the session was opened: `password`, `google.com` … */
  provider: string | null;
  issuedAt: Date;
  authTime: Date;
};

const text = (maxLength: number) => z.string().refine((given) => given.length <= maxLength && !given.includes('\0'));

/** The claims that are read. A name that cannot be stored is left out. */
const claims = z.object({
  sub: text(128).min(1),
  iat: z.number(),
  auth_time: z.number(),
  email: text(254).refine(isEmail).optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
  name: text(256).min(1).optional().catch(undefined),
  firebase: z.looseObject({ sign_in_provider: z.string().optional() }).optional().catch(undefined),
});

/**
 * Reads ID tokens of Google's identity service: RS256 by one of its published keys, its issuer for our project, our
 * project as audience, not expired and not from the future
 * (https://firebase.google.com/docs/auth/admin/verify-id-tokens). Returns null for any other token.
 */
export function createHostedTokens({
  keys,
  projectId,
  clock,
}: {
  keys: IssuerKeys;
  projectId: string;
  clock: () => Date;
}) {
  return {
    async read(token: string): Promise<HostedPerson | null> {
      try {
        const { payload } = await jwtVerify(
          token,
          async ({ kid }) => {
            const key = kid === undefined ? null : await keys.key(kid);
            if (!key) throw Object.assign(new Error('unknown key'), { code: 'ERR_JWK_UNKNOWN' });
            return key;
          },
          {
            algorithms: [ALGORITHM],
            issuer: `https://securetoken.google.com/${projectId}`,
            audience: projectId,
            currentDate: clock(),
            requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
          },
        );
        return personOf(payload, inSeconds(clock()) + CLOCK_TOLERANCE_SECONDS);
      } catch (error) {
        const code = codeOf(error);
        if (code?.startsWith('ERR_JW') || code?.startsWith('ERR_JOSE')) return null;
        throw error;
      }
    },
  };
}

function personOf(payload: JWTPayload, latest: number): HostedPerson | null {
  const read = claims.safeParse(payload);
  if (!read.success || read.data.iat > latest || read.data.auth_time > latest) return null;
  const { sub, iat, auth_time: authTime, email, email_verified: verified, name, firebase } = read.data;
  return {
    localId: sub,
    email: email ?? null,
    emailVerified: email !== undefined && verified === true,
    displayName: name ?? null,
    provider: firebase?.sign_in_provider ?? null,
    issuedAt: new Date(iat * 1000),
    authTime: new Date(authTime * 1000),
  };
}
