import { IdentityError } from './error.ts';

/** Maximum lengths of an account's identifier and of custom claims (as JSON) on the wire. */
export const MAX_UID = 128;
const MAX_CLAIMS = 1_000;

/** Claim names that the hosted service reserves. */
const RESERVED = 'acr amr at_hash aud auth_time azp cnf c_hash exp firebase iat iss jti nbf nonce sub'.split(' ');
/**
 * Other claims of our ID tokens. The hosted service accepts custom claims of these names (not `sid`) and never issues
 * them.
 */
const OWN_CLAIMS = 'email email_verified identities phone_number provider_id sid user_id'.split(' ');

/** Separates custom claims from another system from those that would have no effect here, which are named. */
export function usableClaims(claims: unknown): { claims: unknown; unused: string[] } {
  if (typeof claims !== 'object' || claims === null) return { claims, unused: [] };
  const entries = Object.entries(claims);
  const usable = entries.filter(([name]) => !OWN_CLAIMS.includes(name));
  if (usable.length === entries.length || Array.isArray(claims)) return { claims, unused: [] };
  return {
    claims: usable.length === 0 ? null : Object.fromEntries(usable),
    unused: OWN_CLAIMS.filter((name) => Object.hasOwn(claims, name)),
  };
}

/** Custom claims of a token. Throws IdentityError INVALID_CLAIMS, CLAIMS_TOO_LARGE or FORBIDDEN_CLAIM. */
export function checkedClaims(claims: unknown): Record<string, unknown> | null {
  if (claims === undefined || claims === null) return null;
  if (typeof claims !== 'object' || Array.isArray(claims)) throw new IdentityError('INVALID_CLAIMS');
  const text = JSON.stringify(claims);
  if (text.length > MAX_CLAIMS) throw new IdentityError('CLAIMS_TOO_LARGE');
  // PostgreSQL's JSON accepts neither NUL nor a lone surrogate.
  if (/\\u0000|\\ud[89a-f]/i.test(text)) throw new IdentityError('INVALID_CLAIMS');
  const reserved = [...RESERVED, ...OWN_CLAIMS].find((name) => Object.hasOwn(claims, name));
  if (reserved !== undefined) throw new IdentityError('FORBIDDEN_CLAIM', reserved);
  return claims as Record<string, unknown>;
}

/**
 * Custom claims as the wire sends them: a JSON object as text of at most 1,000 bytes. Throws IdentityError
 * INVALID_CLAIMS, CLAIMS_TOO_LARGE or FORBIDDEN_CLAIM.
 */
export function readCustomAttributes(text: string): Record<string, unknown> | null {
  if (Buffer.byteLength(text) > MAX_CLAIMS) throw new IdentityError('CLAIMS_TOO_LARGE');
  let claims: unknown;
  try {
    claims = JSON.parse(text === '' ? '{}' : text);
  } catch {
    throw new IdentityError('INVALID_CLAIMS');
  }
  const checked = checkedClaims(claims);
  return checked && Object.keys(checked).length > 0 ? checked : null;
}
