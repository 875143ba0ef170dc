import { sign, type KeyObject } from 'node:crypto';
import { jwtVerify, type JWTPayload } from 'jose';
import { codeOf } from '../../../shared/errors.ts';
import { IdentityError } from '../error.ts';
import { ALGORITHM, type SigningKeys } from './signing-keys.ts';
import type { Account, Session } from '../types.ts';

/** The wire's fixed lifetime of an ID token. */
export const ID_TOKEN_SECONDS = 3_600;

/** Issuer of session cookies, followed by the project's name, as firebase-admin expects it. */
const COOKIE_ISSUER = 'https://session.firebase.google.com/';

/** Accepted clock difference between two processes. A token from further in the future is refused. */
export const CLOCK_TOLERANCE_SECONDS = 10;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Ports = {
  keys: Pick<SigningKeys, 'current' | 'verifier'>;
  issuer: string;
  /** Other accepted issuers, for example a former value of `issuer`. */
  alsoFrom?: readonly string[];
  audience: string;
  clock: () => Date;
};

/** ID tokens with the claims that Firebase-style verifiers and the SDK read (reference: Identity Toolkit, Tokens). */
export function createIdTokens(ports: Ports) {
  const { issuer, audience } = ports;
  return {
    async issue(account: Account, session: Session): Promise<{ idToken: string; expiresIn: number }> {
      const idToken = await issueFor(ports, account, session, { from: issuer, seconds: ID_TOKEN_SECONDS });
      return { idToken, expiresIn: ID_TOKEN_SECONDS };
    },
    /**
     * A session cookie (reference: createSessionCookie): the claims of an ID token under another issuer, valid for
     * `seconds`.
     */
    issueCookie: (account: Account, session: Session, seconds: number): Promise<string> =>
      issueFor(ports, account, session, { from: COOKIE_ISSUER + audience, seconds }),
    /**
     * Verifies signature, issuer, audience and times, and returns a token's claims. Throws IdentityError
     * INVALID_ID_TOKEN or TOKEN_EXPIRED.
     */
    read: (token: string) => readToken(ports, token),
  };
}

/** Signs the account's claims for this session. */
async function issueFor(
  { keys, audience, clock }: Ports,
  account: Account,
  session: Session,
  { from, seconds }: { from: string; seconds: number },
): Promise<string> {
  const { kid, key } = await keys.current();
  const issuedAt = inSeconds(clock());
  const claims = {
    ...(account.displayName === null ? {} : { name: account.displayName }),
    ...(account.photoUrl === null ? {} : { picture: account.photoUrl }),
    // Custom claims may replace name and picture, as at the hosted service, and no other claim.
    ...account.customAttributes,
    ...session.claims,
    ...(session.provider === 'anonymous' ? { provider_id: 'anonymous' } : {}),
    auth_time: inSeconds(session.createdAt),
    user_id: account.localId,
    sid: session.id,
    ...(account.email === null ? {} : { email: account.email, email_verified: account.emailVerified }),
    ...(account.phoneNumber === null ? {} : { phone_number: account.phoneNumber }),
    firebase: {
      identities: identitiesOf(account),
      sign_in_provider: session.provider === 'emailLink' ? 'password' : session.provider,
      ...(session.secondFactor && {
        sign_in_second_factor: session.secondFactor.kind,
        second_factor_identifier: wireIdOf(account, session.secondFactor.id),
      }),
    },
    iss: from,
    aud: audience,
    sub: account.localId,
    iat: issuedAt,
    exp: issuedAt + seconds,
  };
  return signed({ alg: ALGORITHM, kid, typ: 'JWT' }, claims, key);
}

async function readToken({ keys, issuer, alsoFrom = [], audience, clock }: Ports, token: string) {
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = kid === undefined ? null : await keys.verifier(kid);
        if (!key) throw new IdentityError('INVALID_ID_TOKEN');
        return key;
      },
      {
        algorithms: [ALGORITHM],
        issuer: [issuer, ...alsoFrom],
        audience,
        currentDate: clock(),
        requiredClaims: ['sub', 'iat', 'exp', 'auth_time', 'sid'],
      },
    );
    return checkedClaims(payload, inSeconds(clock()));
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ERR_JWT_EXPIRED') throw new IdentityError('TOKEN_EXPIRED');
    // An error of jose means a bad token; any other error (for example a database outage) is passed on.
    if (code === 'INVALID_ID_TOKEN' || code?.startsWith('ERR_JW') || code?.startsWith('ERR_JOSE'))
      throw new IdentityError('INVALID_ID_TOKEN');
    throw error;
  }
}

/** Checks that the claims can be used as database keys. Throws IdentityError INVALID_ID_TOKEN. */
function checkedClaims({ sub, iat, auth_time: authTime, sid }: JWTPayload, now: number) {
  const latest = now + CLOCK_TOLERANCE_SECONDS;
  if (
    typeof sub !== 'string' ||
    sub.includes('\0') ||
    typeof sid !== 'string' ||
    !UUID.test(sid) ||
    typeof iat !== 'number' ||
    iat > latest ||
    typeof authTime !== 'number' ||
    authTime > latest
  )
    throw new IdentityError('INVALID_ID_TOKEN');
  return { localId: sub, sessionId: sid, issuedAtSeconds: iat, authTime: new Date(authTime * 1000) };
}

/** The wire's identifier of a second factor; a passkey or a recovery code has only ours. */
function wireIdOf({ secondFactors }: Account, id: string): string {
  return secondFactors.find((factor) => factor.id === id)?.wireId ?? id;
}

/**
 * A JWT in compact form (RFC 7515, 3.1), signed on this thread. jose signs on a worker thread, behind password hashes,
 * which costs 34 µs more, 7 % of a refresh (docs/performance.md).
 */
function signed(header: object, claims: object, key: KeyObject): string {
  const input = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`;
}

function identitiesOf({ email, phoneNumber, providers }: Account): Record<string, string[]> {
  return {
    ...Object.fromEntries(providers.map(({ provider, rawId }) => [provider, [rawId]])),
    ...(email !== null && { email: [email] }),
    ...(phoneNumber !== null && { phone: [phoneNumber] }),
  };
}

/** Whole seconds since 1970, as in tokens. */
export function inSeconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}
