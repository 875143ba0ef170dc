import { expect, test } from 'vitest';
import type { OrderSummary } from '../../../http/api/views.ts';
import { purchasesOf, purchaseStatus } from './purchase-status.ts';

const order = (status: OrderSummary['status']) => ({ status }) as OrderSummary;

test('only what was paid is a purchase', () => {
  const orders = (['pending_payment', 'payment_failed', 'expired', 'paid', 'fulfilled', 'refunded'] as const).map(
    order,
  );
  expect(purchasesOf(orders).map(({ status }) => status)).toEqual(['paid', 'fulfilled', 'refunded']);
});

test('a delivered purchase says nothing until its plan is over', () => {
  expect(purchaseStatus(order('fulfilled'), undefined)).toBeNull();
  expect(purchaseStatus(order('fulfilled'), { planState: 'active' })).toBeNull();
  expect(purchaseStatus(order('fulfilled'), { planState: 'expired' })).toBe('expired');
  expect(purchaseStatus(order('fulfilled'), { planState: 'finished' })).toBe('finished');
});

test('a purchase on its way, or on its way back, says so', () => {
  expect(purchaseStatus(order('fulfilling'), undefined)).toBe('processing');
  expect(purchaseStatus(order('refund_pending'), undefined)).toBe('refundPending');
  expect(purchaseStatus(order('refunded'), { planState: 'expired' })).toBe('refunded');
});
