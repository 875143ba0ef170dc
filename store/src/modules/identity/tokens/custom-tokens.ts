import { createPublicKey, type KeyObject } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, jwtVerify, type JWTPayload } from 'jose';
import { codeOf } from '../../../shared/errors.ts';
import { checkedClaims, MAX_UID } from '../claims.ts';
import { IdentityError } from '../error.ts';
import { CLOCK_TOLERANCE_SECONDS, inSeconds } from './id-tokens.ts';

/** Audience of custom tokens that a service account signs (reference: the wire's fixed one). */
const SERVICE_AUDIENCE = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit';
/** Maximum lifetime of such a token. */
const SERVICE_TOKEN_SECONDS = 3_600;

/** The public key (PEM) of a service account by its name; null for an unknown name. */
export type ServiceAccountKey = (clientEmail: string) => Promise<{ publicKey: string; revoked: boolean } | null>;

/**
 * Reads tokens with which a trusted back end signs users in: a JWT with `uid` and optional `claims` for the ID token.
 * Signed with RS256 by the key of a service account, as the hosted service's libraries do, or, where enabled, with
 * HS256 by a shared secret, with the project as audience.
 */
export function createCustomTokens(ports: {
  enabled: boolean;
  secret: string | undefined;
  audience: string;
  serviceAccountKey: ServiceAccountKey;
  clock: () => Date;
}) {
  const { enabled, secret, audience, serviceAccountKey, clock } = ports;
  return {
    async read(token: string): Promise<{ uid: string; claims: Record<string, unknown> | null }> {
      const isByServiceAccount = algorithmOf(token) === 'RS256';
      if (!isByServiceAccount && (!enabled || secret === undefined)) throw new IdentityError('OPERATION_NOT_ALLOWED');
      if (token === '') throw new IdentityError('MISSING_CUSTOM_TOKEN');
      const { uid, claims } = await (isByServiceAccount ? byServiceAccount(token) : bySecret(token));
      if (uid === undefined || uid === '') throw new IdentityError('MISSING_IDENTIFIER');
      if (typeof uid !== 'string' || uid.length > MAX_UID || !uid.isWellFormed() || uid.includes('\0'))
        throw new IdentityError('INVALID_CUSTOM_TOKEN');
      return { uid, claims: checkedClaims(claims) };
    },
  };

  function bySecret(token: string): Promise<Payload> {
    return verified(token, new TextEncoder().encode(secret), { algorithms: ['HS256'], audience });
  }

  async function byServiceAccount(token: string): Promise<Payload> {
    const issuer = issuerOf(token);
    const account = issuer === undefined ? null : await serviceAccountKey(issuer);
    // An unknown service account: the key probably belongs to another project.
    if (!account) throw new IdentityError('CREDENTIAL_MISMATCH');
    if (account.revoked) throw new IdentityError('INVALID_CUSTOM_TOKEN');
    const payload = await verified(token, createPublicKey(account.publicKey), {
      algorithms: ['RS256'],
      audience: SERVICE_AUDIENCE,
    });
    const { iss, sub, iat, exp } = payload;
    if (sub !== iss || iat === undefined || exp === undefined || exp - iat > SERVICE_TOKEN_SECONDS)
      throw new IdentityError('INVALID_CUSTOM_TOKEN');
    if (payload.tenant_id !== undefined) throw new IdentityError('TENANT_ID_MISMATCH');
    return payload;
  }

  async function verified(
    token: string,
    key: Uint8Array | KeyObject,
    rules: { algorithms: string[]; audience: string },
  ): Promise<Payload> {
    try {
      const { payload } = await jwtVerify(token, key, { ...rules, currentDate: clock(), requiredClaims: ['exp'] });
      if ((payload.iat ?? 0) > inSeconds(clock()) + CLOCK_TOLERANCE_SECONDS)
        throw new IdentityError('INVALID_CUSTOM_TOKEN');
      return payload;
    } catch (error) {
      const { code, claim } = error as { code?: unknown; claim?: unknown };
      if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED' && claim === 'aud') throw new IdentityError('CREDENTIAL_MISMATCH');
      if (codeOf(error)?.startsWith('ERR_J')) throw new IdentityError('INVALID_CUSTOM_TOKEN');
      throw error;
    }
  }
}

type Payload = JWTPayload & { uid?: unknown; claims?: unknown; tenant_id?: unknown };

function algorithmOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).alg;
  } catch {
    return undefined;
  }
}

/** The issuer that the token names; undefined when no account can have that name. */
function issuerOf(token: string): string | undefined {
  try {
    const { iss } = decodeJwt(token);
    return iss !== undefined && iss.length <= 320 && !iss.includes('\0') && iss.isWellFormed() ? iss : undefined;
  } catch {
    return undefined;
  }
}
