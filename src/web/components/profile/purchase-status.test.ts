import { expect, test } from 'vitest';
import { purchaseStatus } from './purchase-status.ts';

test('a delivered purchase says nothing until its plan is over', () => {
  expect(purchaseStatus({ status: 'fulfilled', planState: null })).toBeNull();
  expect(purchaseStatus({ status: 'fulfilled', planState: 'active' })).toBeNull();
  expect(purchaseStatus({ status: 'fulfilled', planState: 'expired' })).toBe('expired');
  expect(purchaseStatus({ status: 'fulfilled', planState: 'finished' })).toBe('finished');
});

test('a purchase on its way, or on its way back, says so', () => {
  expect(purchaseStatus({ status: 'fulfilling', planState: null })).toBe('processing');
  expect(purchaseStatus({ status: 'refund_pending', planState: null })).toBe('refundPending');
  expect(purchaseStatus({ status: 'refunded', planState: 'expired' })).toBe('refunded');
});
