/* The data that reconciliation compares, reduced to what the three ledgers have in common. Amounts are integer
   cents of the currency beside them. Personal data, activation codes and ICCIDs are excluded, because differences are stored and printed. */

export type RefundStatus = 'pending' | 'succeeded' | 'failed';

/**
 * A payment that succeeded. `orderId` and `attemptId` are our ids, as the provider keeps them; `amount` is the received
 * amount.
 */
export type LedgerPayment = {
  paymentRef: string;
  orderId: string | null;
  attemptId: string | null;
  amount: number;
  currency: string;
  createdAt: Date;
};
/** `lines`: the lines that the vendor's record names: all, or cents by line number (from 1); null: it names none. */
export type LedgerRefund = {
  vendorId: string;
  paymentRef: string;
  amount: number;
  currency: string;
  status: RefundStatus;
  lines: 'all' | Readonly<Record<number, number>> | null;
  createdAt: Date;
};
/** `withheld`: the vendor has taken the money back: the dispute is open, or lost. */
export type LedgerDispute = {
  vendorId: string;
  paymentRef: string;
  amount: number;
  currency: string;
  status: string;
  withheld: boolean;
  createdAt: Date;
};
/** The books of one payment provider. */
export type PaymentLedger = { payments: LedgerPayment[]; refunds: LedgerRefund[]; disputes: LedgerDispute[] };

/** An entry with the name of the provider in whose books it is: ids are unique per provider. */
export type Named<Entry> = Entry & { provider: string };
/** The books of all configured payment providers. */
export type PaymentLedgers = { [K in keyof PaymentLedger]: Named<PaymentLedger[K][number]>[] };

/** An order at a wholesaler: its id is unique there. */
export type LedgerOrder = { wholesaler: string; vendorOrderId: string };

/** An order in a wholesaler's books; `netPriceCents` is null where it is not stated. */
export type LedgerProfile = LedgerOrder & { reference: string; netPriceCents: number | null; netCurrency: string };

/** Port to the books of a payment provider. Both calls throw `payment-unavailable` when they cannot be read completely. */
export type PaymentLedgerReader = {
  /** Everything created since this time (null: since the beginning). A refund may belong to an older payment. */
  since(instant: Date | null): Promise<PaymentLedger>;
  /** One payment with its refunds and disputes; no payment when the provider has none or none that succeeded. */
  ofPayment(paymentRef: string): Promise<PaymentLedger>;
};

/** One order in our own books. */
export type OrderBooks = {
  orderId: string;
  /** When the buyer ordered: no wholesaler has an older order for it. */
  orderedAt: Date;
  /** Of the total and of the prices of the lines. */
  currency: string;
  totalAmount: number;
  lines: LineBooks[];
  /** Attempts that count as paid. */
  payments: { attemptId: string; provider: string; paymentRef: string | null; amount: number; currency: string }[];
  /** Refunds that the vendor has answered; one that was only requested is not in the vendor's books yet. */
  refunds: {
    provider: string;
    vendorId: string;
    lines: BookedLines;
    amount: number;
    currency: string;
    status: RefundStatus;
  }[];
  disputes: { provider: string; vendorId: string; amount: number; currency: string; status: string }[];
};

/** The lines of a refund in our books: the rest of the order, or cents by line id; null: not decided. */
export type BookedLines = 'all' | Readonly<Record<string, number>> | null;

/** One line of the order, in its order; replacements come last. */
export type LineBooks = {
  lineId: string;
  /** Its price: 0 of a replacement. */
  amount: number;
  /** True for an eSIM that nobody bought: it stands in the place of another one, and its cost is known to be a loss. */
  isReplacement: boolean;
  /** True while it has neither its eSIM nor its price. */
  isOpen: boolean;
  /** True while it must still be delivered. */
  onItsWay: boolean;
  /** When its eSIM was issued to the buyer; null before. */
  issuedAt: Date | null;
  /** True when it is past every deadline without its eSIM or its refund. */
  overdue: boolean;
  /** Its reference at the wholesalers. */
  reference: string;
  /** Its wholesale order; null without one. */
  wholesaleOrder: LedgerOrder | null;
  /** What that cost us, as charged; null when it is not known. */
  charged: { amount: number; currency: string } | null;
  /** False when the books of its wholesaler are not read: it is no longer configured, or does not answer this run. */
  isRead: boolean;
  /** False when a wholesaler that was asked for it has no list of its orders: the line is looked up there. */
  isListed: boolean;
  /** Wholesale orders that are listed as strays: bought, never issued. */
  strays: LedgerOrder[];
  /** True while a dispute decides whether its profiles at the wholesaler are issued or strays. */
  undecided: boolean;
};

/** One order in the vendors' books. */
export type OrderLedgers = PaymentLedgers & { profiles: LedgerProfile[] };
