import { data, type LoaderFunctionArgs } from 'react-router';
import type { Offer, OfferKind } from '../modules/catalogue/catalogue.ts';
import { servicesContext } from './context.ts';

/** The specified offers, in their order: what the home page and its like load. */
export async function loadOffers({ context }: Pick<LoaderFunctionArgs, 'context'>): Promise<Offer[]> {
  return context.get(servicesContext).catalogue.featured();
}

/** One offer by kind and slug; anything else is a 404. */
export async function loadOffer(
  { context }: Pick<LoaderFunctionArgs, 'context'>,
  kind: OfferKind,
  slug: string | undefined,
): Promise<Offer> {
  const offer = slug === undefined ? null : await context.get(servicesContext).catalogue.offer(slug);
  if (offer?.kind !== kind) throw data(null, { status: 404 });
  return offer;
}
