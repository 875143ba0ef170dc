import { and, asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { type Queryable, statement, type Tx } from '../../db/database.ts';
import { type JsonOf, jsonOf, readerOf } from '../../db/json.ts';
import { accounts, knownDevices, providerLinks, secondFactors } from './schema.ts';
import type { Account, LinkedProvider, SecondFactor } from './types.ts';

/** Factors come from JSON, so their times are text. */
type FactorsOf = { secondFactors: JsonOf<SecondFactor>[] };
export type AccountRow = typeof accounts.$inferSelect & { providers: LinkedProvider[] } & FactorsOf;

/**
 * The links of each account in the same read. The table is named in full, because unqualified names would refer to the
 * inner table.
 */
const LINKED = `coalesce((
  select json_agg(json_build_object('provider', link.provider, 'rawId', link.raw_id, 'email', link.email, 'displayName', link.display_name) order by link.created_at, link.provider)
  from provider_links link where link.account_id = accounts.id), '[]'::json)`;

/** The second factors in the same read. */
const FACTORS = `coalesce((
  select json_agg(json_build_object('id', factor.id, 'wireId', coalesce(factor.given_id, factor.id::text), 'kind', factor.kind, 'displayName', factor.display_name, 'phoneNumber', factor.phone_number, 'enrolledAt', factor.enrolled_at) order by factor.enrolled_at, factor.id)
  from second_factors factor where factor.account_id = accounts.id), '[]'::json)`;

/** The columns of every account read, for the query builder. */
export const accountColumns = {
  ...getTableColumns(accounts),
  providers: sql.raw(LINKED) as SQL<LinkedProvider[]>,
  secondFactors: sql.raw(FACTORS) as SQL<JsonOf<SecondFactor>[]>,
};
/** The columns of every account read as one JSON value, for raw SQL, with its parser. */
export const ACCOUNT = jsonOf(accounts, { providers: LINKED, secondFactors: FACTORS });
export const readAccount = readerOf<AccountRow>(accounts);

/** Every column except the password's hash. */
export function toAccount({ emailKey: _key, passwordHash, secondFactors: factors, ...row }: AccountRow): Account {
  return Object.assign(row, {
    hasPassword: passwordHash !== null,
    secondFactors: factors.map((factor) => ({ ...factor, enrolledAt: new Date(factor.enrolledAt) })),
  });
}

export async function accountById(db: Queryable, id: string): Promise<Account | null> {
  const [row] = await db.select(accountColumns).from(accounts).where(eq(accounts.id, id));
  return row ? toAccount(row) : null;
}

/** The account's row, locked until the transaction ends. */
export async function lockAccount(tx: Tx, id: string): Promise<Account | null> {
  const [row] = await tx
    .select(accountColumns)
    .from(accounts)
    .where(eq(accounts.id, id))
    .for('update', { of: accounts });
  return row ? toAccount(row) : null;
}

export async function accountByLocalId(db: Queryable, localId: string): Promise<Account | null> {
  const [row] = await db.select(accountColumns).from(accounts).where(eq(accounts.localId, localId));
  return row ? toAccount(row) : null;
}

export async function accountByPhone(db: Queryable, phoneNumber: string): Promise<Account | null> {
  const [row] = await db.select(accountColumns).from(accounts).where(eq(accounts.phoneNumber, phoneNumber));
  return row ? toAccount(row) : null;
}

/** The account of a folded address. */
export async function accountByEmailKey(db: Queryable, emailKey: string): Promise<Account | null> {
  const [row] = await db.select(accountColumns).from(accounts).where(eq(accounts.emailKey, emailKey));
  return row ? toAccount(row) : null;
}

/** The account with a linked provider that has this folded address; the first that was linked. */
export async function accountByLinkedEmail(db: Queryable, emailKey: string): Promise<Account | null> {
  const [row] = await db
    .select(accountColumns)
    .from(accounts)
    .innerJoin(providerLinks, eq(providerLinks.accountId, accounts.id))
    .where(eq(sql`lower(${providerLinks.email})`, emailKey))
    .orderBy(asc(providerLinks.createdAt))
    .limit(1);
  return row ? toAccount(row) : null;
}

/** An account with its password hash. */
export type FoundCredentials = { account: Account; passwordHash: string | null };
type CredentialsRow = { account: JsonOf<AccountRow> };

const CREDENTIALS = `select ${ACCOUNT} as account from accounts`;

/** Accounts per browser that are checked: more than one household has. */
const ACCOUNTS_PER_DEVICE = 20;

const byAddress = statement<CredentialsRow>('identity_credentials', `${CREDENTIALS} where email_key = $1`);
// Found through the browser, never by the address (`||` prevents the use of its index). So for a browser that the account
// does not know, the work is the same whether or not the address exists.
const onDevice = statement<CredentialsRow>(
  'identity_credentials_on_device',
  `${CREDENTIALS} where accounts.id in (
    select account_id from known_devices where device_hash = $2 order by first_seen_at desc limit ${ACCOUNTS_PER_DEVICE}
  ) and email_key || '' = $1`,
);

/** The stored hash for a password check, by folded address; null when no account has the address. */
export async function credentials(db: Queryable, emailKey: string): Promise<FoundCredentials | null> {
  return readCredentials(await byAddress(db, [emailKey]));
}

/** The stored hash for a password check; null unless a browser (hash of its cookie) has signed in to this account before. */
export async function credentialsOnDevice(
  db: Queryable,
  emailKey: string,
  deviceHash: string,
): Promise<FoundCredentials | null> {
  return readCredentials(await onDevice(db, [emailKey, deviceHash]));
}

function readCredentials([row]: CredentialsRow[]): FoundCredentials | null {
  if (row === undefined) return null;
  return { account: toAccount(readAccount(row.account)), passwordHash: row.account.passwordHash };
}

export async function deleteDevices(tx: Tx, accountId: string): Promise<void> {
  await tx.delete(knownDevices).where(eq(knownDevices.accountId, accountId));
}

/** Null when the address or the identifier is taken, also in a race. */
export async function insertAccount(tx: Tx, row: typeof accounts.$inferInsert): Promise<Account | null> {
  const [inserted] = await tx.insert(accounts).values(row).onConflictDoNothing().returning();
  return inserted ? toAccount({ ...inserted, providers: [], secondFactors: [] }) : null;
}

/** Null when the account is gone. A taken address throws PostgreSQL's error; see `isTakenAddress`. */
export async function updateAccount(
  db: Queryable,
  id: string,
  change: Partial<Omit<typeof accounts.$inferSelect, 'id' | 'localId' | 'createdAt'>>,
): Promise<Account | null> {
  if (Object.keys(change).length === 0) return accountById(db, id);
  const [row] = await db.update(accounts).set(change).where(eq(accounts.id, id)).returning(accountColumns);
  return row ? toAccount(row) : null;
}

/** True when a statement failed because another account has the address. */
export const isTakenAddress = (error: unknown): boolean => breaks(error, 'accounts_email_key');

/** True when a statement failed because another account has the phone number. */
export const isTakenPhone = (error: unknown): boolean => breaks(error, 'accounts_phone_number');

function breaks(error: unknown, index: string): boolean {
  const { cause = error } = error as { cause?: unknown };
  const { code, constraint } = (cause ?? {}) as { code?: unknown; constraint?: unknown };
  return code === '23505' && constraint === index;
}

/** Stores a stronger hash of the same password, unless it was changed meanwhile. */
export async function replaceHash(db: Queryable, id: string, change: { from: string; to: string }): Promise<void> {
  await db
    .update(accounts)
    .set({ passwordHash: change.to })
    .where(and(eq(accounts.id, id), eq(accounts.passwordHash, change.from)));
}

export async function deleteAccount(tx: Tx, id: string): Promise<void> {
  await tx.delete(accounts).where(eq(accounts.id, id));
}

/** Removes some links, or all of them. */
export async function deleteLinks(
  tx: Tx,
  accountId: string,
  providers?: readonly LinkedProvider['provider'][],
): Promise<void> {
  const some = providers ? inArray(providerLinks.provider, [...providers]) : undefined;
  await tx.delete(providerLinks).where(and(eq(providerLinks.accountId, accountId), some));
}

export async function insertFactor(tx: Tx, row: typeof secondFactors.$inferInsert): Promise<void> {
  await tx.insert(secondFactors).values(row);
}

/** Replaces all factors of an account by these. */
export async function replaceFactors(
  tx: Tx,
  accountId: string,
  rows: (typeof secondFactors.$inferInsert)[],
): Promise<void> {
  await tx.delete(secondFactors).where(eq(secondFactors.accountId, accountId));
  if (rows.length > 0) await tx.insert(secondFactors).values(rows);
}

/** Removes some factors, or all of them. */
export async function deleteFactors(tx: Tx, accountId: string, ids?: readonly string[]): Promise<void> {
  const some = ids ? inArray(secondFactors.id, [...ids]) : undefined;
  await tx.delete(secondFactors).where(and(eq(secondFactors.accountId, accountId), some));
}
