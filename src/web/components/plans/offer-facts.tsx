import type { Offer } from '../../../modules/catalogue/catalogue.ts';
import { Chip } from '../../../ui/chip.tsx';
import { SignalIcon } from '../../../ui/icons.tsx';
import { useTranslation } from '../../translation.tsx';
import { useOfferWords } from './offer-words.ts';

/** What one buys, line by line, and the networks: only what our data says. */
export function OfferFacts({ offer }: { offer: Offer }) {
  const { t } = useTranslation();
  const words = useOfferWords();
  const has = (feature: Offer['features'][number]) => offer.features.includes(feature);
  const facts: [string, string | false | null][] = [
    [t('plans.offer.facts.type'), has('data-only') && t('plans.offer.values.type')],
    [t('plans.offer.facts.network'), offer.coverage],
    [offer.kind === 'local' ? t('plans.offer.facts.operators') : t('plans.offer.facts.countries'), words.reach(offer)],
    [t('plans.offer.facts.number'), has('keeps-number') && t('plans.offer.values.number')],
    [t('plans.offer.facts.start'), has('starts-on-first-use') && t('plans.offer.values.start')],
    [t('plans.offer.facts.renewal'), has('no-contract') && t('plans.offer.values.renewal')],
    [t('plans.offer.facts.delivery'), has('qr-delivery') && t('plans.offer.values.delivery')],
  ];
  return (
    <>
      <section>
        <h2 className="h-sec mb-3">{t('plans.offer.whatYouGet')}</h2>
        <div className="card px-5 py-1.5">
          <dl className="dl">
            {facts.map(([term, value]) =>
              value ? (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>{value}</dd>
                </div>
              ) : null,
            )}
          </dl>
        </div>
      </section>
      {offer.operators.length > 0 && (
        <section>
          <h2 className="h-sec mb-3">{t('plans.offer.operators', { name: words.name(offer) })}</h2>
          <ul className="operators">
            {offer.operators.map((operator) => (
              <li className="card row" key={operator.name}>
                <span className="region-ic">
                  <SignalIcon size={22} />
                </span>
                <b className="strong">{operator.name}</b>
                <Chip tone={operator.generations.includes('5G') ? 'network' : 'neutral'}>
                  {operator.generations.join(', ')}
                </Chip>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
