import { describe, expect, it } from 'vitest';
import { createWholesaleBooks } from './wholesale-books.ts';
import type { WholesaleOrder, Wholesaler } from './wholesaler.ts';
import { createWholesalers } from './wholesalers.ts';

const order = (vendorOrderId: string, reference = 'ref'): WholesaleOrder => ({
  vendorOrderId,
  reference,
  packageId: 'a',
  createdAt: null,
  netPriceCents: 100,
  netCurrency: 'USD',
  sim: null,
});
const KNOWN = { since: null, vendorOrderId: null };

/** A wholesaler with one order; `down`: it does not answer; without `lists` it has no list of orders. */
const wholesaler = (name: string, { down = false, lists = true } = {}) => {
  const answer = async () => {
    if (down) throw Object.assign(new Error('no answer'), { code: 'timeout' });
    return [order('9001')];
  };
  const bookings = lists ? answer : () => Promise.reject(new Error('there is no list'));
  const capabilities = { listsBookings: lists };
  return { name, capabilities, findByReference: answer, bookings } as unknown as Wholesaler;
};

describe('the wholesalers', () => {
  it('are found by their names, in order of preference, and have different ones', () => {
    const both = createWholesalers([wholesaler('one'), wholesaler('two')]);
    expect(both.all().map(({ name }) => name)).toEqual(['one', 'two']);
    expect(both.find('two')?.name).toBe('two');
    expect(both.find('three')).toBeNull();
    expect(() => createWholesalers([wholesaler('one'), wholesaler('one')])).toThrow('the same name');
  });

  it('each name what is in their books', async () => {
    const books = createWholesaleBooks(createWholesalers([wholesaler('one'), wholesaler('two')]));
    const found = [
      { wholesaler: 'one', vendorOrderId: '9001' },
      { wholesaler: 'two', vendorOrderId: '9001' },
    ];
    expect(await books.list('', null)).toMatchObject({ found, unread: [] });
    expect(
      await books.search('ref', { owing: [books.of({ wholesaler: 'two' })], others: [], known: () => KNOWN }),
    ).toMatchObject(found.slice(1));
  });

  it('without a list are asked for one reference only', async () => {
    const books = createWholesaleBooks(createWholesalers([wholesaler('one'), wholesaler('two', { lists: false })]));
    expect((await books.list('', null)).found).toMatchObject([{ wholesaler: 'one' }]);
    const { found } = await books.bookingsOf('ref', null);
    expect(found.map(({ wholesaler: name, vendorOrderId }) => `${name} ${vendorOrderId}`)).toEqual([
      'one 9001',
      'two 9001',
    ]);
    // An activation code is nothing for reconciliation.
    expect(Object.keys(found[1]!)).not.toContain('sim');
    expect(await books.bookingsOf('another', null)).toEqual({ found: [], unread: [] });
  });

  it('are read each by itself: one that does not answer is named, and can be left out', async () => {
    const all = [
      wholesaler('one'),
      wholesaler('two', { down: true }),
      wholesaler('three', { down: true, lists: false }),
    ];
    const books = createWholesaleBooks(createWholesalers(all));
    const found = [{ wholesaler: 'one', vendorOrderId: '9001' }];
    expect(await books.list('', null)).toMatchObject({ found, unread: [{ wholesaler: 'two', fault: 'timeout' }] });
    const unread = [
      { wholesaler: 'two', fault: 'timeout' },
      { wholesaler: 'three', fault: 'timeout' },
    ];
    expect(await books.bookingsOf('ref', null)).toMatchObject({ found, unread });
    expect(await books.bookingsOf('ref', null, { except: ['two'] })).toMatchObject({ found, unread: unread.slice(1) });
  });

  it('prove nothing while one that owes an answer does not give it', async () => {
    const [one, down, empty] = [
      wholesaler('one'),
      wholesaler('two', { down: true }),
      { ...wholesaler('three'), findByReference: async () => [] },
    ];
    const { search } = createWholesaleBooks(createWholesalers([one, down, empty]));
    const known = () => KNOWN;
    await expect(search('ref', { owing: [empty, down], others: [], known })).rejects.toThrow('no answer');
    expect(await search('ref', { owing: [empty], others: [down], known })).toEqual([]);
    // What one of them has is found, whoever is silent.
    for (const asked of [
      { owing: [down], others: [one] },
      { owing: [one], others: [down] },
    ])
      expect(await search('ref', { ...asked, known })).toMatchObject([{ wholesaler: 'one' }]);
  });

  it('do not stand for one that a row names and that is not configured', () => {
    const books = createWholesaleBooks(createWholesalers([wholesaler('one')]));
    expect(() => books.of({ wholesaler: 'gone' })).toThrow(expect.objectContaining({ code: 'not-configured' }));
  });
});
