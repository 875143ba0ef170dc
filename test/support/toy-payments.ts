import { createHmac, randomBytes } from 'node:crypto';
import type { PaymentLedgerReader } from '#src/modules/reconciliation/reconciliation.ts';
import type {
  ChargeFault,
  ChargeRequest,
  DisputeState,
  EventKind,
  FraudWarningState,
  PageRequest,
  PaymentGateway,
  PaymentState,
  RefundLabel,
  RefundState,
} from '#src/modules/payments/provider.ts';
import { AppError } from '#src/shared/errors.ts';
import { createToyCards } from './toy-cards.ts';

/**
 * A payment provider in the memory of a test, written after docs/guides/a-payment-provider.md. It has pages, keeps cards
 * and charges them.
 */

type Payment = {
  paymentRef: string;
  orderId: string;
  attemptId: string;
  amount: number;
  currency: string;
  status: 'paid' | 'failed';
  fault: ChargeFault | null;
  createdAt: Date;
  refunds: RefundState[];
  disputes: DisputeState[];
  warnings: FraudWarningState[];
};
type Page = PageRequest & Pick<PaymentState, 'status' | 'paymentRef' | 'kept'> & { pageRef: string; url: string };

const KINDS: Record<string, EventKind> = {
  'page.over': 'payment-changed',
  'charge.over': 'payment-changed',
  'money.back': 'refund-changed',
  'money.argued': 'dispute-changed',
  'money.doubted': 'warning-changed',
};

const CARD = { brand: 'toycard', last4: '0042', country: null };
const SIGNED_WITH = 'toy-signature';

export type ToyPayments = ReturnType<typeof createToyPayments>;

export function createToyPayments() {
  const secret = randomBytes(16).toString('hex');
  const sign = (body: string) => createHmac('sha256', secret).update(body).digest('hex');
  const pages = new Map<string, Page>();
  const payments = new Map<string, Payment>();
  let [next, losesAnswers] = [1, false];
  let declines: ChargeFault | null = null;
  const cards = createToyCards((kind) => `${kind}_${next++}`, refuse);

  const paymentOf = (paymentRef: string) => payments.get(paymentRef) ?? refuse('no such payment');
  const pageAt = (pageRef: string) => pages.get(pageRef) ?? refuse('no such page');
  const take = (of: { orderId: string; attemptId: string }, total: { amount: number; currency: string }) => {
    const status = declines === null ? ('paid' as const) : ('failed' as const);
    const { orderId, attemptId } = of;
    const nothing = { refunds: [], disputes: [], warnings: [] };
    const paymentRef = `toypay_${next++}`;
    const how = { status, fault: declines, createdAt: new Date() };
    const payment: Payment = { paymentRef, orderId, attemptId, ...total, ...how, ...nothing };
    payments.set(payment.paymentRef, payment);
    return payment;
  };
  const giveBack = (payment: Payment, amount: number, label: RefundLabel | null): RefundState => {
    const { refundId = null, reason = null, lines = null, kept = 0, closed = false } = label ?? {};
    const refund: RefundState = {
      vendorId: `toyback_${next++}`,
      refundId,
      reason,
      lines,
      kept,
      closed,
      amount,
      status: 'succeeded',
      fault: null,
      bankReference: null,
      createdAt: new Date(),
    };
    payment.refunds.push(refund);
    return refund;
  };

  const gateway: PaymentGateway = {
    async openPage(request) {
      const known = [...pages.values()].find(({ attemptId }) => attemptId === request.attemptId);
      const pageRef = known?.pageRef ?? `toypage_${next++}`;
      const url = `https://toy.example/pay/${pageRef}`;
      if (!known) pages.set(pageRef, { ...request, pageRef, url, status: 'open', paymentRef: null, kept: null });
      return { pageRef, url };
    },
    page: async (pageRef) => stateOfPage(pageAt(pageRef)),
    async closePage(pageRef) {
      const page = pageAt(pageRef);
      if (page.status === 'open') page.status = 'expired';
      return stateOfPage(page);
    },
    charges: {
      async charge({ attemptId, orderId, customerRef, methodRef, amount }: ChargeRequest) {
        if (!methodRef.startsWith('toycard_')) refuse('no such card');
        if (!cards.has(customerRef, methodRef)) return goneCard({ orderId, attemptId }, amount);
        const known = [...payments.values()].find((each) => each.attemptId === attemptId);
        const payment = known ?? take({ orderId, attemptId }, amount);
        if (losesAnswers) throw new AppError('payment-unavailable', { message: 'toy: no answer' });
        return stateOfCharge(payment);
      },
      async ofAttempt({ attemptId }) {
        const payment = [...payments.values()].find((each) => each.attemptId === attemptId);
        return payment ? stateOfCharge(payment) : null;
      },
      ofCustomer: async () => refuse('nothing was lost'),
    },
    savedCards: cards.savedCards,
    async find(of) {
      if ('pageRef' in of) return pages.has(of.pageRef) ? stateOfPage(pageAt(of.pageRef)) : null;
      const page = [...pages.values()].find(({ paymentRef }) => paymentRef === of.paymentRef);
      if (page) return stateOfPage(page);
      const payment = payments.get(of.paymentRef);
      return payment ? stateOfCharge(payment) : null;
    },
    async refund({ paymentRef, amount, label }) {
      const payment = paymentOf(paymentRef);
      const known = payment.refunds.find(({ refundId }) => refundId === label.refundId);
      const held = payment.refunds.reduce((rest, each) => rest - each.amount, payment.amount);
      if (!known && amount.amount > held) return { kind: 'refused', fault: 'too_much' };
      return { kind: 'made', refund: known ?? giveBack(payment, amount.amount, label) };
    },
    async labelRefund(vendorId, label) {
      const refund = [...payments.values()]
        .flatMap(({ refunds }) => refunds)
        .find((each) => each.vendorId === vendorId);
      const { reason, lines, kept, closed } = label;
      Object.assign(refund ?? refuse('no such refund'), { reason, lines, kept, closed });
    },
    refundsOf: async (paymentRef) => paymentOf(paymentRef).refunds.map((each) => ({ ...each })),
    disputesOf: async (paymentRef) => paymentOf(paymentRef).disputes.map((each) => ({ ...each })),
    warningsOf: async (paymentRef) => paymentOf(paymentRef).warnings.map((each) => ({ ...each })),
    paymentOfTransaction: async () => null,
    methods: async () => ({ card: true, others: [] }),
    verifyEvent(rawBody, header) {
      if (header(SIGNED_WITH) !== sign(rawBody.toString())) throw new AppError('invalid-signature');
      const { id, type, page, payment } = JSON.parse(rawBody.toString()) as Record<string, string>;
      return { id: id!, type: type!, objectRef: page ?? payment!, paymentRef: payment ?? null, transactionRef: null };
    },
    eventKind: (type) => KINDS[type] ?? null,
  };

  const stateOfPage = ({ pageRef, url, status, paymentRef, orderId, attemptId, kept }: Page): PaymentState => {
    const { amount = null, currency = null } = paymentRef === null ? {} : paymentOf(paymentRef);
    const card = paymentRef === null ? null : CARD;
    return {
      pageRef,
      url,
      status,
      paymentRef,
      orderId,
      attemptId,
      total: { amount, currency },
      card,
      fault: null,
      kept,
    };
  };
  const goneCard = (of: { orderId: string; attemptId: string }, total: PaymentState['total']): PaymentState => {
    const nothing = { pageRef: null, url: null, paymentRef: null, card: null, kept: null };
    return { ...nothing, ...of, total, status: 'failed', fault: 'card-gone' };
  };
  const stateOfCharge = ({
    paymentRef,
    status,
    fault,
    orderId,
    attemptId,
    amount,
    currency,
  }: Payment): PaymentState => ({
    pageRef: null,
    url: null,
    paymentRef,
    status,
    orderId,
    attemptId,
    total: { amount, currency },
    card: CARD,
    fault,
    kept: null,
  });

  const booksOf = ({ paymentRef, refunds, disputes, status, fault: _fault, ...payment }: Payment) => ({
    payments: status === 'paid' ? [{ ...payment, paymentRef }] : [],
    refunds: refunds.map(({ vendorId, amount, lines, createdAt, status: state }) => {
      return { vendorId, paymentRef, amount, currency: payment.currency, lines, createdAt, status: state };
    }),
    disputes: disputes.map(({ vendorId, amount, currency, status: state, openedAt: createdAt, withdrawnAmount }) => {
      return { vendorId, paymentRef, amount, currency, createdAt, status: state, withheld: withdrawnAmount > 0 };
    }),
  });
  const ledger: PaymentLedgerReader = {
    async since(instant) {
      const books = [...payments.values()].map(booksOf);
      const isNew = ({ createdAt }: { createdAt: Date }) => instant === null || createdAt >= instant;
      return {
        payments: books.flatMap((each) => each.payments).filter(isNew),
        refunds: books.flatMap((each) => each.refunds).filter(isNew),
        disputes: books.flatMap((each) => each.disputes).filter(isNew),
      };
    },
    async ofPayment(paymentRef) {
      const payment = payments.get(paymentRef);
      return payment ? booksOf(payment) : { payments: [], refunds: [], disputes: [] };
    },
  };

  return {
    provider: { name: 'toy', address: new URL('https://toy.example'), gateway, ledger },
    pages,
    payments,
    cards,
    /** The signed request of an event. */
    event(type: string, about: { page?: string; payment?: string }, id = `toyevent_${next++}`) {
      const body = JSON.stringify({ id, type, ...about });
      return { body, headers: { 'content-type': 'application/json', [SIGNED_WITH]: sign(body) } };
    },
    /** The buyer pays on a page. */
    pay(url: string) {
      const page = pageAt(url.split('/').at(-1)!);
      if (page.status !== 'open') refuse('the page is over');
      const amount = page.items.reduce((sum, { price }) => sum + price.amount, 0);
      const payment = take(page, { amount, currency: page.items[0]!.price.currency });
      const kept = page.saveFor && cards.add(page.saveFor.customerRef);
      Object.assign(page, { status: 'paid', paymentRef: payment.paymentRef, kept });
      return { page: page.pageRef, payment: payment.paymentRef };
    },
    paymentsOf: (order: string) => [...payments.values()].filter(({ orderId }) => orderId === order),
    /** A refund in the provider's dashboard. */
    refundByHand: (paymentRef: string, amount: number) => giveBack(paymentOf(paymentRef), amount, null),
    dispute(paymentRef: string) {
      const { amount, currency, disputes } = paymentOf(paymentRef);
      disputes.push({
        vendorId: `toyrow_${next++}`,
        kind: 'dispute',
        status: 'asked',
        outcome: null,
        reason: 'unknown',
        amount,
        currency,
        dueAt: null,
        withdrawnAmount: amount,
        feeAmount: 1500,
        withdrawnCurrency: null,
        openedAt: new Date(),
      });
    },
    loseAnswers: (on: boolean) => void (losesAnswers = on),
    /** How the next charges fail; false: they are paid. */
    decline: (how: boolean | ChargeFault) => void (declines = how === true ? 'declined' : how || null),
  };
}

function refuse(message: string): never {
  throw Object.assign(new Error(`toy: ${message}`), { code: 'payment-refused' });
}
