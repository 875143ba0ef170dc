import type { LoaderFunctionArgs } from 'react-router';
import type { Offer } from '../modules/catalogue/types.ts';
import { servicesContext } from './context.ts';

/** The specified offers in their order, for the home page and similar ones. */
export async function loadOffers({ context }: Pick<LoaderFunctionArgs, 'context'>): Promise<Offer[]> {
  return context.get(servicesContext).catalogue.featured();
}
