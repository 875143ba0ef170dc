import { and, asc, desc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/database.ts';
import { paymentAttempts } from '../schema.ts';

export type AttemptRow = typeof paymentAttempts.$inferSelect;

export async function latestAttempt(db: Queryable, orderId: string): Promise<AttemptRow | null> {
  const [row] = await db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(desc(paymentAttempts.number))
    .limit(1);
  return row ?? null;
}

/** The last attempt with a page. */
export async function latestPage(db: Queryable, orderId: string): Promise<AttemptRow | null> {
  const [row] = await db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), eq(paymentAttempts.kind, 'page')))
    .orderBy(desc(paymentAttempts.number))
    .limit(1);
  return row ?? null;
}

export async function findAttempt(db: Queryable, id: string): Promise<AttemptRow | null> {
  const [row] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.id, id));
  return row ?? null;
}

export async function findAttemptOfPage(db: Queryable, provider: string, pageRef: string): Promise<AttemptRow | null> {
  const [row] = await db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.pageRef, pageRef), eq(paymentAttempts.provider, provider)));
  return row ?? null;
}

export async function findAttemptOfPayment(
  db: Queryable,
  provider: string,
  paymentRef: string,
): Promise<AttemptRow | null> {
  const [row] = await db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.paymentRef, paymentRef), eq(paymentAttempts.provider, provider)));
  return row ?? null;
}

/** The payment that counts for the order: settled as paid and not surplus. */
/** The newest ones: a card of so many orders is a card of several people. */
const MAX_ORDERS_OF_CARD = 1_000;

export async function ordersPaidWith(
  db: Queryable,
  { cardBrand, cardLast4 }: { cardBrand: string; cardLast4: string },
  days: number,
): Promise<string[]> {
  const rows = await db
    .select({ orderId: paymentAttempts.orderId })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.cardLast4, cardLast4),
        eq(paymentAttempts.cardBrand, cardBrand),
        sql`${paymentAttempts.settledAt} > now() - make_interval(days => ${days}::int)`,
      ),
    )
    .orderBy(desc(paymentAttempts.settledAt))
    .limit(MAX_ORDERS_OF_CARD);
  return rows.map(({ orderId }) => orderId);
}

export async function findPaidAttempt(db: Queryable, orderId: string): Promise<AttemptRow | null> {
  const [row] = await db
    .select()
    .from(paymentAttempts)
    .where(
      and(eq(paymentAttempts.orderId, orderId), eq(paymentAttempts.status, 'paid'), eq(paymentAttempts.surplus, false)),
    )
    .orderBy(asc(paymentAttempts.settledAt))
    .limit(1);
  return row ?? null;
}

/** False when another process inserted this number first. */
export async function insertAttempt(db: Queryable, row: AttemptRow): Promise<boolean> {
  const inserted = await db
    .insert(paymentAttempts)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: paymentAttempts.id });
  return inserted.length > 0;
}

/** Compare-and-set: changes an attempt in one of the given states; false when it has another state. */
export async function updateAttempt(
  db: Queryable,
  id: string,
  from: AttemptRow['status'][],
  change: Partial<AttemptRow>,
): Promise<boolean> {
  const changed = await db
    .update(paymentAttempts)
    .set(change)
    .where(and(eq(paymentAttempts.id, id), inArray(paymentAttempts.status, from)))
    .returning({ id: paymentAttempts.id });
  return changed.length > 0;
}

/**
 * Claims open attempts of these providers that are due for a check. The interval grows to a quarter of the attempt's age,
 * so that a page that stays open all day costs about thirty calls.
 */
export async function takeUnsettled(
  db: Queryable,
  { providers, afterSeconds, limit }: { providers: string[]; afterSeconds: number; limit: number },
): Promise<{ id: string }[]> {
  const { status, createdAt, checkedAt, id, provider } = paymentAttempts;
  const due = sql`coalesce(${checkedAt}, ${createdAt}) < now() - greatest(make_interval(secs => ${afterSeconds}), (now() - ${createdAt}) / 4)`;
  const oldest = db
    .select({ id })
    .from(paymentAttempts)
    .where(and(inArray(status, ['opening', 'open']), inArray(provider, providers), due))
    .orderBy(asc(createdAt))
    .limit(limit);
  return db
    .update(paymentAttempts)
    .set({ checkedAt: sql`clock_timestamp()` })
    .where(inArray(id, oldest))
    .returning({ id });
}

/** Compare-and-set: stores this as the newest reading of the payment; false when a newer one was stored already. */
export async function claimReading(db: Queryable, id: string, readAt: Date): Promise<boolean> {
  const claimed = await db
    .update(paymentAttempts)
    .set({ syncedAt: readAt })
    .where(and(eq(paymentAttempts.id, id), or(isNull(paymentAttempts.syncedAt), lte(paymentAttempts.syncedAt, readAt))))
    .returning({ id: paymentAttempts.id });
  return claimed.length > 0;
}

export async function attemptsOf(db: Queryable, orderId: string): Promise<AttemptRow[]> {
  return db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(asc(paymentAttempts.number));
}

/** The orders of these payments of a provider. */
export async function ordersOfPayments(db: Queryable, provider: string, paymentRefs: string[]): Promise<string[]> {
  const found: string[] = [];
  for (let at = 0; at < paymentRefs.length; at += 1_000) {
    const rows = await db
      .select({ orderId: paymentAttempts.orderId })
      .from(paymentAttempts)
      .where(
        and(
          inArray(paymentAttempts.paymentRef, paymentRefs.slice(at, at + 1_000)),
          eq(paymentAttempts.provider, provider),
        ),
      );
    found.push(...rows.map(({ orderId }) => orderId));
  }
  return found;
}
