import { isOpenReplacement } from './replacement.ts';
import type { OrderView } from './views.ts';

/** States that change without the reader. */
const MOVING: readonly OrderView['status'][] = [
  'pending_payment',
  'paid',
  'fulfilling',
  'fulfilment_failed',
  'refund_pending',
];

/**
 * True while the order changes without its reader: its event stream is worth its place. A final one has no stream, and
 * changes only by an act of its buyer, an operator or a bank.
 */
export function isMoving({ status, lines }: Pick<OrderView, 'status' | 'lines'>): boolean {
  if (MOVING.includes(status)) return true;
  return status === 'fulfilled' && lines.some((line) => isReturning(line) || isReplacing(line) || isAdding(line));
}

type LineView = OrderView['lines'][number];

/** With several eSIMs one may be delivered while another is being refunded. */
const isReturning = ({ status, refund }: LineView): boolean => status === 'refunding' && refund?.status !== 'failed';

const isReplacing = ({ replacement }: LineView): boolean => replacement !== null && isOpenReplacement(replacement);

/** A plan for an eSIM of the order is paid, and not on it yet: it has an order of its own. */
const isAdding = ({ topUps }: LineView): boolean =>
  topUps.some(({ status }) => status === 'waiting' || status === 'fulfilling');
