/*
 * What reconciliation compares, reduced to what the three ledgers have in common. Amounts are integer cents. A person's
 * data, activation codes and ICCIDs have no place here: differences are stored and printed.
 */

export type RefundStatus = 'pending' | 'succeeded' | 'failed';

/** A payment that succeeded. `orderId` and `attemptId` are our ids, as we sent them along; `amount` is what was received. */
export type LedgerPayment = {
  paymentIntentId: string;
  orderId: string | null;
  attemptId: string | null;
  amount: number;
  currency: string;
  createdAt: Date;
};
export type LedgerRefund = {
  vendorId: string;
  paymentIntentId: string;
  amount: number;
  status: RefundStatus;
  createdAt: Date;
};
export type LedgerDispute = {
  vendorId: string;
  paymentIntentId: string;
  amount: number;
  status: string;
  createdAt: Date;
};
/** The payment vendor's books. */
export type PaymentLedger = { payments: LedgerPayment[]; refunds: LedgerRefund[]; disputes: LedgerDispute[] };

/** An order as the wholesaler's books have it; `netPriceCents` is null where they do not say. */
export type LedgerProfile = { vendorOrderId: string; reference: string; netPriceCents: number | null };

/** Port to the payment vendor's books. Both calls throw `payment-unavailable` when they can't be read whole. */
export type PaymentLedgerReader = {
  /** Everything that was created since an instant (null: ever). A refund may belong to an older payment. */
  since(instant: Date | null): Promise<PaymentLedger>;
  /** One payment with its refunds and disputes; no payment where the vendor has none, or none that succeeded. */
  ofPayment(paymentIntentId: string): Promise<PaymentLedger>;
};

/** One order as our own books have it. */
export type OrderBooks = {
  orderId: string;
  totalAmount: number;
  lines: LineBooks[];
  /** Attempts that count as paid. */
  payments: { attemptId: string; paymentIntentId: string | null; amount: number; currency: string }[];
  /** Refunds that the vendor has answered; one that was only asked for is not in the vendor's books yet. */
  refunds: { vendorId: string; lineId: string | null; amount: number; status: RefundStatus }[];
  disputes: { vendorId: string; amount: number; status: string }[];
};

/** One line of it. */
export type LineBooks = {
  lineId: string;
  /** Its price. */
  amount: number;
  /** True while it is to be delivered. */
  onItsWay: boolean;
  /** When its eSIM was issued to the buyer; null before. */
  issuedAt: Date | null;
  /** True when it has waited beyond every deadline for its eSIM or its money. */
  overdue: boolean;
  /** What the wholesaler knows it by. */
  reference: string;
  /** The wholesale order that it holds; null without one. */
  vendorOrderId: string | null;
  /** Wholesale orders that are listed as strays: bought, never issued. */
  strays: string[];
};

/** One order as the vendors' books have it. */
export type OrderLedgers = PaymentLedger & { profiles: LedgerProfile[] };
