import { and, asc, eq, inArray, isNull, ne, not, notExists, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/database.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { OrderStatus } from '../../shared/order-status.ts';
import { orderEvents, orderLines, orders, replacements } from './schema.ts';

/** Final states: nothing is left to deliver, refund or dispute, so the address is no longer needed. */
const CLOSED: OrderStatus[] = ['expired', 'payment_failed', 'fulfilled', 'refunded'];

/** History line of an order whose owner deleted the account. */
export const OWNER_DELETED = 'owner-deleted';

/** The replacement of the address; `.invalid` names are never delivered (RFC 2606). */
export const pseudonymOf = (accountId: string) => `deleted-${accountId}@invalid`;

/** True for the pseudonym of a deleted account. */
export const isPseudonym = (email: string) => email.endsWith('@invalid');

/**
 * Removes an account from its orders. Orders that provably belong to the owner get a note in their history: those that
 * the account ordered, paid, or whose address it verified, and guest orders of its verified address. An account that
 * added an order through its mailed link may belong to another person, to whom the mail was forwarded.
 */
export async function detachOwner(tx: Tx, accountId: string, verifiedEmailKey: string | null): Promise<void> {
  const left = await tx
    .update(orders)
    .set({ accountId: null, accountSince: null })
    .where(eq(orders.accountId, accountId))
    .returning({ id: orders.id, via: orders.accountVia, emailKey: orders.emailKey });
  const own = [
    ...left.filter(({ via, emailKey }) => via !== 'link' || emailKey === verifiedEmailKey),
    ...(verifiedEmailKey === null ? [] : await guestOrdersOf(tx, verifiedEmailKey)),
  ];
  if (own.length === 0) return;
  await tx.insert(orderEvents).values(
    own.map(({ id }) => ({
      id: uuidv7(),
      orderId: id,
      kind: OWNER_DELETED,
      detail: { account: accountId },
      at: new Date(),
    })),
  );
}

/** True for an order whose owner deleted the account. */
const ownerDeleted = sql`exists (select from ${orderEvents} where ${orderEvents.orderId} = ${orders.id} and ${orderEvents.kind} = ${OWNER_DELETED})`;

/** Orders of an address that belong to no account, except those of a deleted one; oldest first. */
export async function guestOrdersOf(db: Queryable, emailKey: string): Promise<{ id: string }[]> {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isNull(orders.accountId), eq(orders.emailKey, emailKey), not(ownerDeleted)))
    .orderBy(asc(orders.id));
}

/**
 * Replaces the address of closed orders of deleted accounts (of one account, or of all), and removes the days of their
 * trips, their travel dates and the places that plans were bought for. The data for tax law stays: number, date, line, amounts.
 */
export async function pseudonymiseClosed(tx: Tx, accountId?: string): Promise<string[]> {
  const owner = sql<string>`${orderEvents.detail} ->> 'account'`;
  const gone = await tx
    .select({ id: orders.id, owner })
    .from(orders)
    .innerJoin(orderEvents, and(eq(orderEvents.orderId, orders.id), eq(orderEvents.kind, OWNER_DELETED)))
    .where(
      and(
        inArray(orders.status, CLOSED),
        // In a partly delivered order, the refund of the rest may still be in progress.
        notExists(
          tx
            .select({ id: orderLines.id })
            .from(orderLines)
            .where(
              and(
                eq(orderLines.orderId, orders.id),
                inArray(orderLines.status, ['failed', 'refunding']),
                ne(orderLines.purpose, 'replacement'),
              ),
            ),
        ),
        // A confirmed replacement is delivered, and mailed, first.
        notExists(
          tx
            .select({ id: replacements.id })
            .from(replacements)
            .where(and(eq(replacements.orderId, orders.id), inArray(replacements.state, ['approved', 'delivering']))),
        ),
        // The order may have been added to another account meanwhile.
        isNull(orders.accountId),
        sql`${orders.email} not like 'deleted-%@invalid'`,
        accountId === undefined ? undefined : eq(owner, accountId),
      ),
    );
  for (const { id, owner: left } of gone) {
    await tx
      .update(orders)
      .set({ email: pseudonymOf(left), emailKey: pseudonymOf(left), tripDays: null, travelDate: null, timeZone: null })
      .where(eq(orders.id, id));
    await tx.update(orderLines).set({ placeSlug: null }).where(eq(orderLines.orderId, id));
    await tx
      .update(replacements)
      .set({ state: 'withdrawn', updatedAt: sql`now()` })
      .where(and(eq(replacements.orderId, id), eq(replacements.state, 'requested')));
  }
  return gone.map(({ id }) => id);
}
