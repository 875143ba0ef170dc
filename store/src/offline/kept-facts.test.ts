import { describe, expect, it } from 'vitest';
import { nextOf } from '../shared/connection/diagnosis.ts';
import { factsOfKept } from './kept-facts.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');

const kept = (changes: Partial<Parameters<typeof factsOfKept>[0]> = {}) => ({
  installed: true,
  planState: 'active' as const,
  validUntil: '2026-12-01T00:00:00Z',
  dataMb: 3072,
  remainingMb: 1024,
  unlimited: false,
  usageAt: '2026-11-25T12:00:00Z',
  apn: null,
  ...changes,
});
const next = (changes: Parameters<typeof kept>[0] = {}) =>
  nextOf(factsOfKept(kept(changes), NOW), { attempts: [], began: null });

describe('the steps of a kept eSIM without a network', () => {
  it('start where the copy ends: the country is not asked, because nothing could be shown about it', () => {
    expect(next()).toEqual({ step: 'line' });
    expect(next({ planState: 'not_active', validUntil: null })).toEqual({ step: 'line' });
    expect(next({ installed: false, planState: 'not_active', validUntil: null })).toEqual({ step: 'installed' });
  });

  it('end at once when its data was used up, or its days have ended since it was kept', () => {
    expect(next({ planState: 'finished', remainingMb: 0 })).toEqual({ end: 'used-up' });
    expect(next({ planState: 'expired' })).toEqual({ end: 'ended' });
    expect(next({ validUntil: '2026-11-26T11:59:59Z' })).toEqual({ end: 'ended' });
  });
});
