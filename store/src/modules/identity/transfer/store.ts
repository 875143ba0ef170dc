import { and, asc, eq, gt, inArray, or } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../db/database.ts';
import { accounts, providerLinks, secondFactors, securityEvents } from '../schema.ts';
import { accountColumns, toAccount } from '../store.ts';
import type { Account, LinkedProvider } from '../types.ts';

type AccountInsert = typeof accounts.$inferInsert;

/** The existing accounts that hold unique values of the rows. */
export async function holdersOf(
  tx: Queryable,
  rows: readonly Pick<AccountInsert, 'localId' | 'emailKey' | 'phoneNumber'>[],
): Promise<{ id: string; localId: string; emailKey: string | null; phoneNumber: string | null }[]> {
  const known = <T>(values: (T | null | undefined)[]) =>
    values.filter((value) => value !== null && value !== undefined);
  return tx
    .select({
      id: accounts.id,
      localId: accounts.localId,
      emailKey: accounts.emailKey,
      phoneNumber: accounts.phoneNumber,
    })
    .from(accounts)
    .where(
      or(
        inArray(accounts.localId, known(rows.map(({ localId }) => localId))),
        inArray(accounts.emailKey, known(rows.map(({ emailKey }) => emailKey))),
        inArray(accounts.phoneNumber, known(rows.map(({ phoneNumber }) => phoneNumber))),
      ),
    );
}

/** The links that exist for these accounts at other providers. */
export async function linksOf(
  tx: Queryable,
  links: readonly Pick<LinkedProvider, 'provider' | 'rawId'>[],
): Promise<{ provider: string; rawId: string; localId: string }[]> {
  if (links.length === 0) return [];
  const byProvider = Map.groupBy(links, ({ provider }) => provider);
  const wanted = [...byProvider].map(([provider, some]) =>
    and(
      eq(providerLinks.provider, provider),
      inArray(
        providerLinks.rawId,
        some.map(({ rawId }) => rawId),
      ),
    ),
  );
  return tx
    .select({ provider: providerLinks.provider, rawId: providerLinks.rawId, localId: accounts.localId })
    .from(providerLinks)
    .innerJoin(accounts, eq(accounts.id, providerLinks.accountId))
    .where(or(...wanted));
}

/** Fails as a whole when a unique value was taken meanwhile. */
export async function insertAccounts(
  tx: Tx,
  rows: {
    accounts: AccountInsert[];
    links: (typeof providerLinks.$inferInsert)[];
    factors: (typeof secondFactors.$inferInsert)[];
    events: (typeof securityEvents.$inferInsert)[];
  },
): Promise<void> {
  if (rows.accounts.length > 0) await tx.insert(accounts).values(rows.accounts);
  if (rows.links.length > 0) await tx.insert(providerLinks).values(rows.links);
  if (rows.factors.length > 0) await tx.insert(secondFactors).values(rows.factors);
  if (rows.events.length > 0) await tx.insert(securityEvents).values(rows.events);
}

/** Accounts after a given one, ordered by identifier, with their password hashes. */
export async function pageOfAccounts(
  db: Queryable,
  { after, limit }: { after: string; limit: number },
): Promise<{ account: Account; passwordHash: string | null }[]> {
  const rows = await db
    .select(accountColumns)
    .from(accounts)
    .where(gt(accounts.localId, after))
    .orderBy(asc(accounts.localId))
    .limit(limit);
  return rows.map((row) => ({ account: toAccount(row), passwordHash: row.passwordHash }));
}
