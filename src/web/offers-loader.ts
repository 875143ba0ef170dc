import { data, type LoaderFunctionArgs } from 'react-router';
import type { Offer, OfferKind } from '../modules/catalogue/catalogue.ts';
import { servicesContext } from './context.ts';

/** All offers, in the specification's order: what most public pages load. */
export async function loadOffers({ context }: Pick<LoaderFunctionArgs, 'context'>): Promise<Offer[]> {
  return await context.get(servicesContext).catalogue.offers();
}

/** One offer by kind and slug; anything else is a 404. */
export async function loadOffer(
  args: Pick<LoaderFunctionArgs, 'context'>,
  kind: OfferKind,
  slug: string | undefined,
): Promise<Offer> {
  const offer = (await loadOffers(args)).find((each) => each.kind === kind && each.slug === slug);
  if (offer === undefined) throw data(null, { status: 404 });
  return offer;
}
