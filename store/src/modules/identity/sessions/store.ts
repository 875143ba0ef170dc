import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { type Db, type Queryable, statement, type Tx } from '../../../db/database.ts';
import { deleteRows } from '../../../db/delete-rows.ts';
import { type JsonOf, jsonOf, readerOf } from '../../../db/json.ts';
import { uuidv7 } from '../../../shared/ids.ts';
import { accounts, refreshTokens, sessions } from '../schema.ts';
import { HAS_SECOND_FACTOR } from '../second-factor-rule.ts';
import { ACCOUNT, accountColumns, type AccountRow, readAccount, toAccount } from '../store.ts';
import type { Account, SecurityEventDetail, SecurityEventKind, Session, SessionView } from '../types.ts';

type Row = typeof sessions.$inferSelect;
export type FoundSession = { session: Session; revokedAt: Date | null };

function toSession({ lastUsedAt: _used, revokedAt, provider, ...session }: Row): FoundSession {
  return { session: { ...session, provider: provider as Session['provider'] }, revokedAt };
}

/** The values that are written when a session opens; the times are those of the account as it was read. */
type Opening = { validSince: Date; lastLoginAt: Date; tokenHash: string; at: Date; audit: Audit | undefined };
/** The audit line; `deviceHash` is that of the browser's secret, null for a caller without cookies. */
type Audit = { kind: SecurityEventKind; detail: SecurityEventDetail; deviceHash: string | null };

/**
 * Opens a session with its first refresh token, stores the sign-in time and the audit line, and remembers the browser,
 * in one statement, because every sign-in waits for it. Returns null and writes nothing when the account was disabled,
 * its credentials changed or it got a second factor since it was read, or, with `onlyIfKnown`, when the account does not
 * know the browser.
 */
export async function insertSession(
  db: Queryable,
  session: Session,
  opening: Opening,
  { onlyIfKnown = false } = {},
): Promise<{ knewDevice: boolean } | null> {
  const [opened] = await openingStatement(db, [JSON.stringify({ session, opening, eventId: uuidv7(), onlyIfKnown })]);
  return opened ? { knewDevice: !opened.remembered } : null;
}

/** The input of the statement as one row; its names are those of the types above. */
const GIVEN = `select * from
  json_to_record($1::json) as given ("eventId" uuid, "onlyIfKnown" boolean),
  json_to_record($1::json -> 'session') as session (id uuid, "accountId" uuid, provider text, device text, claims jsonb, "secondFactor" jsonb, "createdAt" timestamptz),
  json_to_record($1::json -> 'opening') as opening ("validSince" timestamptz, "lastLoginAt" timestamptz, "tokenHash" text, at timestamptz),
  json_to_record(coalesce($1::json -> 'opening' -> 'audit', '{}')) as audit (kind text, detail jsonb, "deviceHash" text)`;
/** A sign-in has a line of the audit log. Another session continues one and has proved what that one proved. */
const IS_SIGN_IN = 'kind is not null';
/** The account is enabled, and its credentials are those that were proved. */
const IS_AS_READ = `not disabled and date_trunc('milliseconds', valid_since) = "validSince"`;
const KNOWS_BROWSER = `exists (select from known_devices where account_id = "accountId" and device_hash = "deviceHash")`;

const openingStatement = statement<{ remembered: boolean }>(
  'identity_open_session',
  `with given as (${GIVEN}), signed_in as (
    update accounts set last_login_at = "lastLoginAt" from given
    where accounts.id = "accountId" and ${IS_AS_READ}
      and (not (${IS_SIGN_IN}) or ${HAS_SECOND_FACTOR})
      and (not "onlyIfKnown" or ${KNOWS_BROWSER})
    returning given.*
  ), opened as (
    insert into sessions (id, account_id, provider, device, claims, second_factor, created_at, last_used_at)
    select id, "accountId", provider, device, claims, "secondFactor", "createdAt", at from signed_in returning id
  ), token as (
    insert into refresh_tokens (hash, session_id, created_at) select "tokenHash", opened.id, at from opened, signed_in
  ), line as (
    insert into security_events (id, account_id, kind, detail, at)
    select "eventId", "accountId", kind, detail, at from signed_in where ${IS_SIGN_IN}
  ), browser as (
    insert into known_devices (account_id, device_hash, first_seen_at)
    select "accountId", "deviceHash", at from signed_in where "deviceHash" is not null and not "onlyIfKnown"
    on conflict do nothing returning account_id
  )
  select "deviceHash" is null or exists (select from browser) as remembered from signed_in`,
);

export async function sessionById(tx: Tx, id: string): Promise<FoundSession | null> {
  const [row] = await tx.select().from(sessions).where(eq(sessions.id, id));
  return row ? toSession(row) : null;
}

/** The session and, unless it is gone, its account. */
export async function sessionWithAccount(tx: Tx, id: string): Promise<(FoundSession & { account: Account }) | null> {
  const [row] = await tx
    .select({ account: accountColumns, session: sessions })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(eq(sessions.id, id));
  return row ? { ...toSession(row.session), account: toAccount(row.account) } : null;
}

/** Read together, because every call of a signed-in user needs both. */
type Both = { account: Account; found: FoundSession | null };
type BothRow = { account: JsonOf<AccountRow>; session: JsonOf<Row> | null };

const BOTH = `select ${ACCOUNT} as account, case when sessions.id is not null then ${jsonOf(sessions)} end as session
  from accounts left join sessions on sessions.id = $1 and sessions.account_id = accounts.id`;
const readSession = readerOf<Row>(sessions);
const byLocalId = statement<BothRow>('identity_account_with_session', `${BOTH} where local_id = $2`);
const bySession = statement<BothRow>(
  'identity_session_with_account',
  `${BOTH} where accounts.id = (select account_id from sessions where id = $1)`,
);

function toBoth({ account, session }: BothRow): Both {
  return { account: toAccount(readAccount(account)), found: session && toSession(readSession(session)) };
}

/** A session with its account. */
export async function accountOfSession(db: Db, sessionId: string): Promise<Both | null> {
  const [row] = await bySession(db, [sessionId]);
  return row ? toBoth(row) : null;
}

/** The account of an identifier with one of its sessions. */
export async function accountWithSession(db: Db, localId: string, sessionId: string): Promise<Both | null> {
  const [row] = await byLocalId(db, [sessionId, localId]);
  return row ? toBoth(row) : null;
}

/**
 * Exchanges an unused refresh token for its successor, in one statement and one read, because it delays every page that
 * is opened after an hour. Returns null and writes nothing in every other case: see `lockRefreshToken`.
 */
export async function tradeRefreshToken(
  db: Db,
  hash: string,
  successor: { hash: string; sealed: string; at: Date },
  { usedBefore, openedBefore }: SessionBounds,
): Promise<{ session: Session; account: Account } | null> {
  const [traded] = await tradeStatement(db, [
    hash,
    successor.hash,
    successor.sealed,
    successor.at,
    usedBefore,
    openedBefore ?? null,
  ]);
  const [row] = traded ? await bySession(db, [traded.id]) : [];
  const { account, found } = row ? toBoth(row) : {};
  return account && found ? { account, session: found.session } : null;
}

/** The session is open and within its bounds ($5: `usedBefore`, $6: `openedBefore`), and its account is enabled. */
const IS_USABLE = `revoked_at is null and not disabled
  and last_used_at >= $5::timestamptz and ($6::timestamptz is null or sessions.created_at >= $6)`;

const tradeStatement = statement<{ id: string }>(
  'identity_trade_refresh_token',
  `with used as (
    update refresh_tokens set used_at = $4::timestamptz, successor_sealed = $3::text
    where hash = $1::text and used_at is null
      and exists (select from sessions join accounts on accounts.id = sessions.account_id
        where sessions.id = session_id and ${IS_USABLE})
    returning session_id
  ), successor as (
    insert into refresh_tokens (hash, session_id, created_at) select $2::text, session_id, $4::timestamptz from used
  )
  update sessions set last_used_at = $4::timestamptz from used where sessions.id = used.session_id returning sessions.id`,
);

/** Open sessions, last used first. */
export async function openSessions(db: Queryable, accountId: string): Promise<SessionView[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), isNull(sessions.revokedAt)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id));
  return rows.map(({ id, provider, device, createdAt, lastUsedAt }) => ({
    id,
    provider: provider as Session['provider'],
    device,
    createdAt,
    lastUsedAt,
  }));
}

export async function revokeSession(tx: Queryable, id: string, revokedAt: Date): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt })
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)));
}

/** Stores the second factor that a session has proved. */
export async function setSecondFactor(tx: Tx, id: string, secondFactor: Session['secondFactor']): Promise<void> {
  await tx.update(sessions).set({ secondFactor }).where(eq(sessions.id, id));
}

export async function setProvider(tx: Tx, id: string, provider: Session['provider']): Promise<void> {
  await tx.update(sessions).set({ provider }).where(eq(sessions.id, id));
}

/**
 * Ends an account's open sessions: all of them, all but one, or those opened with a given provider or factor. Returns
 * their number.
 */
export async function revokeSessionsOf(
  tx: Tx,
  accountId: string,
  which: { revokedAt: Date; except?: string; providers?: readonly string[]; factor?: string },
): Promise<number> {
  const conditions: (SQL | undefined)[] = [eq(sessions.accountId, accountId), isNull(sessions.revokedAt)];
  if (which.except !== undefined) conditions.push(ne(sessions.id, which.except));
  if (which.providers !== undefined) conditions.push(inArray(sessions.provider, [...which.providers]));
  if (which.factor !== undefined) conditions.push(eq(sql`${sessions.secondFactor} ->> 'id'`, which.factor));
  const ended = await tx
    .update(sessions)
    .set({ revokedAt: which.revokedAt })
    .where(and(...conditions))
    .returning({ id: sessions.id });
  return ended.length;
}

/** A session expires when it was not used since `usedBefore` or was opened before `openedBefore`. */
export type SessionBounds = { usedBefore: Date; openedBefore: Date | undefined };

/** Ends expired sessions, or only the named one if it has expired. */
export async function revokeOverSessions(
  db: Queryable,
  { usedBefore, openedBefore }: SessionBounds,
  { revokedAt, id }: { revokedAt: Date; id?: string },
): Promise<void> {
  // A session is never used before it is opened, so both conditions can use the index on `createdAt`.
  const idle = and(lt(sessions.createdAt, usedBefore), lt(sessions.lastUsedAt, usedBefore));
  await db
    .update(sessions)
    .set({ revokedAt })
    .where(
      and(
        isNull(sessions.revokedAt),
        id === undefined ? undefined : eq(sessions.id, id),
        openedBefore ? or(idle, lt(sessions.createdAt, openedBefore)) : idle,
      ),
    );
}

/** False when the session is gone, also in a race. */
export async function insertRefreshToken(
  tx: Queryable,
  { hash, sessionId, createdAt }: { hash: string; sessionId: string; createdAt: Date },
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into refresh_tokens (hash, session_id, created_at)
    select ${hash}, id, ${createdAt.toISOString()}::timestamptz from sessions where id = ${sessionId} for key share`);
  return rowCount === 1;
}

/** Locks the token's row: the second of two requests with the same token sees the changes of the first. */
export async function lockRefreshToken(tx: Tx, hash: string): Promise<typeof refreshTokens.$inferSelect | null> {
  const [row] = await tx.select().from(refreshTokens).where(eq(refreshTokens.hash, hash)).for('update');
  return row ?? null;
}

/** True when a refresh token was exchanged. */
export async function isUsedToken(db: Queryable, hash: string): Promise<boolean> {
  const [row] = await db
    .select({ usedAt: refreshTokens.usedAt })
    .from(refreshTokens)
    .where(eq(refreshTokens.hash, hash));
  return row?.usedAt != null;
}

/** The session of a refresh token, if it belongs to this account. */
export async function sessionOfRefreshToken(db: Queryable, hash: string, accountId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: sessions.id })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(and(eq(refreshTokens.hash, hash), eq(sessions.accountId, accountId)));
  return row?.id ?? null;
}

/** Deletes successors after the grace period, and obsolete rows older than `oldest`. */
export async function deleteDeadRows(
  db: Queryable,
  { graceOver, oldest }: { graceOver: Date; oldest: Date },
): Promise<void> {
  await db
    .update(refreshTokens)
    .set({ successorSealed: null })
    .where(and(lt(refreshTokens.usedAt, graceOver), isNotNull(refreshTokens.successorSealed)));
  await deleteRows(db, refreshTokens, lt(refreshTokens.usedAt, oldest));
  await deleteRows(db, sessions, lt(sessions.revokedAt, oldest));
}
