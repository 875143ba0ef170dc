import type { RefundLabel, RefundLines, RefundReason, RefundState } from '../../modules/payments/provider.ts';
import { isUuid } from '../../shared/ids.ts';

/* A refund's metadata at the vendor: what a restored database must know about it. People see it in the dashboard. */

type Metadata = Record<string, string>;

const REASONS: readonly RefundReason[] = ['fulfilment_failed', 'duplicate_payment', 'requested'];

/**
 * The metadata of a refund. `lines` is `all` (the rest of the order), `none`, or cents by line number: `2:1000,3:2400`.
 * It is left out while it is not known. Fifteen lines fit into one value. `kept`: cents that stay paid for use.
 */
export function metadataOf({ refundId, orderId, origin, reason, lines, kept, closed }: RefundLabel): Metadata {
  return {
    refund_id: refundId,
    order_id: orderId,
    origin: origin === 'ours' ? 'store' : 'dashboard',
    reason,
    ...(lines !== null && { lines: write(lines) }),
    ...(kept > 0 && { kept: String(kept) }),
    ...(closed && { closed: 'yes' }),
  };
}

/** The label in a refund's metadata. What cannot be read counts as missing. */
export function labelIn(
  metadata: Metadata | null | undefined,
): Pick<RefundState, 'refundId' | 'reason' | 'lines' | 'kept' | 'closed'> {
  const { refund_id: refundId, origin, reason, lines, kept, closed } = metadata ?? {};
  return {
    // Our name for a refund from the dashboard does not make it ours.
    refundId: isUuid(refundId) && origin !== 'dashboard' ? refundId : null,
    reason: REASONS.find((each) => each === reason) ?? null,
    lines: lines === undefined ? null : read(lines),
    kept: /^[1-9]\d{0,7}$/.test(kept ?? '') ? Number(kept) : 0,
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
