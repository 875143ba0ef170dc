import { jwtVerify, type JWTPayload } from 'jose';
import { codeOf } from '../../shared/errors.ts';
import { IdentityFault } from './fault.ts';
import { CLOCK_TOLERANCE_SECONDS, inSeconds } from './id-tokens.ts';

/** Longest identifier and largest claims (as JSON) of the wire. */
export const MAX_UID = 128;
const MAX_CLAIMS = 1_000;

/** Names that ID tokens use themselves. */
const RESERVED = new Set(
  'acr amr at_hash aud auth_time azp cnf c_hash email email_verified exp firebase iat identities iss jti name nbf nonce phone_number picture provider_id sid sub user_id'.split(
    ' ',
  ),
);

/**
 * Reads tokens with which a back end of ours signs people in: a JWT (HS256) with the project as audience, an expiry, `uid`
 * and, if it likes, `claims` for the ID token.
 */
export function createCustomTokens(ports: {
  enabled: boolean;
  secret: string | undefined;
  audience: string;
  clock: () => Date;
}) {
  const { enabled, secret, audience, clock } = ports;
  return {
    async read(token: string): Promise<{ uid: string; claims: Record<string, unknown> | null }> {
      if (!enabled || secret === undefined) throw new IdentityFault('OPERATION_NOT_ALLOWED');
      if (token === '') throw new IdentityFault('MISSING_CUSTOM_TOKEN');
      const { uid, claims } = await verified(token);
      if (uid === undefined || uid === '') throw new IdentityFault('MISSING_IDENTIFIER');
      if (typeof uid !== 'string' || uid.length > MAX_UID || !uid.isWellFormed() || uid.includes('\0'))
        throw new IdentityFault('INVALID_CUSTOM_TOKEN');
      return { uid, claims: checkedClaims(claims) };
    },
  };

  async function verified(token: string): Promise<JWTPayload & { uid?: unknown; claims?: unknown }> {
    try {
      const key = new TextEncoder().encode(secret);
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        audience,
        currentDate: clock(),
        requiredClaims: ['exp'],
      });
      if ((payload.iat ?? 0) > inSeconds(clock()) + CLOCK_TOLERANCE_SECONDS)
        throw new IdentityFault('INVALID_CUSTOM_TOKEN');
      return payload;
    } catch (error) {
      const { code, claim } = error as { code?: unknown; claim?: unknown };
      if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED' && claim === 'aud') throw new IdentityFault('CREDENTIAL_MISMATCH');
      if (codeOf(error)?.startsWith('ERR_J')) throw new IdentityFault('INVALID_CUSTOM_TOKEN');
      throw error;
    }
  }
}

/** Claims that a token may carry beside ours. Throws IdentityFault INVALID_CLAIMS, CLAIMS_TOO_LARGE or FORBIDDEN_CLAIM. */
export function checkedClaims(claims: unknown): Record<string, unknown> | null {
  if (claims === undefined || claims === null) return null;
  if (typeof claims !== 'object' || Array.isArray(claims)) throw new IdentityFault('INVALID_CLAIMS');
  const text = JSON.stringify(claims);
  if (text.length > MAX_CLAIMS) throw new IdentityFault('CLAIMS_TOO_LARGE');
  // PostgreSQL's JSON holds neither NUL nor half a surrogate pair.
  if (/\\u0000|\\ud[89a-f]/i.test(text)) throw new IdentityFault('INVALID_CLAIMS');
  const reserved = Object.keys(claims).find((name) => RESERVED.has(name));
  if (reserved !== undefined) throw new IdentityFault('FORBIDDEN_CLAIM', reserved);
  return claims as Record<string, unknown>;
}
