import type { DocumentBook } from '../../modules/documents/documents.ts';
import type { Line, Orders, Viewer } from '../../modules/orders/orders.ts';
import type { Attempt, MoneyBook, Refund } from '../../modules/payments/payments.ts';
import type { RefundRequest, RightsBook, SeenUse } from '../../modules/rights/rights.ts';
import { documentNumber } from '../../shared/documents.ts';
import type { Currency } from '../../shared/money.ts';
import type { LineRefundView, RefundableView, RefundRequestView, RefundRightView } from '../../shared/refund-views.ts';
import { faultRight, type RefundRight, refundWindowEnds, type RightFacts } from '../../shared/rights.ts';
import { type OfLine, readRight, type RightPorts } from './right-of-line.ts';

export type ShowPorts = RightPorts & {
  orders: Pick<Orders, 'listFor'>;
  payments: Pick<MoneyBook, 'findRefund'>;
  rights: Pick<RightsBook, 'ofOrders'>;
  documents: Pick<DocumentBook, 'ofOrders'>;
};

type View = Omit<LineRefundView, 'card' | 'answerDays'>;

/** What the page of the refund of a line shows: its wholesaler is asked. Throws `not-found`. */
export async function refundOfLine(ports: ShowPorts, { order, line: number }: OfLine): Promise<LineRefundView> {
  const requests = await ports.rights.ofOrders([order.id]);
  const { view, attempt } = await viewOf(ports, { order, line: number }, { requests, how: 'recent' });
  return { ...view, card: cardOf(attempt), answerDays: ports.refundSettings.answerDays };
}

const MAX_ORDERS = 30;

/** The paid lines of an account, newest first, as last reported. */
export async function refundableOf(
  ports: ShowPorts,
  account: NonNullable<Viewer['account']>,
): Promise<RefundableView[]> {
  const orders = await ports.orders.listFor(account, { limit: MAX_ORDERS });
  const paid = orders.filter(({ paidAt }) => paidAt !== null);
  const requests = await ports.rights.ofOrders(paid.map(({ id }) => id));
  const shown: RefundableView[] = [];
  for (const order of paid)
    for (const { position, unitAmount, name, flag, offerSlug, dataMb, unlimited } of order.lines) {
      const line = position + 1;
      const { view } = await viewOf(ports, { order, line }, { requests, how: 'known' });
      shown.push({
        orderId: order.id,
        number: order.number,
        line,
        paidAt: (order.paidAt ?? order.createdAt).toISOString(),
        name,
        flag,
        offerSlug,
        dataMb,
        unlimited,
        price: { amount: unitAmount, currency: order.currency },
        ...view,
      });
    }
  return shown;
}

async function viewOf(
  ports: ShowPorts,
  of: OfLine,
  { requests, how }: { requests: readonly RefundRequest[]; how: 'recent' | 'known' },
): Promise<{ view: View; attempt: Attempt | null }> {
  const { line, facts, right, attempt, use } = await readRight(ports, of, { how });
  const { currency } = of.order;
  const request = requests.find(({ lineId }) => lineId === line.id);
  const view: View = {
    right: rightView(right, currency),
    fault: faultView(facts, currency),
    request: request ? await requestView(ports, request, { line, currency }) : null,
    windowEndsAt: refundWindowEnds(facts.paidAt, ports.refundSettings.windowDays).toISOString(),
    use: use && viewOfUse(use),
  };
  return { view, attempt };
}

function rightView(right: RefundRight, currency: Currency): RefundRightView {
  if (right.what === 'refund') return { what: 'refund', amount: { amount: right.amount, currency } };
  if (right.what === 'ask') return { what: 'ask', why: right.why, upTo: { amount: right.upTo, currency } };
  return right;
}

function faultView(facts: RightFacts, currency: Currency) {
  const fault = faultRight(facts);
  return fault && { upTo: { amount: fault.upTo, currency } };
}

const viewOfUse = ({ planState: state, usedMb, planMb, usedDays, at: readAt }: SeenUse) => ({
  state,
  usedMb,
  planMb,
  usedDays,
  readAt,
});

async function requestView(
  { payments, documents }: ShowPorts,
  request: RefundRequest,
  { line, currency }: { line: Line; currency: Currency },
): Promise<RefundRequestView> {
  const { kind, reason, amount, kept, answer, profile } = request;
  const refund = request.refundId === null ? null : await payments.findRefund(request.refundId);
  const papers = refund === null ? [] : await documents.ofOrders([request.orderId]);
  const note = papers.find((each) => each.kind === 'credit-note' && each.refundId === refund?.id);
  return {
    kind,
    // The sweep stores it later.
    state: request.state === 'refunding' && line.status === 'refunded' ? 'done' : request.state,
    reason,
    amount: { amount, currency },
    kept: { amount: kept, currency },
    askedAt: request.createdAt.toISOString(),
    changedAt: request.updatedAt.toISOString(),
    answerBy: request.answerBy?.toISOString() ?? null,
    answer,
    profile,
    creditNote: note ? { id: note.id, number: documentNumber(note) } : null,
    refund: refund && refundView(refund),
  };
}

/** One that another refund covers is on its way as that one. */
const refundView = ({ status, updatedAt, bankReference }: Refund) => ({
  status: status === 'superseded' ? ('requested' as const) : status,
  since: updatedAt.toISOString(),
  bankReference,
});

const cardOf = (attempt: Attempt | null) =>
  attempt?.cardBrand && attempt.cardLast4 ? { brand: attempt.cardBrand, last4: attempt.cardLast4 } : null;
