import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ORDER_STATUSES, type OrderStatus } from '../../shared/order-status.ts';
import { mayBecome, mayResume, predecessorsOf } from './order-state.ts';

const status = fc.constantFrom(...ORDER_STATUSES);

/** Every state that can be reached from `from`. */
function reachable(from: OrderStatus): Set<OrderStatus> {
  const seen = new Set<OrderStatus>();
  const queue = [from];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const to of ORDER_STATUSES.filter((each) => mayBecome(next, each) && !seen.has(each))) {
      seen.add(to);
      queue.push(to);
    }
  }
  return seen;
}

describe('the transition table', () => {
  it('lets every paid order end with an eSIM or with a refund', () => {
    for (const state of ['paid', 'fulfilling', 'fulfilment_failed', 'refund_pending'] as const) {
      expect([...reachable(state)].some((to) => to === 'fulfilled' || to === 'refunded')).toBe(true);
    }
  });

  it('never lets a refunded order become an eSIM, nor an issued one be issued again', () => {
    expect(reachable('refunded')).not.toContain('fulfilled');
    expect(reachable('fulfilled')).not.toContain('fulfilling');
  });

  it('allows a dispute in every state that holds or held money, and only a return to those states', () => {
    for (const state of ORDER_STATUSES) expect(mayResume(state)).toBe(mayBecome(state, 'disputed'));
    expect([...reachable('disputed')]).toEqual([]);
  });

  it('allows refund_pending from every state that holds money', () => {
    for (const state of ['paid', 'fulfilling', 'fulfilled', 'fulfilment_failed', 'refunded'] as const)
      expect(mayBecome(state, 'refund_pending')).toBe(true);
  });

  it('allows a late payment of an expired or failed order', () => {
    expect(mayBecome('expired', 'paid')).toBe(true);
    expect(mayBecome('payment_failed', 'paid')).toBe(true);
  });

  it('has no step from a state to itself, and matching predecessors', () => {
    fc.assert(
      fc.property(status, status, (from, to) => {
        expect(predecessorsOf(to).includes(from)).toBe(mayBecome(from, to));
        if (from === to) expect(mayBecome(from, to)).toBe(false);
      }),
    );
  });
});
