import { describe, expect, it } from 'vitest';
import { restOf } from './rest.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const plan = (change: object = {}) => ({
  dataMb: 3072,
  unlimited: null,
  days: 30,
  state: 'active' as const,
  remainingMb: 1946,
  expiresAt: new Date('2026-12-14T09:00:00Z'),
  ...change,
});
const rest = (change: object = {}) => restOf({ profileState: 'enabled', plans: [plan(change)] }, NOW);

describe('what is left on an eSIM', () => {
  it('is its data, and its days with the one that has begun', () => {
    expect(rest()).toEqual({ leftMb: 1946, leftDays: 23, endsAt: new Date('2026-12-14T09:00:00Z') });
  });
  it('before the start of its days is all of them', () => {
    expect(rest({ state: 'not_active', remainingMb: 3072, expiresAt: null })).toEqual({
      leftMb: 3072,
      leftDays: 30,
      endsAt: null,
    });
  });
  it('of an unlimited plan is days alone', () => {
    expect(rest({ dataMb: 0, remainingMb: 0, unlimited: {} })).toMatchObject({ leftMb: 0, leftDays: 23 });
  });
  it('is nothing when the plan is used up or over, also before the wholesaler says so', () => {
    expect(rest({ state: 'finished' })).toBeNull();
    expect(rest({ remainingMb: 0 })).toBeNull();
    expect(rest({ expiresAt: new Date(NOW.getTime() - 1) })).toBeNull();
  });
});
