import { type LinesOfRefund, sharesOf } from './refund-lines.ts';

/** What a refund gives back of a line, and what was given back of it before. */
export type LineRefund = { lineId: string; before: number; amount: number };

/**
 * The lines of each refund, for books that name lines: every cent of a refund is of some line. A refund that names none,
 * and what is above the rest of a named one, is of the first lines that have a rest. Refunds come oldest first, so a later
 * one changes nothing about an earlier one.
 */
export function spreadRefunds<Refund extends LinesOfRefund>(
  lines: readonly { id: string; unitAmount: number }[],
  refundsOldestFirst: readonly Refund[],
): { refund: Refund; lines: LineRefund[] }[] {
  const rest = new Map(lines.map(({ id, unitAmount }) => [id, unitAmount]));
  return refundsOldestFirst.map((refund) => {
    const shares = sharesOf(refund);
    const taken = new Map<string, number>();
    const take = (id: string, wanted: number) => {
      const amount = Math.min(wanted, (rest.get(id) ?? 0) - (taken.get(id) ?? 0));
      if (amount > 0) taken.set(id, (taken.get(id) ?? 0) + amount);
      return Math.max(0, amount);
    };
    let open = refund.amount;
    for (const [id, share] of Object.entries(shares)) open -= take(id, Math.min(share, open));
    for (const { id } of lines) open -= take(id, open);
    const parts = lines.flatMap(({ id, unitAmount }) => {
      const amount = taken.get(id);
      if (amount === undefined) return [];
      const before = unitAmount - rest.get(id)!;
      rest.set(id, rest.get(id)! - amount);
      return [{ lineId: id, before, amount }];
    });
    return { refund, lines: parts };
  });
}
