import type { FeatureId, Offer } from '../../../modules/catalogue/types.ts';

/** Features on a card. */
const SHOWN = 3;

type Featured = Pick<Offer, 'kind' | 'features'>;

/** The features on the card of a regional or global offer; a country's card has its networks instead. */
export const cardFeatures = ({ kind, features }: Featured): FeatureId[] =>
  kind === 'local' ? [] : features.slice(0, SHOWN);

/** The features that all of these cards have in common. */
export function commonFeatures(offers: readonly Featured[]): FeatureId[] {
  const [first, ...others] = offers.map(cardFeatures);
  return (first ?? []).filter((feature) => others.every((each) => each.includes(feature)));
}
