/** The rule that computes a selling price from a net price. */
export type PriceRule = {
  /** The margin, in percent of the price, as `marginOf` and the commands print it: 0 to 99. */
  marginPercent: number;
  /** Prices are rounded up to a multiple of this, in cents. */
  roundCents: number;
};

/**
 * The selling price of a package in cents: it leaves the margin after the net price, and is rounded up; at least the
 * wholesaler's minimum, and always above the net price.
 */
export function sellingPrice(
  { netPriceCents, minimumPriceCents }: { netPriceCents: number; minimumPriceCents: number | null },
  { marginPercent, roundCents }: PriceRule,
): number {
  // One division of integers, because binary fractions make a factor such as 0.7 inexact.
  const wanted = Math.max(
    Math.ceil((netPriceCents * 100) / (100 - marginPercent)),
    minimumPriceCents ?? 0,
    netPriceCents + 1,
  );
  return Math.ceil(wanted / roundCents) * roundCents;
}

/** The margin of a price, in percent of the price. */
export function marginOf(priceCents: number, netPriceCents: number): number {
  return Math.round(((priceCents - netPriceCents) / priceCents) * 100);
}
