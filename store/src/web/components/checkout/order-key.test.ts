import { describe, expect, it } from 'vitest';
import { forgetPaidOrder, forgetRequest, keepOrder, keptOrder, orderKey, type OrderRequest } from './order-key.ts';

let count = 0;
/** A request that no other test uses. */
const anOrderRequest = (): OrderRequest => ({
  planIds: ['france-3gb'],
  email: `traveller-${(count += 1)}@example.com`,
  uid: null,
});

// Node has no session storage, like a browser that forbids it.
describe('orderKey', () => {
  it('is the same for the same request, in any notation of the address', () => {
    const request = anOrderRequest();
    expect(orderKey({ ...request, email: ` ${request.email.toUpperCase()} ` })).toBe(orderKey(request));
  });

  it('differs for another plan, address, person, place or eSIM', () => {
    const request = anOrderRequest();
    const keys = [
      request,
      { ...request, planIds: ['spain-3gb'] },
      { ...request, planIds: ['france-3gb', 'france-3gb'] },
      anOrderRequest(),
      { ...request, uid: 'someone' },
      { ...request, forPlace: 'japan' },
      { ...request, addedTo: { orderId: 'order-1', line: 1 } },
      { ...request, addedTo: { orderId: 'order-1', line: 2 } },
    ].map(orderKey);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('knows the order of the request until it is paid', () => {
    const request = anOrderRequest();
    const key = orderKey(request);
    keepOrder(request, 'order-1');
    expect([orderKey(request), keptOrder(request)]).toEqual([key, 'order-1']);
    forgetPaidOrder('order-2');
    expect(keptOrder(request)).toBe('order-1');
    forgetPaidOrder('order-1');
    expect(keptOrder(request)).toBeUndefined();
    expect(orderKey(request)).not.toBe(key);
  });

  it('is a new one after the request was forgotten', () => {
    const request = anOrderRequest();
    const key = orderKey(request);
    forgetRequest(request);
    expect(orderKey(request)).not.toBe(key);
  });
});
