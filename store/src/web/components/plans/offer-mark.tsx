import type { Offer } from '../../../modules/catalogue/types.ts';
import { paths } from '../../../shared/paths.ts';
import { Flag } from '../../../ui/flag.tsx';

/** A country's flag, or the outline of a region. Decorative: the name is beside it. */
export function OfferMark({
  offer,
  size,
  lazy,
}: {
  offer: Pick<Offer, 'flag'>;
  size?: 'xs' | 'sm' | 'md' | 'lg';
  lazy?: boolean;
}) {
  return <Flag src={paths.flag(offer.flag)} size={size} lazy={lazy} />;
}
