import { and, asc, desc, eq, ilike, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../db/database.ts';
import { accounts, providerLinks } from '../schema.ts';
import { accountColumns, toAccount } from '../store.ts';
import type { Account, LinkedProvider, LinkedProviderId } from '../types.ts';

/** Search keys of accounts; an account that matches any of them is found. `emailKeys` are folded addresses. */
export type AccountKeys = {
  localIds?: readonly string[];
  emailKeys?: readonly string[];
  phoneNumbers?: readonly string[];
  federated?: readonly { provider: string; rawId: string }[];
};

export async function accountsBy(
  db: Queryable,
  { localIds = [], emailKeys = [], phoneNumbers = [], federated = [] }: AccountKeys,
): Promise<Account[]> {
  const conditions: (SQL | undefined)[] = [
    localIds.length > 0 ? inArray(accounts.localId, [...localIds]) : undefined,
    emailKeys.length > 0 ? inArray(accounts.emailKey, [...emailKeys]) : undefined,
    phoneNumbers.length > 0 ? inArray(accounts.phoneNumber, [...phoneNumbers]) : undefined,
    federated.length > 0
      ? inArray(
          accounts.id,
          db
            .select({ id: providerLinks.accountId })
            .from(providerLinks)
            .where(
              or(
                ...federated.map(({ provider, rawId }) =>
                  and(eq(providerLinks.provider, provider as LinkedProviderId), eq(providerLinks.rawId, rawId)),
                ),
              ),
            ),
        )
      : undefined,
  ].filter((condition) => condition !== undefined);
  if (conditions.length === 0) return [];
  const rows = await db
    .select(accountColumns)
    .from(accounts)
    .where(or(...conditions));
  return rows.map(toAccount);
}

/** Accounts with this text in their name, by name. Reads the table: for operators alone. */
export async function accountsByName(db: Queryable, part: string, limit: number): Promise<Account[]> {
  const rows = await db
    .select(accountColumns)
    .from(accounts)
    .where(ilike(accounts.displayName, `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`))
    .orderBy(asc(accounts.displayName), asc(accounts.id))
    .limit(limit);
  return rows.map(toAccount);
}

/** The account's row, locked until the transaction ends. */
export async function lockByLocalId(tx: Tx, localId: string): Promise<Account | null> {
  const [row] = await tx
    .select(accountColumns)
    .from(accounts)
    .where(eq(accounts.localId, localId))
    .for('update', { of: accounts });
  return row ? toAccount(row) : null;
}

/** False when this identity at the provider is linked to another account. A link of the same provider is replaced. */
export async function setLink(tx: Tx, link: LinkedProvider & { accountId: string; createdAt: Date }): Promise<boolean> {
  await tx
    .delete(providerLinks)
    .where(and(eq(providerLinks.accountId, link.accountId), eq(providerLinks.provider, link.provider)));
  const set = await tx
    .insert(providerLinks)
    .values(link)
    .onConflictDoNothing()
    .returning({ rawId: providerLinks.rawId });
  return set.length > 0;
}

/** The sort columns of `accounts:query`. */
const SORTED_BY = {
  USER_ID: accounts.localId,
  NAME: accounts.displayName,
  CREATED_AT: accounts.createdAt,
  LAST_LOGIN_AT: accounts.lastLoginAt,
  USER_EMAIL: accounts.email,
} as const;

export type AccountQuery = {
  keys: AccountKeys | null;
  sortBy: keyof typeof SORTED_BY;
  descending: boolean;
  limit: number;
  offset: number;
};

/** One page of all accounts, for administrators: it sorts the whole table. */
export async function pageOfAccounts(
  db: Queryable,
  { sortBy, descending, limit, offset }: Omit<AccountQuery, 'keys'>,
): Promise<Account[]> {
  const by = SORTED_BY[sortBy];
  const rows = await db
    .select(accountColumns)
    .from(accounts)
    .orderBy(descending ? desc(by) : asc(by), asc(accounts.id))
    .limit(limit)
    .offset(offset);
  return rows.map(toAccount);
}

export async function countAccounts(db: Queryable): Promise<number> {
  const [row] = await db.select({ count: sql<string>`count(*)` }).from(accounts);
  return Number(row?.count ?? 0);
}
