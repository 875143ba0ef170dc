import { expect, test } from 'vitest';
import { purchaseStatus } from './purchase-status.ts';

test('a delivered line has no status until its plan has ended', () => {
  expect(purchaseStatus('fulfilled', { status: 'fulfilled', planState: null })).toBeNull();
  expect(purchaseStatus('fulfilled', { status: 'fulfilled', planState: 'active' })).toBeNull();
  expect(purchaseStatus('fulfilled', { status: 'fulfilled', planState: 'expired' })).toBe('expired');
  expect(purchaseStatus('fulfilled', { status: 'fulfilled', planState: 'finished' })).toBe('finished');
});

test('a line in progress or being refunded has one; that of an unpaid order has none', () => {
  expect(purchaseStatus('paid', { status: 'waiting', planState: null })).toBe('processing');
  expect(purchaseStatus('fulfilling', { status: 'fulfilling', planState: null })).toBe('processing');
  expect(purchaseStatus('refund_pending', { status: 'refunding', planState: null })).toBe('refundPending');
  expect(purchaseStatus('refunded', { status: 'refunded', planState: 'expired' })).toBe('refunded');
  expect(purchaseStatus('fulfilled', { status: 'refunded', planState: null })).toBe('refunded');
  expect(purchaseStatus('disputed', { status: 'fulfilled', planState: 'active' })).toBe('disputed');
  expect(purchaseStatus('expired', { status: 'waiting', planState: null })).toBeNull();
});
