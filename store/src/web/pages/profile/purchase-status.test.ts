import { expect, test } from 'vitest';
import { purchaseStatus } from './purchase-status.ts';

test('a delivered line says nothing until its plan is over', () => {
  expect(purchaseStatus('fulfilled', { status: 'fulfilled', planState: null })).toBeNull();
  expect(purchaseStatus('fulfilled', { status: 'fulfilled', planState: 'active' })).toBeNull();
  expect(purchaseStatus('fulfilled', { status: 'fulfilled', planState: 'expired' })).toBe('expired');
  expect(purchaseStatus('fulfilled', { status: 'fulfilled', planState: 'finished' })).toBe('finished');
});

test('a line on its way, or on its way back, says so; one of an order that nobody paid says nothing', () => {
  expect(purchaseStatus('paid', { status: 'waiting', planState: null })).toBe('processing');
  expect(purchaseStatus('fulfilling', { status: 'fulfilling', planState: null })).toBe('processing');
  expect(purchaseStatus('refund_pending', { status: 'refunding', planState: null })).toBe('refundPending');
  expect(purchaseStatus('refunded', { status: 'refunded', planState: 'expired' })).toBe('refunded');
  expect(purchaseStatus('fulfilled', { status: 'refunded', planState: null })).toBe('refunded');
  expect(purchaseStatus('disputed', { status: 'fulfilled', planState: 'active' })).toBe('disputed');
  expect(purchaseStatus('expired', { status: 'waiting', planState: null })).toBeNull();
});
