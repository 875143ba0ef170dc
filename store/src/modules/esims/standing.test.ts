import { describe, expect, it } from 'vitest';
import { standingOf, type Plans } from './standing.ts';
import { type PlanState, type ProfileState, profileStateAfter } from './validity.ts';

const NOW = new Date('2026-11-26T12:00:00Z');
const LATER = new Date('2026-12-26T12:00:00Z');

const plan = (changes: object = {}) => ({
  dataMb: 3072,
  unlimited: null as object | null,
  state: 'not_active' as PlanState,
  remainingMb: 3072,
  expiresAt: null as Date | null,
  ...changes,
});
const shown = (plans: Plans<ReturnType<typeof plan>>, profileState: ProfileState = 'enabled') =>
  standingOf({ profileState, plans }, NOW);

describe('an eSIM with one plan', () => {
  it('shows that plan, in each state', () => {
    for (const state of ['not_active', 'active', 'finished', 'expired'] as const) {
      const only = plan({ state, remainingMb: 512, expiresAt: LATER });
      expect(shown([only])).toEqual({
        current: only,
        planState: state,
        dataMb: 3072,
        remainingMb: 512,
        active: state === 'not_active' || state === 'active',
        installed: true,
      });
    }
  });

  it('is expired once its time has run out, without a report', () => {
    expect(shown([plan({ state: 'active', expiresAt: NOW })])).toMatchObject({ planState: 'expired', active: false });
  });

  it('is not active once its profile has ended', () => {
    expect(shown([plan({ state: 'active' })], 'deleted')).toMatchObject({ planState: 'active', active: false });
  });

  it('has no data to show when it is unlimited', () => {
    expect(shown([plan({ dataMb: 0, remainingMb: 0, unlimited: {} })])).toMatchObject({ dataMb: 0, remainingMb: 0 });
  });
});

describe('an eSIM with several plans', () => {
  const used = plan({ state: 'finished', remainingMb: 0 });
  const inUse = plan({ state: 'active', remainingMb: 100, expiresAt: LATER });
  const next = plan({ dataMb: 1024, remainingMb: 1024 });

  it('shows the plan in use, and the data of all that are left', () => {
    expect(shown([used, inUse, next])).toMatchObject({
      current: inUse,
      planState: 'active',
      dataMb: 4096,
      remainingMb: 1124,
      active: true,
    });
  });

  it('shows the next plan when none is in use', () => {
    expect(shown([used, next])).toMatchObject({
      current: next,
      planState: 'not_active',
      dataMb: 1024,
      remainingMb: 1024,
      active: true,
    });
  });

  it('shows the last plan when none is left', () => {
    const over = plan({ dataMb: 500, state: 'expired', remainingMb: 20 });
    expect(shown([used, over])).toMatchObject({ current: over, planState: 'expired', remainingMb: 20, active: false });
  });

  it('adds no amounts to an unlimited plan in use, and leaves an unlimited one out of a sum', () => {
    const unlimited = plan({ dataMb: 0, remainingMb: 0, unlimited: {}, state: 'active' });
    expect(shown([unlimited, next])).toMatchObject({ current: unlimited, dataMb: 0, remainingMb: 0 });
    expect(shown([inUse, { ...unlimited, state: 'not_active' }])).toMatchObject({ dataMb: 3072, remainingMb: 100 });
  });
});

describe('the state of a profile', () => {
  it.each([
    ['released', 'downloaded', 'downloaded'],
    ['downloaded', 'installed', 'installed'],
    ['installed', 'enabled', 'enabled'],
    ['enabled', 'installed', 'enabled'],
    ['enabled', 'released', 'enabled'],
    ['installed', null, 'installed'],
    ['enabled', 'deleted', 'enabled'],
    ['deleted', 'enabled', 'deleted'],
  ] as const)('%s, reported as %s, is %s', (known, reported, after) => {
    expect(profileStateAfter(known, reported)).toBe(after);
  });
});
