import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import type {
  LedgerProfile,
  OrderBooks,
  OrderLedgers,
  PaymentLedger,
  PaymentLedgerReader,
} from '../../modules/reconciliation/reconciliation.ts';

type Ports = { fulfilment: Fulfilment; ledger: PaymentLedgerReader };

/** The vendors' books since an instant, grouped by what our books know them by. */
export type Ledgers = PaymentLedger & {
  profiles: LedgerProfile[];
  /** What the lists hold of one order; null when it began before the lists do. */
  of(books: OrderBooks): OrderLedgers | null;
};

/** Reads the lists of both vendors. Payments come first: whatever follows a payment is then in the lists, too. */
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

/** One order, asked for by its own payments and its lines' references: slower than the lists, and as of now. */
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
