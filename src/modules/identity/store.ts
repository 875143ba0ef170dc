import { and, desc, eq, isNull, isNotNull, lt, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/database.ts';
import { accounts, actionCodes, refreshTokens, sessions, signingKeys } from './schema.ts';
import type { Account, Session } from './types.ts';

type AccountRow = typeof accounts.$inferSelect;

/** Every column but the password's hash. */
function toAccount({ emailKey: _key, passwordHash, ...row }: AccountRow): Account {
  return { ...row, hasPassword: passwordHash !== null };
}

export async function accountById(db: Queryable, id: string): Promise<Account | null> {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, id));
  return row ? toAccount(row) : null;
}

export async function accountByLocalId(db: Queryable, localId: string): Promise<Account | null> {
  const [row] = await db.select().from(accounts).where(eq(accounts.localId, localId));
  return row ? toAccount(row) : null;
}

/** The account of a folded address with its password's hash: for checking a password only. */
export async function credentialsOf(db: Queryable, emailKey: string): Promise<{ account: Account; passwordHash: string | null } | null> {
  const [row] = await db.select().from(accounts).where(eq(accounts.emailKey, emailKey));
  return row ? { account: toAccount(row), passwordHash: row.passwordHash } : null;
}

/** Null when the address is taken (also by a transaction that committed meanwhile). */
export async function insertAccount(tx: Tx, row: typeof accounts.$inferInsert): Promise<Account | null> {
  const [inserted] = await tx.insert(accounts).values(row).onConflictDoNothing({ target: accounts.emailKey }).returning();
  return inserted ? toAccount(inserted) : null;
}

/** Null when the account is gone. */
export async function updateAccount(
  db: Queryable,
  id: string,
  change: Partial<Pick<AccountRow, 'displayName' | 'photoUrl' | 'emailVerified' | 'lastLoginAt'>>,
): Promise<Account | null> {
  if (Object.keys(change).length === 0) return accountById(db, id);
  const [row] = await db.update(accounts).set(change).where(eq(accounts.id, id)).returning();
  return row ? toAccount(row) : null;
}

export async function insertSession(tx: Tx, session: Session, lastUsedAt: Date): Promise<void> {
  await tx.insert(sessions).values({ ...session, lastUsedAt });
}

/** The session and, unless it is gone, its account. */
export async function sessionWithAccount(tx: Tx, id: string): Promise<{ session: Session; revokedAt: Date | null; account: Account } | null> {
  const [row] = await tx.select().from(sessions).innerJoin(accounts, eq(accounts.id, sessions.accountId)).where(eq(sessions.id, id));
  if (!row) return null;
  const { lastUsedAt: _used, revokedAt, provider, ...session } = row.sessions;
  return { session: { ...session, provider: provider as Session['provider'] }, revokedAt, account: toAccount(row.accounts) };
}

export async function touchSession(tx: Tx, id: string, lastUsedAt: Date): Promise<void> {
  await tx.update(sessions).set({ lastUsedAt }).where(eq(sessions.id, id));
}

export async function revokeSession(tx: Tx, id: string, revokedAt: Date): Promise<void> {
  await tx.update(sessions).set({ revokedAt }).where(and(eq(sessions.id, id), isNull(sessions.revokedAt)));
}

export async function insertRefreshToken(tx: Tx, row: { hash: string; sessionId: string; createdAt: Date }): Promise<void> {
  await tx.insert(refreshTokens).values(row);
}

/** The token's row, locked: of two requests with the same token the second one sees what the first one did. */
export async function lockRefreshToken(tx: Tx, hash: string): Promise<typeof refreshTokens.$inferSelect | null> {
  const [row] = await tx.select().from(refreshTokens).where(eq(refreshTokens.hash, hash)).for('update');
  return row ?? null;
}

export async function markRefreshTokenUsed(tx: Tx, hash: string, use: { usedAt: Date; successorSealed: string }): Promise<void> {
  await tx.update(refreshTokens).set(use).where(eq(refreshTokens.hash, hash));
}

export async function insertActionCode(db: Queryable, row: typeof actionCodes.$inferInsert): Promise<void> {
  await db.insert(actionCodes).values(row);
}

/** Uses the code up and answers with it; null when it is unknown or was used before. */
export async function takeActionCode(tx: Tx, hash: string, usedAt: Date): Promise<typeof actionCodes.$inferSelect | null> {
  const [row] = await tx
    .update(actionCodes)
    .set({ usedAt })
    .where(and(eq(actionCodes.hash, hash), isNull(actionCodes.usedAt)))
    .returning();
  return row ?? null;
}

export async function allSigningKeys(db: Queryable): Promise<(typeof signingKeys.$inferSelect)[]> {
  return db.select().from(signingKeys).orderBy(desc(signingKeys.createdAt), desc(signingKeys.kid));
}

export async function insertSigningKey(tx: Tx, row: typeof signingKeys.$inferInsert): Promise<void> {
  await tx.insert(signingKeys).values(row);
}

/** One process at a time may decide that a signing key is missing; held until the transaction ends. */
export async function lockSigningKeys(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('identity.signing-keys', 0))`);
}

/** Forgets successors that can't be asked for any more, and rows older than `oldest` that no longer mean anything. */
export async function deleteDeadRows(db: Queryable, { graceOver, oldest }: { graceOver: Date; oldest: Date }): Promise<void> {
  await db.update(refreshTokens).set({ successorSealed: null }).where(and(lt(refreshTokens.usedAt, graceOver), isNotNull(refreshTokens.successorSealed)));
  await db.delete(refreshTokens).where(lt(refreshTokens.usedAt, oldest));
  await db.delete(sessions).where(lt(sessions.revokedAt, oldest));
  await db.delete(actionCodes).where(lt(actionCodes.expiresAt, oldest));
}
