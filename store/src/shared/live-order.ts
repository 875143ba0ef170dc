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
 * True while the order changes without its reader: its page follows it by an event stream. Otherwise its state is
 * final: the stream ends, and the page opens none.
 */
export function isLive(order: Pick<OrderView, 'status' | 'lines'>): boolean {
  if (MOVING.includes(order.status)) return true;
  return order.status === 'fulfilled' && (isReturning(order) || isReplacing(order) || isAdding(order));
}

type Lines = Pick<OrderView, 'lines'>;

/** With several eSIMs one may be delivered while another is being refunded. */
const isReturning = ({ lines }: Lines): boolean =>
  lines.some(({ status, refund }) => status === 'refunding' && refund?.status !== 'failed');

const isReplacing = ({ lines }: Lines): boolean =>
  lines.some(({ replacement }) => replacement !== null && isOpenReplacement(replacement));

/** A plan for an eSIM of the order is paid, and not on it yet: it has an order of its own. */
const isAdding = ({ lines }: Lines): boolean =>
  lines.some(({ topUps }) => topUps.some(({ status }) => status === 'waiting' || status === 'fulfilling'));
