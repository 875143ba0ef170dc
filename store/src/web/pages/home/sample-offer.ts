import type { Offer } from '../../../modules/catalogue/types.ts';

/** The offer whose real figures the pictures show. */
export function sampleOffer(offers: Offer[]): Offer | undefined {
  return offers.find((offer) => offer.slug === 'france');
}
