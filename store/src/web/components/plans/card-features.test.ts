import { expect, it } from 'vitest';
import type { FeatureId } from '../../../modules/catalogue/types.ts';
import { cardFeatures, commonFeatures } from './card-features.ts';

const ALL: FeatureId[] = ['keeps-number', 'starts-on-first-use', 'no-contract', 'qr-delivery', 'data-only'];
const offer = (features: FeatureId[]) => ({ kind: 'regional' as const, features });

it('a card has three features, that of a country none', () => {
  expect(cardFeatures(offer(ALL))).toEqual(['keeps-number', 'starts-on-first-use', 'no-contract']);
  expect(cardFeatures({ kind: 'local', features: ALL })).toEqual([]);
});

it('only what every card has is common', () => {
  const late = offer(ALL.filter((feature) => feature !== 'starts-on-first-use'));
  expect(commonFeatures([offer(ALL), offer(ALL)])).toEqual(cardFeatures(offer(ALL)));
  expect(commonFeatures([offer(ALL), offer(ALL), late])).toEqual(['keeps-number', 'no-contract']);
  expect(commonFeatures([])).toEqual([]);
});
