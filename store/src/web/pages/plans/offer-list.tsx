import type { Offer } from '../../../modules/catalogue/types.ts';
import { KindLinks } from '../../components/plans/kind-links.tsx';
import { OfferCard } from '../../components/plans/offer-card.tsx';

/** The offers of one kind as cards, below a page's head. */
export function OfferList({ title, subtitle, offers }: { title: string; subtitle: string; offers: Offer[] }) {
  return (
    <>
      <div className="page-head">
        <div className="wrap">
          <h1 className="h-page">{title}</h1>
          <p className="muted mt-1 mb-5">{subtitle}</p>
          <KindLinks />
        </div>
      </div>
      <div className="wrap grid-3 pt-8 pb-20">
        {offers.map((offer) => (
          <OfferCard key={offer.slug} offer={offer} level="h2" />
        ))}
      </div>
    </>
  );
}
