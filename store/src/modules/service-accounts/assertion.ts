import { createPublicKey } from 'node:crypto';
import { decodeJwt, jwtVerify, type JWTPayload } from 'jose';
import { CodedError, codeOf } from '../../shared/errors.ts';

/** Accepted clock difference of a client, and maximum age of an assertion. */
export const SKEW_SECONDS = 300;

/** Maximum lifetime that an assertion may claim (RFC 7523 leaves it open; the hosted service allows an hour). */
const MAX_LIFETIME_SECONDS = 3_600;

/** A refusal of the token endpoint (RFC 6749, 5.2). `message` is its `error_description`. */
export class GrantError extends CodedError<'invalid_grant' | 'invalid_request' | 'unsupported_grant_type'> {
  override readonly name = 'GrantError';
}

export type Assertion = { clientEmail: string; jti: string | undefined; expiresAt: Date };

/** The issuer that an assertion names; undefined when it is unreadable. */
export function issuerOf(assertion: string): string | undefined {
  try {
    const { iss } = decodeJwt(assertion);
    return typeof iss === 'string' && iss.length <= 320 && !iss.includes('\0') && iss.isWellFormed() ? iss : undefined;
  } catch {
    return undefined;
  }
}

/** Verifies an assertion (RFC 7523, 3) with its issuer's key. Throws GrantError `invalid_grant`. */
export async function checkAssertion(
  assertion: string,
  by: { publicKey: string; clientEmail: string; audiences: readonly string[]; now: Date },
): Promise<Assertion> {
  const { clientEmail, audiences, now } = by;
  const payload = await verified(assertion, by);
  const seconds = now.getTime() / 1000;
  const { iat, exp, sub, jti } = payload;
  if (
    typeof iat !== 'number' ||
    typeof exp !== 'number' ||
    Math.abs(iat - seconds) > SKEW_SECONDS ||
    exp <= seconds - SKEW_SECONDS ||
    exp - iat > MAX_LIFETIME_SECONDS
  )
    throw new GrantError(
      'invalid_grant',
      'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.',
    );
  // A `sub` would mean domain-wide delegation, which is not supported.
  if (sub !== undefined && sub !== clientEmail)
    throw new GrantError('invalid_grant', 'Invalid JWT: sub must be the service account.');
  if (![payload.aud].flat().some((audience) => audience !== undefined && audiences.includes(audience)))
    throw new GrantError('invalid_grant', 'Invalid JWT: Failed audience check.');
  if (jti !== undefined && (typeof jti !== 'string' || jti.length > 256))
    throw new GrantError('invalid_grant', 'Invalid JWT: jti must be a short text.');
  return { clientEmail, jti, expiresAt: new Date((Math.max(exp, iat) + 2 * SKEW_SECONDS) * 1000) };
}

/** The claims after the signature check; the caller checks time and audience, with error messages of its own. */
async function verified(assertion: string, { publicKey, now }: { publicKey: string; now: Date }): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(assertion, createPublicKey(publicKey), {
      algorithms: ['RS256'],
      currentDate: now,
      clockTolerance: SKEW_SECONDS,
    });
    return payload;
  } catch (error) {
    if (codeOf(error) === 'ERR_JWT_EXPIRED') throw new GrantError('invalid_grant', 'Invalid JWT: Token has expired.');
    if (codeOf(error)?.startsWith('ERR_J')) throw new GrantError('invalid_grant', 'Invalid JWT Signature.');
    throw error;
  }
}
