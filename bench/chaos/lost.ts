import type { Gap } from './world.ts';

/** A payment in the vendor's ledger; `created` in seconds since 1970. */
type Intent = { created: number; metadata: Record<string, string> };

/** True for what was acknowledged between a backup and its restore. */
export const isLostIn = (gaps: readonly Gap[] = [], at: number | null): boolean =>
  at !== null && gaps.some(({ backupAt, restoredAt }) => at >= backupAt && at <= restoredAt);

/** True for a charge of a saved card, which the application makes by itself. */
export const isCharge = ({ metadata }: Pick<Intent, 'metadata'>): boolean => metadata['kind'] === 'charge';

/**
 * True for a payment whose order no client placed, and that a restore may have taken out of our books: a charge that was made
 * between a backup and its restore, or the payment by hand of an order that was first seen there.
 */
export function wasLost(
  intent: Intent,
  gaps: readonly Gap[] = [],
  noticed: ReadonlyMap<string, number> = new Map(),
): boolean {
  const seenAt = noticed.get(intent.metadata['order_id'] ?? '') ?? null;
  if (isLostIn(gaps, seenAt)) return true;
  const [from, to] = [intent.created * 1000, intent.created * 1000 + 999];
  return isCharge(intent) && gaps.some(({ backupAt, restoredAt }) => to >= backupAt && from <= restoredAt);
}
