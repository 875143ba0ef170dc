import { expect, it } from 'vitest';
import { tellingCounts } from './choices.ts';

it('a filter shows its count where it changes the number of results; a kind of plan always does', () => {
  const counts = {
    'kind=': 198,
    'kind=local': 12,
    'kind=global': 198,
    'data=': 198,
    'data=10': 198,
    'price=': 198,
    'price=5': 129,
    '5g=1': 0,
  };
  expect(tellingCounts(counts, { kind: null })).toEqual({
    'kind=': 198,
    'kind=local': 12,
    'kind=global': 198,
    'price=5': 129,
    '5g=1': 0,
  });
  // With a kind chosen, its own number is that of the results.
  expect(tellingCounts({ 'kind=': 8, 'kind=local': 4, 'data=': 4, 'data=3': 8 }, { kind: 'local' })).toEqual({
    'kind=': 8,
    'kind=local': 4,
    'data=3': 8,
  });
});
