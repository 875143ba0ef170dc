import type { Offer } from '../../../modules/catalogue/types.ts';
import { paths } from '../../../shared/paths.ts';
import { CheckIcon } from '../../../ui/icons.tsx';
import { useSupportWords } from '../../support-words.ts';
import { useTranslation } from '../../translation.tsx';
import { DottedMap } from '../../components/dotted-map.tsx';
import { HeroSearch } from './hero-search.tsx';
import { useFormat } from '../../format.ts';
import { useOfferWords } from '../../components/plans/offer-words.ts';
import { cheapestPlan } from './cheapest.ts';

/** The first screen: the search over a map with prices. */
export function Hero({ offers }: { offers: Offer[] }) {
  const { t } = useTranslation();
  const support = useSupportWords();
  return (
    <section className="hero on-ink">
      <DottedMap className="map" src={paths.map('world')} width={1200} height={560} />
      <HeroMap offers={offers} />
      <div className="wrap">
        <div className="hero-copy">
          <h1>{t('home.hero.title')}</h1>
          <p className="lede">{t('home.hero.subtitle')}</p>
          <HeroSearch offers={offers} />
          <ul className="hero-facts">
            {[t('home.hero.carriers'), support.hours, support.languages].map((fact) => (
              <li key={fact}>
                <CheckIcon size={18} />
                {fact}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

/** Positions on public/maps/world.svg: `pin` of scripts/data/map-places.mjs in the projection of maps.mjs. */
const PINS: readonly (readonly [slug: string, x: number, y: number])[] = [
  ['france', 571.8, 136.2],
  ['egypt', 663.2, 207.5],
  ['zanzibar', 694, 345.3],
  ['namibia', 619.8, 407.9],
  ['thailand', 892.1, 269.7],
  ['bali', 942, 354.3],
];

/** Prices at their places, as a picture: the same offers follow as text. */
function HeroMap({ offers }: { offers: Offer[] }) {
  const format = useFormat();
  const words = useOfferWords();
  return (
    <svg className="map pin-layer" viewBox="0 0 1200 520" aria-hidden="true">
      {PINS.map(([slug, x, y]) => {
        const offer = offers.find((each) => each.slug === slug);
        const plan = offer && cheapestPlan([offer]);
        if (offer === undefined || plan === undefined) return null;
        const [name, price] = [words.name(offer), format.money(plan.price)];
        // Letters of 12px are 6.4 wide on average.
        const width = 30 + (name.length + price.length) * 6.4;
        return (
          <g key={slug} transform={`translate(${x} ${y})`}>
            <circle r={10} fill="var(--veil-strong)" />
            <circle r={4.6} fill="var(--accent)" stroke="var(--fixed-white)" strokeWidth={2} />
            <rect x={12} y={-11} width={width} height={22} rx={5} />
            <text x={20} y={4.2}>
              {name}
            </text>
            <text className="pin-price" x={width + 4} y={4.2} textAnchor="end">
              {price}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
