import type { Logger } from 'pino';
import type { Reporting } from '../../db/reporting.ts';
import type { Catalogue, Destination } from '../../modules/catalogue/catalogue.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import { codeOf } from '../../shared/errors.ts';

/** The number of days of sales that count. */
const POPULAR_DAYS = 90;
/** The maximum number of popular destinations. */
const MAX_LISTED = 24;
/** Lifetime of one count. */
const COUNT_AGAIN_MS = 3_600_000;
/** Retry interval after a failed count. */
const TRY_AGAIN_MS = 60_000;

type Sales = { offerSlug: string; sold: number };

export type Popular = {
  /** `sales`: by eSIMs sold in the last 90 days. `featured`: no sales, so the order is that of the home page. */
  orderedBy: 'sales' | 'featured';
  destinations: readonly Destination[];
};

/**
 * The best-selling destinations, without figures. Each process counts once an hour. While the database does not answer,
 * the last count stays.
 */
export function createPopularDestinations({
  catalogue,
  orders,
  reporting,
  log,
  now = Date.now,
}: {
  catalogue: Pick<Catalogue, 'destinations' | 'featured'>;
  orders: Pick<Orders, 'bestSold'>;
  reporting: Pick<Reporting, 'read'>;
  log: Pick<Logger, 'warn'>;
  now?: () => number;
}): () => Promise<Popular> {
  let counted: { sales: readonly Sales[]; until: number } = { sales: [], until: Number.NEGATIVE_INFINITY };
  let counting: Promise<void> | undefined;

  async function count(): Promise<void> {
    const since = new Date(now() - POPULAR_DAYS * 86_400_000);
    try {
      const sales = await reporting.read((on) => orders.bestSold({ since, limit: 4 * MAX_LISTED }, on));
      counted = { sales, until: now() + COUNT_AGAIN_MS };
    } catch (error) {
      log.warn({ code: codeOf(error) }, 'the popular destinations could not be counted');
      counted = { ...counted, until: now() + TRY_AGAIN_MS };
    }
  }

  return async () => {
    if (now() >= counted.until)
      await (counting ??= count().finally(() => {
        counting = undefined;
      }));
    const [destinations, featured] = await Promise.all([catalogue.destinations(), catalogue.featured()]);
    return rankPopular(
      destinations,
      counted.sales,
      featured.map(({ slug }) => slug),
    );
  };
}

/**
 * Destinations by sales, most first, as far as they are on sale; then the featured destinations without sales, in their
 * order. Ties are in the order of `destinations`.
 */
export function rankPopular(
  destinations: readonly Destination[],
  sales: readonly Sales[],
  featured: readonly string[],
): Popular {
  const sold = new Map(sales.map((each) => [each.offerSlug, each.sold]));
  const bySlug = new Map(destinations.map((each) => [each.slug, each]));
  const bySales = destinations
    .filter(({ slug }) => sold.has(slug))
    .toSorted((a, b) => sold.get(b.slug)! - sold.get(a.slug)!);
  return {
    orderedBy: bySales.length > 0 ? 'sales' : 'featured',
    destinations: [...new Set([...bySales, ...featured.flatMap((slug) => bySlug.get(slug) ?? [])])].slice(
      0,
      MAX_LISTED,
    ),
  };
}
