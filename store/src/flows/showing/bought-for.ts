import type { Catalogue } from '../../modules/catalogue/catalogue.ts';
import type { Line } from '../../modules/orders/orders.ts';

export type Places = Pick<Catalogue, 'destinationBySlug'>;

/** The place for which a regional or global plan was bought, by its name of today; null for other lines. */
export async function boughtFor(catalogue: Places, { placeSlug }: Pick<Line, 'placeSlug'>) {
  const place = placeSlug === null ? null : await catalogue.destinationBySlug(placeSlug);
  return place && { slug: place.slug, name: place.name, flag: place.flag };
}
