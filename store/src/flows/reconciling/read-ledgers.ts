import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import type {
  LedgerProfile,
  OrderBooks,
  OrderLedgers,
  PaymentLedger,
  PaymentLedgerReader,
} from '../../modules/reconciliation/reconciliation.ts';

type Ports = { fulfilment: Fulfilment; ledger: PaymentLedgerReader };

/** The vendors' books since an instant, grouped by our ids. */
export type Ledgers = PaymentLedger & {
  profiles: LedgerProfile[];
  /** The entries of one order in the lists; null when the order is older than the lists. */
  of(books: OrderBooks): OrderLedgers | null;
};

/**
 * Reads the lists of both vendors. Payments come first, so that everything that follows a payment is in the later
 * lists.
 */
export async function readLedgers({ fulfilment, ledger }: Ports, since: Date | null): Promise<Ledgers> {
  const { payments, refunds, disputes } = await ledger.since(since);
  const profiles = await fulfilment.bookings(since);
  const paymentsOf = Map.groupBy(payments, ({ orderId }) => orderId);
  const refundsOf = Map.groupBy(refunds, ({ paymentIntentId }) => paymentIntentId);
  const disputesOf = Map.groupBy(disputes, ({ paymentIntentId }) => paymentIntentId);
  const profilesOf = Map.groupBy(profiles, ({ reference }) => reference);
  return {
    payments,
    refunds,
    disputes,
    profiles,
    of(books) {
      const listed = paymentsOf.get(books.orderId) ?? [];
      const isListed = books.payments.every((own) =>
        listed.some(({ paymentIntentId }) => paymentIntentId === own.paymentIntentId),
      );
      if (since !== null && !isListed) return null;
      return {
        payments: listed,
        refunds: listed.flatMap(({ paymentIntentId }) => refundsOf.get(paymentIntentId) ?? []),
        disputes: listed.flatMap(({ paymentIntentId }) => disputesOf.get(paymentIntentId) ?? []),
        profiles: books.lines.flatMap(({ reference }) => profilesOf.get(reference) ?? []),
      };
    },
  };
}

/** Looks one order up by its payments and its lines' references. Slower than the lists, but current. */
export async function lookUp(
  { fulfilment, ledger }: Ports,
  books: OrderBooks,
  listed: OrderLedgers | null,
): Promise<OrderLedgers> {
  const intents = new Set(
    [...books.payments, ...(listed?.payments ?? [])].flatMap(({ paymentIntentId }) => paymentIntentId ?? []),
  );
  const found: OrderLedgers = { payments: [], refunds: [], disputes: [], profiles: [] };
  for (const intent of intents) {
    const { payments, refunds, disputes } = await ledger.ofPayment(intent);
    found.payments.push(...payments);
    found.refunds.push(...refunds);
    found.disputes.push(...disputes);
  }
  for (const { reference } of books.lines) found.profiles.push(...(await fulfilment.bookingsOf(reference)));
  return found;
}
