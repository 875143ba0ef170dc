/** How a selling price is made from what a package costs us. */
export type PriceRule = {
  /** What we add to the net price, in percent of it. */
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
  // In whole numbers: 1.1 times a price is not always what it seems in binary fractions.
  const wanted = Math.max(
    Math.ceil((netPriceCents * (100 + marginPercent)) / 100),
    minimumPriceCents ?? 0,
    netPriceCents + 1,
  );
  return Math.ceil(wanted / roundCents) * roundCents;
}

/** What is left of a price after the net price, in percent of the price. */
export function marginOf(priceCents: number, netPriceCents: number): number {
  return Math.round(((priceCents - netPriceCents) / priceCents) * 100);
}
