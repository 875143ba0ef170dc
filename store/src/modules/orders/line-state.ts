import { LINE_STATUSES, type LineStatus, type OrderStatus } from '../../shared/order-status.ts';

/**
 * The transition table of lines. A line of a paid order ends with its eSIM or with a refund. When a bank returns the
 * refund, the money is owed again.
 */
const TRANSITIONS: Record<LineStatus, readonly LineStatus[]> = {
  waiting: ['fulfilling', 'refunding'],
  fulfilling: ['fulfilled', 'failed', 'stopped', 'refunding'],
  // Stopped by a dispute, or by a refund that may be for this line; later the delivery may continue.
  stopped: ['fulfilling', 'refunding'],
  fulfilled: ['refunding'],
  failed: ['refunding'],
  refunding: ['refunded'],
  refunded: ['refunding'],
};

/** States of a line whose eSIM may still be delivered. */
export const ON_ITS_WAY: readonly LineStatus[] = ['waiting', 'fulfilling', 'stopped'];

/** True while a line has neither its eSIM nor its price. */
export const isOpenLine = (status: LineStatus) => status !== 'fulfilled' && status !== 'refunded';

/** The payment data of an order on which its lines depend, in cents. */
export type OrderMoney = {
  taken: number;
  /** Refunded to the buyer. */
  returned: number;
  /** Requested or in progress. */
  underway: number;
  /** Cents of the refunds that name a line, by the line's id. `failed`: refused or sent back, still owed. */
  ofLine: Readonly<Record<string, { returned: number; underway: number; failed: number }>>;
  /** Refunds that name no line: they may be for any line whose price they reach. */
  undecided: number;
  /** True when a refund of the whole order was requested. */
  wholeAsked: boolean;
  /** True during a dispute and after a lost one. */
  disputed: boolean;
};

/** True when a line may change from one state to the other. */
export function lineMayBecome(from: LineStatus, to: LineStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

/** Every state from which `to` can be reached in one step: the expected states of the compare-and-set. */
export function linePredecessorsOf(to: LineStatus): LineStatus[] {
  return LINE_STATUSES.filter((from) => lineMayBecome(from, to));
}

/** The steps that a line must take to match its order's money; none when it matches already. */
export function lineStepsFor(
  { id, status, unitAmount, keptAmount }: { id: string; status: LineStatus; unitAmount: number; keptAmount: number },
  { taken, returned, underway, ofLine, undecided, wholeAsked, disputed }: OrderMoney,
): LineStatus[] {
  const own = ofLine[id] ?? { returned: 0, underway: 0, failed: 0 };
  // The refunds say it too, because after a restore the states are older than the refunds.
  const isRefunded = wholeAsked || own.returned + own.underway + own.failed > 0;
  const wasAskedBack = status === 'refunding' || status === 'refunded' || isRefunded;
  if (wasAskedBack || returned + underway >= taken) {
    const isBack = returned >= taken || own.returned + keptAmount >= unitAmount;
    if (!isBack) return status === 'refunding' ? [] : ['refunding'];
    return status === 'refunded' ? [] : status === 'refunding' ? ['refunded'] : ['refunding', 'refunded'];
  }
  // A refund that may be this line's stops it until an operator has decided.
  if (disputed || undecided >= unitAmount) return status === 'fulfilling' ? ['stopped'] : [];
  return status === 'stopped' ? ['fulfilling'] : [];
}

/**
 * The steps of a replacement, which has no money of its own: it ends with the line that was bought. One that failed is no
 * debt: the buyer keeps what was left, and a person decides.
 */
export function replacementStepsFor(
  { status }: { status: LineStatus },
  bought: LineStatus,
  { disputed }: Pick<OrderMoney, 'disputed'>,
): LineStatus[] {
  if (status === 'failed') return [];
  if (bought === 'refunding') return status === 'refunding' ? [] : ['refunding'];
  if (bought === 'refunded')
    return status === 'refunded' ? [] : status === 'refunding' ? ['refunded'] : ['refunding', 'refunded'];
  if (disputed) return status === 'fulfilling' ? ['stopped'] : [];
  return status === 'stopped' ? ['fulfilling'] : [];
}

/** The state of a paid order, computed from the lines that were bought and its payment. */
export function orderStatusOf(
  lines: readonly { status: LineStatus }[],
  { disputed }: Pick<OrderMoney, 'disputed'>,
): OrderStatus {
  const all = (...statuses: LineStatus[]) => lines.every(({ status }) => statuses.includes(status));
  const some = (...statuses: LineStatus[]) => lines.some(({ status }) => statuses.includes(status));
  if (disputed) return 'disputed';
  if (all('refunded')) return 'refunded';
  if (all('refunding', 'refunded')) return 'refund_pending';
  if (all('waiting')) return 'paid';
  if (some(...ON_ITS_WAY)) return 'fulfilling';
  return some('fulfilled') ? 'fulfilled' : 'fulfilment_failed';
}

/** Every line that is delivered: those that were bought, and their replacements. */
export const deliveries = <Line>({
  lines,
  replacements,
}: {
  lines: readonly Line[];
  replacements: readonly Line[];
}) => [...lines, ...replacements];

type Delivery = { id: string; status: LineStatus; replaces: string | null };

/** The lines that delivered an eSIM for a line that was bought, oldest first: itself, then its replacements. */
export const deliveriesOf = <Line extends Delivery>(
  { replacements }: { replacements: readonly Line[] },
  bought: Line,
) =>
  [bought, ...replacements.filter(({ replaces }) => replaces === bought.id)].filter(
    ({ status }) => status === 'fulfilled',
  );

/** The line that delivered the eSIM that a bought line has now; the bought line itself before its delivery. */
export const deliveryOf = <Line extends Delivery>(order: { replacements: readonly Line[] }, bought: Line): Line =>
  deliveriesOf(order, bought).at(-1) ?? bought;

/** The bought lines whose eSIMs their buyer may see. A dispute hides all of them. */
export function deliveredLines<Line extends { status: LineStatus }>(order: {
  status: OrderStatus;
  lines: readonly Line[];
}): Line[] {
  return order.status === 'disputed' ? [] : order.lines.filter(({ status }) => status === 'fulfilled');
}

/** Of these, the lines that bought an eSIM. A plan for an eSIM that exists is shown on the page of that. */
export const profileLines = <Line extends { status: LineStatus; purpose: string }>(order: {
  status: OrderStatus;
  lines: readonly Line[];
}): Line[] => deliveredLines(order).filter(({ purpose }) => purpose === 'profile');
