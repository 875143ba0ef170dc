import type { Db, Queryable, Tx } from '../../../db/database.ts';
import { hashSecret, newSecret, type Vault } from '../../../db/vault.ts';
import { uuidv7 } from '../../../shared/ids.ts';
import { IdentityError, type IdentityErrorCode } from '../error.ts';
import type { SecurityLog } from '../security-store.ts';
import type { Account, NewSession, OpenedSession, Session } from '../types.ts';
import * as store from './store.ts';

/**
 * How long a used token returns its successor while that one is unused: its answer may have been lost in a fail-over.
 * Above the longest fail-over.
 */
const LOST_ANSWER_SECONDS = 300;

export type RefreshTokenPorts = {
  db: Db;
  vault: Vault;
  log: SecurityLog;
  graceSeconds: number;
  idleDays: number;
  /** Undefined: a session in use never expires. */
  maxDays: number | undefined;
  clock: () => Date;
};
type Ports = RefreshTokenPorts;

export type RefreshTokens = ReturnType<typeof createRefreshTokens>;

/**
 * Sessions as families of rotating refresh tokens. A token works once and has one successor. Tabs share a token, so
 * during the grace period after its first use it returns the same successor, and for `LOST_ANSWER_SECONDS` while that
 * successor is unused. A later reuse means theft (or a restored old copy), and ends the whole family.
 */
export function createRefreshTokens(ports: Ports) {
  const { db, clock } = ports;
  return {
    async open(on: Queryable, account: Account, request: NewSession): Promise<OpenedSession> {
      const { session, refreshToken, opening } = draft(account, request, clock());
      const opened = await store.insertSession(on, session, opening);
      // The credentials have changed since the account was read, so the proof is void.
      if (!opened) throw new IdentityError('INVALID_LOGIN_CREDENTIALS');
      return { session, refreshToken, ...opened };
    },
    /** Opens a session for a browser that the account knows. The session exists once `written` resolves to true. */
    openOnKnownDevice(account: Account, request: NewSession) {
      const { session, refreshToken, opening } = draft(account, request, clock());
      const written = store
        .insertSession(db, session, opening, { onlyIfKnown: true })
        .then((opened) => opened !== null);
      return { session, refreshToken, written };
    },
    /** Adds a refresh token to an open session. Throws IdentityError TOKEN_EXPIRED when the session is gone. */
    async extend(session: Session): Promise<string> {
      const { secret, hash } = newSecret();
      const isOpen = await store.insertRefreshToken(db, { hash, sessionId: session.id, createdAt: clock() });
      // The account was deleted since it was read.
      if (!isOpen) throw new IdentityError('TOKEN_EXPIRED');
      return secret;
    },
    /** Exchanges a token. Throws IdentityError INVALID_REFRESH_TOKEN, TOKEN_EXPIRED or USER_DISABLED. */
    rotate: (refreshToken: string) => rotate(ports, refreshToken),
    /** True when the session has reached its maximum age. */
    isTooOld(session: Session): boolean {
      const { openedBefore } = boundsOf(ports);
      return openedBefore !== undefined && session.createdAt < openedBefore;
    },
    /** Ends every session that is idle or too old. */
    endOver: () => store.revokeOverSessions(db, boundsOf(ports), { revokedAt: clock() }),
    /** The time before which a used token has no successor any more. */
    graceOver: () => new Date(clock().getTime() - Math.max(ports.graceSeconds, LOST_ANSWER_SECONDS) * 1000),
  };
}

function boundsOf({ idleDays, maxDays, clock }: Pick<Ports, 'idleDays' | 'maxDays' | 'clock'>): store.SessionBounds {
  const daysAgo = (days: number) => new Date(clock().getTime() - days * 86_400_000);
  return { usedBefore: daysAgo(idleDays), openedBefore: maxDays === undefined ? undefined : daysAgo(maxDays) };
}

/** A session with its first refresh token, and what is written when it opens. */
function draft(
  account: Account,
  { provider, device = '', authTime, claims = null, secondFactor = null, signIn }: NewSession,
  now: Date,
) {
  const session: Session = {
    id: uuidv7(),
    accountId: account.id,
    provider,
    device,
    claims,
    secondFactor,
    createdAt: authTime ?? now,
  };
  const { secret, hash } = newSecret();
  const audit = signIn && {
    kind: signIn.isNew ? ('signed-up' as const) : ('signed-in' as const),
    detail: { provider, device, session: session.id },
    deviceHash: signIn.deviceSecret === null ? null : hashSecret(signIn.deviceSecret),
  };
  const opening = {
    validSince: account.validSince,
    lastLoginAt: authTime ? account.lastLoginAt : now,
    tokenHash: hash,
    at: now,
    audit,
  };
  return { session, refreshToken: secret, opening };
}

type Rotated = { session: Session; account: Account; refreshToken: string };
type Rotation = Rotated | { refused: IdentityErrorCode };

async function rotate(ports: Ports, refreshToken: string): Promise<Rotated> {
  const { db, vault, clock } = ports;
  const hash = hashSecret(refreshToken);
  const { secret, hash: successorHash } = newSecret();
  const sealed = vault.seal(secret, sealContext(hash));
  const successor = { hash: successorHash, sealed, at: clock() };
  const traded = await store.tradeRefreshToken(db, hash, successor, boundsOf(ports));
  if (traded) return { ...traded, refreshToken: secret };
  // The token was used before or is invalid. The transaction returns the refusal, because throwing would roll the
  // revocation back.
  const rotation = await db.transaction((tx) => judge(ports, tx, hash));
  if ('refused' in rotation) throw new IdentityError(rotation.refused);
  return rotation;
}

/** Decides about a token that could not be exchanged directly. */
async function judge(ports: Ports, tx: Tx, hash: string): Promise<Rotation> {
  const { vault, log, graceSeconds, clock } = ports;
  const token = await store.lockRefreshToken(tx, hash);
  if (token) await store.revokeOverSessions(tx, boundsOf(ports), { revokedAt: clock(), id: token.sessionId });
  const found = token && (await store.sessionWithAccount(tx, token.sessionId));
  if (!token || !found) return { refused: 'INVALID_REFRESH_TOKEN' };
  const { session, revokedAt, account } = found;
  if (revokedAt !== null) return { refused: 'TOKEN_EXPIRED' };
  if (account.disabled) return { refused: 'USER_DISABLED' };

  const now = clock();
  if (token.usedAt !== null && token.successorSealed !== null) {
    const age = now.getTime() - token.usedAt.getTime();
    const successor = vault.open(token.successorSealed, sealContext(hash));
    // Later than tabs can explain, an unused successor means that its answer was lost.
    const isUnseen = age <= LOST_ANSWER_SECONDS * 1000 && !(await store.isUsedToken(tx, hashSecret(successor)));
    if (age <= graceSeconds * 1000 || isUnseen) return { session, account, refreshToken: successor };
  }
  await store.revokeSession(tx, session.id, now);
  await log.write(tx, account.id, 'refresh-token-reused', { session: session.id });
  return { refused: 'TOKEN_EXPIRED' };
}

const sealContext = (hash: string) => `refresh-successor:${hash}`;
