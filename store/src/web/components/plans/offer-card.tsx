import type { FeatureId, Offer, Plan } from '../../../modules/catalogue/types.ts';
import { paths } from '../../../shared/paths.ts';
import { Ticket } from '../../../ui/card.tsx';
import { CheckIcon } from '../../../ui/icons.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../page-link.tsx';
import { cardFeatures } from './card-features.ts';
import { CoverageChip } from './coverage-chip.tsx';
import { OfferMark } from './offer-mark.tsx';
import { useOfferWords } from './offer-words.ts';

const NONE: readonly FeatureId[] = [];

/** A destination with its prices. Each row links to the page with that plan selected. */
export function OfferCard({
  offer,
  level = 'h3',
  id,
  saidAbove = NONE,
}: {
  offer: Offer;
  level?: 'h2' | 'h3';
  id?: string | undefined;
  /** The features that the page has said for all cards. */
  saidAbove?: readonly FeatureId[];
}) {
  const { t } = useTranslation();
  const words = useOfferWords();
  const Heading = level;
  const features = cardFeatures(offer).filter((feature) => !saidAbove.includes(feature));
  return (
    <Ticket
      as="article"
      id={id}
      className="ticket--link"
      head={
        <>
          <header className="offer-card__head">
            <OfferMark offer={offer} lazy />
            <Heading>{words.name(offer)}</Heading>
            <CoverageChip coverage={offer.coverage} />
            <p className="ops">{words.reach(offer)}</p>
          </header>
          {features.length > 0 && (
            <ul className="offer-card__features">
              {features.map((feature) => (
                <li key={feature}>
                  <CheckIcon size={16} />
                  {t(`plans.features.${feature}`)}
                </li>
              ))}
            </ul>
          )}
        </>
      }
    >
      <ul className="offer-card__plans">
        {offer.plans.map((plan) => (
          <li key={plan.id}>
            <PlanRow offer={offer} plan={plan} />
          </li>
        ))}
      </ul>
    </Ticket>
  );
}

function PlanRow({ offer, plan }: { offer: Offer; plan: Plan }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useOfferWords();
  const figures = (
    <>
      <b>
        <VisuallyHidden>{words.name(offer)} </VisuallyHidden>
        {format.planData(plan)}
      </b>
      <span>{format.days(plan.days)}</span>
    </>
  );
  if (!plan.available) {
    return (
      <div className="offer-card__row">
        {figures}
        <span>{t('plans.unavailable')}</span>
      </div>
    );
  }
  return (
    <PageLink className="offer-card__row" to={paths.offer(offer, plan.id)}>
      {figures}
      <span className="price money">{format.money(plan.price)}</span>
    </PageLink>
  );
}
