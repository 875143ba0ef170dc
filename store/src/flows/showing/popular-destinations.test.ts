import { describe, expect, it, vi } from 'vitest';
import type { Destination } from '../../modules/catalogue/catalogue.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import { createPopularDestinations, rankPopular } from './popular-destinations.ts';

const place = (slug: string) => ({ slug }) as Destination;
/** In catalogue order. */
const SHOP = ['united-states', 'france', 'spain', 'japan', 'europe'].map(place);
const FEATURED = ['united-states', 'france', 'spain', 'europe'];
const slugs = (destinations: readonly Destination[]) => destinations.map(({ slug }) => slug);

describe('popular destinations', () => {
  it('are the featured destinations, in their order, until the first sale', () => {
    const { orderedBy, destinations } = rankPopular(SHOP, [], FEATURED);
    expect(orderedBy).toBe('featured');
    expect(slugs(destinations)).toEqual(FEATURED);
  });

  it('are the best-selling ones, ties in catalogue order, then the featured ones without sales', () => {
    const sales = [
      { offerSlug: 'japan', sold: 2 },
      { offerSlug: 'europe', sold: 1 },
      { offerSlug: 'france', sold: 1 },
      { offerSlug: 'no-longer-sold', sold: 9 },
    ];
    const { orderedBy, destinations } = rankPopular(SHOP, sales, FEATURED);
    expect(orderedBy).toBe('sales');
    expect(slugs(destinations)).toEqual(['japan', 'france', 'europe', 'united-states', 'spain']);
  });

  it('are the featured ones when no sold destination is on sale any more', () => {
    expect(rankPopular(SHOP, [{ offerSlug: 'no-longer-sold', sold: 9 }], FEATURED).orderedBy).toBe('featured');
  });

  it('are counted hourly over the last 90 days, and keep the last count during a database outage', async () => {
    let clock = Date.UTC(2026, 5, 1);
    const bestSold = vi.fn<Orders['bestSold']>(async () => [{ offerSlug: 'japan', sold: 1 }]);
    const warn = vi.fn<() => void>();
    const popular = createPopularDestinations({
      catalogue: {
        destinations: async () => SHOP,
        featured: async () => FEATURED.map((slug) => ({ slug }) as never),
      },
      orders: { bestSold },
      reporting: { read: (work) => work({} as never) },
      log: { warn },
      now: () => clock,
    });
    await Promise.all([popular(), popular()]);
    clock += 3_599_000;
    await popular();
    expect(bestSold).toHaveBeenCalledTimes(1);
    expect(bestSold.mock.calls[0]![0].since).toEqual(new Date(Date.UTC(2026, 5, 1) - 90 * 86_400_000));

    clock += 1_000;
    bestSold.mockRejectedValueOnce(new Error('gone'));
    expect((await popular()).destinations[0]).toMatchObject({ slug: 'japan' });
    expect(warn).toHaveBeenCalledTimes(1);
    await popular();
    expect(bestSold).toHaveBeenCalledTimes(2);
    clock += 60_000;
    await popular();
    expect(bestSold).toHaveBeenCalledTimes(3);
  });
});
