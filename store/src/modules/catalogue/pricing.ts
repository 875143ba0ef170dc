/** The rule that computes a selling price from a net price. */
export type PriceRule = {
  /** The margin on top of the net price, in percent of the net price. */
  marginPercent: number;
  /** Prices are rounded up to a multiple of this, in cents. */
  roundCents: number;
};

/**
 * The selling price of a package in cents: net price and margin, rounded up; at least the wholesaler's minimum, and always
 * above the net price.
 */
export function sellingPrice(
  { netPriceCents, minimumPriceCents }: { netPriceCents: number; minimumPriceCents: number | null },
  { marginPercent, roundCents }: PriceRule,
): number {
  // In integers, because binary fractions make a factor such as 1.1 inexact.
  const wanted = Math.max(
    Math.ceil((netPriceCents * (100 + marginPercent)) / 100),
    minimumPriceCents ?? 0,
    netPriceCents + 1,
  );
  return Math.ceil(wanted / roundCents) * roundCents;
}

/** The margin of a price, in percent of the price. */
export function marginOf(priceCents: number, netPriceCents: number): number {
  return Math.round(((priceCents - netPriceCents) / priceCents) * 100);
}
