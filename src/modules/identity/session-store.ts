import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, sql, type SQL } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/database.ts';
import { accounts, actionCodes, refreshTokens, sessions } from './schema.ts';
import { accountColumns, toAccount } from './store.ts';
import type { Account, Session, SessionView } from './types.ts';

type Row = typeof sessions.$inferSelect;
export type FoundSession = { session: Session; revokedAt: Date | null };

function toSession({ lastUsedAt: _used, revokedAt, provider, ...session }: Row): FoundSession {
  return { session: { ...session, provider: provider as Session['provider'] }, revokedAt };
}

/**
 * Opens a session with its first refresh token and notes the sign-in, in one statement, since every sign-in waits for it.
 * False, and nothing is written, when the account was closed or its credentials changed since it was read.
 */
export async function insertSession(tx: Tx, session: Session, first: { validSince: Date; lastLoginAt: Date; tokenHash: string; at: Date }): Promise<boolean> {
  const { id, accountId, provider, device, claims, createdAt } = session;
  const at = first.at.toISOString();
  const { rows } = await tx.execute(sql`
    with signed_in as (
      update accounts set last_login_at = ${first.lastLoginAt.toISOString()}::timestamptz
      where id = ${accountId}::uuid and not disabled and date_trunc('milliseconds', valid_since) = ${first.validSince.toISOString()}::timestamptz
      returning id
    ), opened as (
      insert into sessions (id, account_id, provider, device, claims, created_at, last_used_at)
      select ${id}::uuid, signed_in.id, ${provider}, ${device}, ${claims === null ? null : JSON.stringify(claims)}::jsonb, ${createdAt.toISOString()}::timestamptz, ${at}::timestamptz from signed_in
      returning id
    )
    insert into refresh_tokens (hash, session_id, created_at) select ${first.tokenHash}, opened.id, ${at}::timestamptz from opened
    returning session_id`);
  return rows.length === 1;
}

/** The session and, unless it is gone, its account. */
export async function sessionWithAccount(tx: Tx, id: string): Promise<(FoundSession & { account: Account }) | null> {
  const [row] = await tx.select({ account: accountColumns, session: sessions }).from(sessions).innerJoin(accounts, eq(accounts.id, sessions.accountId)).where(eq(sessions.id, id));
  return row ? { ...toSession(row.session), account: toAccount(row.account) } : null;
}

/** The account of an identifier with one of its sessions, in one read. */
export async function accountWithSession(db: Queryable, localId: string, sessionId: string): Promise<{ account: Account; found: FoundSession | null } | null> {
  const [row] = await db
    .select({ account: accountColumns, session: sessions })
    .from(accounts)
    .leftJoin(sessions, and(eq(sessions.id, sessionId), eq(sessions.accountId, accounts.id)))
    .where(eq(accounts.localId, localId));
  return row ? { account: toAccount(row.account), found: row.session && toSession(row.session) } : null;
}

/** Open sessions, the last used first. */
export async function openSessions(db: Queryable, accountId: string): Promise<SessionView[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), isNull(sessions.revokedAt)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id));
  return rows.map(({ id, provider, device, createdAt, lastUsedAt }) => ({ id, provider: provider as Session['provider'], device, createdAt, lastUsedAt }));
}

export async function touchSession(tx: Tx, id: string, lastUsedAt: Date): Promise<void> {
  await tx.update(sessions).set({ lastUsedAt }).where(eq(sessions.id, id));
}

export async function revokeSession(tx: Queryable, id: string, revokedAt: Date): Promise<void> {
  await tx.update(sessions).set({ revokedAt }).where(and(eq(sessions.id, id), isNull(sessions.revokedAt)));
}

/** Ends an account's open sessions: all of them, all but one, or those that were opened in some way. Answers how many. */
export async function revokeSessionsOf(tx: Tx, accountId: string, which: { revokedAt: Date; except?: string; providers?: readonly string[] }): Promise<number> {
  const conditions: (SQL | undefined)[] = [eq(sessions.accountId, accountId), isNull(sessions.revokedAt)];
  if (which.except !== undefined) conditions.push(ne(sessions.id, which.except));
  if (which.providers !== undefined) conditions.push(inArray(sessions.provider, [...which.providers]));
  const ended = await tx.update(sessions).set({ revokedAt: which.revokedAt }).where(and(...conditions)).returning({ id: sessions.id });
  return ended.length;
}

export async function insertRefreshToken(tx: Queryable, row: { hash: string; sessionId: string; createdAt: Date }): Promise<void> {
  await tx.insert(refreshTokens).values(row);
}

/** The token's row, locked: of two requests with the same token the second one sees what the first one did. */
export async function lockRefreshToken(tx: Tx, hash: string): Promise<typeof refreshTokens.$inferSelect | null> {
  const [row] = await tx.select().from(refreshTokens).where(eq(refreshTokens.hash, hash)).for('update');
  return row ?? null;
}

/** The session of a refresh token, if it is this account's. */
export async function sessionOfRefreshToken(db: Queryable, hash: string, accountId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: sessions.id })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(and(eq(refreshTokens.hash, hash), eq(sessions.accountId, accountId)));
  return row?.id ?? null;
}

export async function markRefreshTokenUsed(tx: Tx, hash: string, use: { usedAt: Date; successorSealed: string }): Promise<void> {
  await tx.update(refreshTokens).set(use).where(eq(refreshTokens.hash, hash));
}

/** Forgets successors that can't be asked for any more, and rows older than `oldest` that no longer mean anything. */
export async function deleteDeadRows(db: Queryable, { graceOver, oldest }: { graceOver: Date; oldest: Date }): Promise<void> {
  await db.update(refreshTokens).set({ successorSealed: null }).where(and(lt(refreshTokens.usedAt, graceOver), isNotNull(refreshTokens.successorSealed)));
  await db.delete(refreshTokens).where(lt(refreshTokens.usedAt, oldest));
  await db.delete(sessions).where(lt(sessions.revokedAt, oldest));
  await db.delete(actionCodes).where(lt(actionCodes.expiresAt, oldest));
}
