import type { RefundLabel, RefundLines } from '../provider.ts';
import type { RefundRow } from './store.ts';

/* Which line of an order a refund is for (docs/decisions/0052-refunds-of-lines.md). Pure rules over rows. */

/** The columns that say which lines a refund is for. */
export type LinesOfRefund = Pick<RefundRow, 'amount' | 'lineId'> & Partial<Pick<RefundRow, 'scope' | 'shares'>>;
/** The columns that say which lines a refund is for, or that it names none. */
type Named = Pick<RefundRow, 'amount' | 'lineId' | 'scope' | 'shares' | 'origin'>;
type Row = Named & Pick<RefundRow, 'id' | 'status'>;

/**
 * A line as its refunds see it. `keptAmount`: cents of its price that stay paid for use. `isOpen`: it has neither its eSIM
 * nor its price.
 */
export type LineOfOrder = { id: string; unitAmount: number; keptAmount: number; isOpen: boolean };
/** A line and its price. */
export type PricedLine = Omit<LineOfOrder, 'isOpen'>;

/** The most that is refunded of a line. */
export const mostOf = ({ unitAmount, keptAmount }: Omit<PricedLine, 'id'>) => unitAmount - keptAmount;

/** Cents of the refund by line id. Empty for a refund of the whole order, of no line, or of an unknown one. */
export function sharesOf({ lineId, scope, shares, amount }: LinesOfRefund): Readonly<Record<string, number>> {
  if (lineId !== null) return { [lineId]: amount };
  return scope === 'lines' ? (shares ?? {}) : {};
}

/** True for a refund of the rest of the order. Rows of 1.0.0 have no scope: there, ours without a line are such. */
export const isWhole = ({ lineId, scope, origin }: Named) =>
  lineId === null && (scope === 'order' || (scope === null && origin === 'ours'));

/** True when nothing says which lines the refund is for, and an operator has not decided. */
export const namesNoLine = ({ lineId, scope, origin }: Named) =>
  lineId === null && (scope === 'unnamed' || (scope === null && origin === 'vendor'));

/** True for a refund at the vendor (pending or paid) that names no line, and an operator has not decided. */
export const isUndecided = (row: Omit<Row, 'id'>) => AT_VENDOR.includes(row.status) && namesNoLine(row);

/** True for an undecided refund from the vendor's dashboard: its amount may tell its line. */
const isMatchable = (row: Row) => isUndecided(row) && row.scope === null;

/** The sum of the refunds that may be for any line. */
export const undecidedSum = (refunds: readonly Omit<Row, 'id'>[]) =>
  refunds.filter(isUndecided).reduce((sum, { amount }) => sum + amount, 0);

/** Cents of one line among refunds of these states. */
export const ofLine = (lineId: string, refunds: readonly Row[], statuses: readonly RefundRow['status'][]) =>
  refunds.filter(({ status }) => statuses.includes(status)).reduce((sum, row) => sum + (sharesOf(row)[lineId] ?? 0), 0);

/**
 * Assigns refunds from the vendor's dashboard to lines by their amount: a refund is an open line's when it equals the
 * missing part of its price, and every open line with that amount has such a refund. With fewer refunds than lines it
 * stays undecided. An order of one line needs no assignment.
 */
export function matchRefunds(
  lines: readonly LineOfOrder[],
  refunds: readonly Row[],
): { refundId: string; lineId: string }[] {
  if (lines.length < 2) return [];
  const open = lines
    .filter(({ isOpen }) => isOpen)
    .map((line) => ({ id: line.id, missing: mostOf(line) - ofLine(line.id, refunds, SETTLED) }));
  const byAmount = Map.groupBy(refunds.filter(isMatchable), ({ amount }) => amount);
  return Array.from(byAmount).flatMap(([amount, equal]) => {
    const candidates = open.filter(({ missing }) => missing === amount);
    if (candidates.length > equal.length) return [];
    return candidates.map(({ id: lineId }, at) => ({ refundId: equal[at]!.id, lineId }));
  });
}

/**
 * True when this request for a line must wait: with the undecided refunds, which may be for the same line, its price
 * would be exceeded. In an order of one line they are that line's, and the request is for the rest.
 */
export function mustWait(
  request: Pick<Row, 'lineId' | 'amount'>,
  lines: readonly PricedLine[],
  refunds: readonly Row[],
): boolean {
  const line = lines.find(({ id }) => id === request.lineId);
  if (!line || lines.length < 2) return false;
  const undecided = undecidedSum(refunds);
  return undecided > 0 && ofLine(line.id, refunds, SETTLED) + request.amount + undecided > mostOf(line);
}

/** Requests that were never sent and exceed the price of their line, because another refund of the line was made. */
export function exceedingRequests<R extends Row & Pick<RefundRow, 'vendorId'>>(
  lines: readonly PricedLine[],
  refunds: readonly R[],
): { lineId: string; requests: R[] }[] {
  return lines.flatMap((line) => {
    const lineId = line.id;
    if (ofLine(lineId, refunds, [...SETTLED, 'requested']) <= mostOf(line)) return [];
    const requests = refunds.filter(
      (row) => row.lineId === lineId && row.status === 'requested' && row.vendorId === null,
    );
    return requests.length > 0 ? [{ lineId, requests }] : [];
  });
}

/** Failed refunds whose lines have all of their price by other refunds: nothing is owed for them. */
export function coveredFailures<R extends Row>(lines: readonly PricedLine[], refunds: readonly R[]): R[] {
  const isCovered = (lineId: string) => {
    const line = lines.find(({ id }) => id === lineId);
    return line !== undefined && ofLine(lineId, refunds, SETTLED) >= mostOf(line);
  };
  return refunds.filter((row) => {
    const own = Object.keys(sharesOf(row));
    return row.status === 'failed' && own.length > 0 && own.every(isCovered);
  });
}

/**
 * Divides a refund among lines that an operator named: each gets the missing part of its price, in this order. Null
 * when the amount does not reach every line.
 */
export function divide(
  amount: number,
  lines: readonly PricedLine[],
  refunds: readonly Row[],
): Record<string, number> | null {
  let left = amount;
  const shares: Record<string, number> = {};
  for (const line of lines) {
    const share = Math.min(left, mostOf(line) - ofLine(line.id, refunds, SETTLED));
    if (share <= 0) return null;
    shares[line.id] = share;
    left -= share;
  }
  return shares;
}

/** States of a refund that exists at the vendor and is not refused. */
const AT_VENDOR: readonly RefundRow['status'][] = ['pending', 'succeeded'];
/** States of a refund that reduces what is left: at the vendor, or settled by an operator another way. */
const SETTLED: readonly RefundRow['status'][] = [...AT_VENDOR, 'closed'];

/** What the vendor stores about a refund. `lines` are the order's, in its order. */
export function labelOf(refund: RefundRow, lines: readonly PricedLine[]): RefundLabel {
  const { id: refundId, orderId, origin, reason, status, lineId } = refund;
  const kept = lines.find(({ id }) => id === lineId)?.keptAmount ?? 0;
  return { refundId, orderId, origin, reason, lines: numbersOf(refund, lines), kept, closed: status === 'closed' };
}

function numbersOf(refund: RefundRow, lines: readonly { id: string }[]): RefundLines {
  if (isWhole(refund)) return 'all';
  if (namesNoLine(refund)) return null;
  const shares = Object.entries(sharesOf(refund));
  return Object.fromEntries(shares.map(([id, cents]) => [lines.findIndex((line) => line.id === id) + 1, cents]));
}
