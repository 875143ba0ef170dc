import { expect, test } from 'vitest';
import { groupsOf } from './esim-groups.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');
const inUse = {
  installed: true,
  profileState: 'enabled',
  planState: 'active',
  dataMb: 1000,
  remainingMb: 900,
  validUntil: '2026-12-14T12:00:00Z',
  awaySince: null,
} as const;
const ready = {
  ...inUse,
  installed: false,
  profileState: 'released',
  planState: 'not_active',
  validUntil: null,
} as const;

test('what is low, ends within a day or is not reported needs attention, the rest is in use or ready', () => {
  const low = { ...inUse, remainingMb: 100 };
  const lastDay = { ...inUse, validUntil: '2026-11-27T11:59:00Z' };
  const away = { ...inUse, awaySince: '2026-11-26T11:00:00Z' };
  const onPhone = { ...ready, installed: true, profileState: 'installed' } as const;
  expect(groupsOf([ready, inUse, low, lastDay, onPhone, away], NOW)).toEqual([
    { group: 'attention', esims: [low, lastDay, away] },
    { group: 'inUse', esims: [inUse] },
    { group: 'ready', esims: [ready, onPhone] },
  ]);
});

test('a wholesaler that does not answer is no concern before the eSIM is used, and a whole day is no last one', () => {
  expect(groupsOf([{ ...ready, awaySince: '2026-11-26T11:00:00Z' }], NOW)).toMatchObject([{ group: 'ready' }]);
  expect(groupsOf([{ ...inUse, validUntil: '2026-11-27T12:00:00Z' }], NOW)).toMatchObject([{ group: 'inUse' }]);
});
