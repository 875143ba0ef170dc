import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import type { Currency } from '../../shared/money.ts';
import { isWhole, namesNoLine, sharesOf } from './refunds/refund-lines.ts';
import { disputes, paymentAttempts, refunds } from './schema.ts';

/** Our books of an order's money: attempts that count as paid, and the vendor's later answers. */
export type MoneyBooks = {
  attempts: {
    attemptId: string;
    provider: string;
    paymentRef: string | null;
    amount: number;
    currency: Currency;
  }[];
  /** `lines`: the rest of the order, or cents by line id; null: not decided. */
  refunds: {
    provider: string;
    vendorId: string;
    lines: 'all' | Readonly<Record<string, number>> | null;
    amount: number;
    currency: Currency;
    status: 'pending' | 'succeeded' | 'failed';
  }[];
  /** `open`: it holds money, and is not decided. */
  disputes: {
    provider: string;
    vendorId: string;
    amount: number;
    currency: Currency;
    status: string;
    open: boolean;
  }[];
  /** The last change among them; null without any. */
  changedAt: Date | null;
};

/** Reads the books of many orders with one query per table. */
export async function readMoneyBooks(db: Queryable, orderIds: string[]): Promise<Map<string, MoneyBooks>> {
  if (orderIds.length === 0) return new Map();
  const [paid, given, disputed] = await Promise.all([
    db
      .select()
      .from(paymentAttempts)
      .where(and(inArray(paymentAttempts.orderId, orderIds), eq(paymentAttempts.status, 'paid'))),
    db.select().from(refunds).where(inArray(refunds.orderId, orderIds)),
    db.select().from(disputes).where(inArray(disputes.orderId, orderIds)),
  ]);
  const attemptsOf = Map.groupBy(paid, ({ orderId }) => orderId);
  const refundsOf = Map.groupBy(given, ({ orderId }) => orderId);
  const disputesOf = Map.groupBy(disputed, ({ orderId }) => orderId);
  return new Map(
    orderIds.map((id) => {
      const rows = {
        attempts: attemptsOf.get(id) ?? [],
        refunds: refundsOf.get(id) ?? [],
        disputes: disputesOf.get(id) ?? [],
      };
      const changes = [
        ...rows.attempts.map(({ settledAt }) => settledAt),
        ...[...rows.refunds, ...rows.disputes].map(({ updatedAt }) => updatedAt),
      ].flatMap((at) => at?.getTime() ?? []);
      return [
        id,
        {
          attempts: rows.attempts.map(({ id: attemptId, provider, paymentRef, ...attempt }) => ({
            attemptId,
            provider,
            paymentRef,
            amount: attempt.takenAmount ?? attempt.amount,
            currency: attempt.takenCurrency ?? attempt.currency,
          })),
          refunds: rows.refunds.flatMap((refund) => {
            const { provider, vendorId, amount, currency, status } = refund;
            const lines = isWhole(refund) ? 'all' : namesNoLine(refund) ? null : sharesOf(refund);
            return vendorId === null
              ? []
              : [{ provider, vendorId, lines, amount, currency, status: vendorStatus(status) }];
          }),
          disputes: rows.disputes.map(({ provider, vendorId, amount, currency, status, kind, outcome }) => ({
            provider,
            vendorId,
            amount,
            currency,
            status,
            open: kind === 'dispute' && outcome === null,
          })),
          changedAt: changes.length > 0 ? new Date(Math.max(...changes)) : null,
        },
      ];
    }),
  );
}

/**
 * The vendor's state of a refund with this state in our books. One that an operator closed has failed at the vendor.
 */
function vendorStatus(status: (typeof refunds.$inferSelect)['status']): 'pending' | 'succeeded' | 'failed' {
  if (status === 'succeeded') return 'succeeded';
  return status === 'requested' || status === 'pending' ? 'pending' : 'failed';
}
