import type { Logger } from 'pino';
import type { Catalogue, Destination } from '../../modules/catalogue/catalogue.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import { codeOf } from '../../shared/errors.ts';

/** Sales of so many days say what is popular. */
const POPULAR_DAYS = 90;
/** The most destinations that are called popular. */
const MOST = 24;
/** How long one count of the sales is used. */
const COUNT_AGAIN_MS = 3_600_000;
/** When they could not be counted. */
const TRY_AGAIN_MS = 60_000;

type Sales = { offerSlug: string; sold: number };

export type Popular = {
  /** `sales`: by eSIMs sold in the last 90 days; `featured`: nothing was sold, so it is the home page's order. */
  orderedBy: 'sales' | 'featured';
  destinations: readonly Destination[];
};

/**
 * The destinations that travellers buy most, without saying how often. Each process counts for itself, once an hour; when the
 * database does not answer, the last count holds.
 */
export function createPopularDestinations({
  catalogue,
  orders,
  log,
  now = Date.now,
}: {
  catalogue: Pick<Catalogue, 'destinations' | 'featured'>;
  orders: Pick<Orders, 'bestSold'>;
  log: Pick<Logger, 'warn'>;
  now?: () => number;
}): () => Promise<Popular> {
  let counted: { sales: readonly Sales[]; until: number } = { sales: [], until: Number.NEGATIVE_INFINITY };
  let counting: Promise<void> | undefined;

  async function count(): Promise<void> {
    const since = new Date(now() - POPULAR_DAYS * 86_400_000);
    try {
      counted = { sales: await orders.bestSold({ since, limit: 4 * MOST }), until: now() + COUNT_AGAIN_MS };
    } catch (error) {
      log.warn({ code: codeOf(error) }, 'what sells best could not be counted');
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
 * What sold, the most first, as far as it is still on sale; then the featured destinations that did not, in their order.
 * Those that sold alike stand in the shop's order, which is the one of `destinations`.
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
    destinations: [...new Set([...bySales, ...featured.flatMap((slug) => bySlug.get(slug) ?? [])])].slice(0, MOST),
  };
}
