import { expect, test } from 'vitest';
import { statusOf } from './esim-status.ts';

const fresh = {
  installed: false,
  profileState: 'released',
  planState: 'not_active',
  dataMb: 1000,
  remainingMb: 1000,
} as const;

test('an eSIM that is on no phone is not installed', () => {
  expect(statusOf(fresh)).toBe('notInstalled');
});

test('an eSIM on a phone is installed until its plan is used, then active', () => {
  expect(statusOf({ ...fresh, installed: true, profileState: 'installed' })).toBe('installed');
  expect(statusOf({ ...fresh, installed: true, planState: 'active', remainingMb: 150 })).toBe('active');
});

test('an eSIM with used data counts as installed, whatever was reported', () => {
  expect(statusOf({ ...fresh, planState: 'active', remainingMb: 900 })).toBe('active');
});

test('less than 15% left is low', () => {
  expect(statusOf({ ...fresh, installed: true, planState: 'active', remainingMb: 149 })).toBe('lowData');
});

test('a plan without data or past its days has ended, whatever is left of the other', () => {
  expect(statusOf({ ...fresh, installed: true, planState: 'finished', remainingMb: 0 })).toBe('usedUp');
  expect(statusOf({ ...fresh, installed: true, planState: 'expired', remainingMb: 900 })).toBe('ended');
});

test('a profile that is gone before its plan has ended is deleted', () => {
  expect(statusOf({ ...fresh, installed: true, profileState: 'deleted', planState: 'active' })).toBe('deleted');
  expect(statusOf({ ...fresh, installed: true, profileState: 'deleted', planState: 'finished' })).toBe('usedUp');
});
