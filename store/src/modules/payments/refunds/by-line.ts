import { divided } from '../../../shared/money.ts';
import { type LinesOfRefund, sharesOf } from './refund-lines.ts';

/** What a refund gives back of a line, and what was given back of it before. */
export type LineRefund = { lineId: string; before: number; amount: number };

type PricedLine = { id: string; unitAmount: number };

/**
 * The lines of each refund, for books that name lines: every cent of a refund is of some line. What it names of none, and
 * what is above the rest of a named one, is divided by what is left of the lines. Refunds come oldest first, so a later one
 * changes nothing about an earlier one.
 */
export function spreadRefunds<Refund extends LinesOfRefund>(
  lines: readonly PricedLine[],
  refundsOldestFirst: readonly Refund[],
): { refund: Refund; lines: LineRefund[] }[] {
  const back = new Map(lines.map(({ id }) => [id, 0]));
  return refundsOldestFirst.map((refund) => {
    const left = lines.map(({ id, unitAmount }) => Math.max(0, unitAmount - back.get(id)!));
    const parts = partsOf(lines, left, refund).flatMap((amount, at) =>
      amount === 0 ? [] : [{ lineId: lines[at]!.id, before: back.get(lines[at]!.id)!, amount }],
    );
    for (const { lineId, before, amount } of parts) back.set(lineId, before + amount);
    return { refund, lines: parts };
  });
}

/** Cents of each line; their sum is the refund. */
function partsOf(lines: readonly PricedLine[], left: readonly number[], refund: LinesOfRefund): number[] {
  const shares = sharesOf(refund);
  let open = refund.amount;
  const named = lines.map(({ id }, at) => {
    const cents = Math.min(shares[id] ?? 0, left[at]!, open);
    open -= cents;
    return cents;
  });
  const rest = left.map((cents, at) => cents - named[at]!);
  const within = Math.min(
    open,
    rest.reduce((sum, cents) => sum + cents, 0),
  );
  const more = divided(within, rest);
  // More than all of it: a gift beyond the price stands on the first line.
  return named.map((cents, at) => cents + more[at]! + (at === 0 ? open - within : 0));
}
