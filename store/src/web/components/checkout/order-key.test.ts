import { describe, expect, it } from 'vitest';
import { forgetPaidOrder, forgetWish, keepOrder, keptOrder, orderKey, type Wish } from './order-key.ts';

let count = 0;
/** A wish that no other test has. */
const aWish = (): Wish => ({ planIds: ['france-3gb'], email: `traveller-${(count += 1)}@example.com`, uid: null });

// Without a browser there is no session storage: this is how it is for one that forbids it.
describe('orderKey', () => {
  it('is the same for the same wish, however the address is written', () => {
    const wish = aWish();
    expect(orderKey({ ...wish, email: ` ${wish.email.toUpperCase()} ` })).toBe(orderKey(wish));
  });

  it('is another one for another plan, address or person', () => {
    const wish = aWish();
    const keys = [
      wish,
      { ...wish, planIds: ['spain-3gb'] },
      { ...wish, planIds: ['france-3gb', 'france-3gb'] },
      aWish(),
      { ...wish, uid: 'someone' },
    ].map(orderKey);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('knows which order the wish became, until that is paid', () => {
    const wish = aWish();
    const key = orderKey(wish);
    keepOrder(wish, 'order-1');
    expect([orderKey(wish), keptOrder(wish)]).toEqual([key, 'order-1']);
    forgetPaidOrder('order-2');
    expect(keptOrder(wish)).toBe('order-1');
    forgetPaidOrder('order-1');
    expect(keptOrder(wish)).toBeUndefined();
    expect(orderKey(wish)).not.toBe(key);
  });

  it('is a new one after the wish was forgotten', () => {
    const wish = aWish();
    const key = orderKey(wish);
    forgetWish(wish);
    expect(orderKey(wish)).not.toBe(key);
  });
});
