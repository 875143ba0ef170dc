import type { RefundLabel, RefundLines, RefundReason, RefundState } from '../../modules/payments/provider.ts';
import { isUuid } from '../../shared/ids.ts';

/* A refund's metadata at the vendor: what a restored database must know about it. People see it in the dashboard. */

type Metadata = Record<string, string>;

const REASONS: readonly RefundReason[] = ['fulfilment_failed', 'duplicate_payment', 'requested'];

/**
 * The metadata of a refund. `lines` is `all` (the rest of the order), `none`, or cents by line number: `2:1000,3:2400`.
 * It is left out while it is not known. Fifteen lines fit into one value.
 */
export function metadataOf({ refundId, orderId, origin, reason, lines, closed }: RefundLabel): Metadata {
  return {
    refund_id: refundId,
    order_id: orderId,
    origin: origin === 'ours' ? 'store' : 'dashboard',
    reason,
    ...(lines !== null && { lines: write(lines) }),
    ...(closed && { closed: 'yes' }),
  };
}

/** The label in a refund's metadata. What cannot be read counts as missing. */
export function labelIn(
  metadata: Metadata | null | undefined,
): Pick<RefundState, 'refundId' | 'reason' | 'lines' | 'closed'> {
  const { refund_id: refundId, origin, reason, lines, closed } = metadata ?? {};
  return {
    // Our name for a refund from the dashboard does not make it ours.
    refundId: isUuid(refundId) && origin !== 'dashboard' ? refundId : null,
    reason: REASONS.find((each) => each === reason) ?? null,
    lines: lines === undefined ? null : read(lines),
    closed: closed === 'yes',
  };
}

function write(lines: NonNullable<RefundLines>): string {
  if (lines === 'all') return 'all';
  const shares = Object.entries(lines).map(([number, cents]) => `${number}:${cents}`);
  return shares.length > 0 ? shares.join(',') : 'none';
}

function read(text: string): RefundLines {
  if (text === 'all') return 'all';
  if (text === 'none') return {};
  const shares = text.split(',').map((share) => /^([1-9]\d?):([1-9]\d{0,7})$/.exec(share.trim()));
  if (shares.some((share) => share === null)) return null;
  return Object.fromEntries(shares.map((share) => [Number(share![1]), Number(share![2])]));
}
