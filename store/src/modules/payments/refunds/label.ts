import type { RefundLabel, RefundLines } from '../provider.ts';
import { isWhole, namesNoLine, sharesOf } from './refund-lines.ts';
import type { RefundRow } from './store.ts';

/** What the vendor stores about a refund. `lines` are the order's, in its order. */
export function labelOf(refund: RefundRow, lines: readonly { id: string }[]): RefundLabel {
  const { id: refundId, orderId, origin, reason, status } = refund;
  return { refundId, orderId, origin, reason, lines: numbersOf(refund, lines), closed: status === 'closed' };
}

function numbersOf(refund: RefundRow, lines: readonly { id: string }[]): RefundLines {
  if (isWhole(refund)) return 'all';
  if (namesNoLine(refund)) return null;
  const shares = Object.entries(sharesOf(refund));
  return Object.fromEntries(shares.map(([id, cents]) => [lines.findIndex((line) => line.id === id) + 1, cents]));
}
