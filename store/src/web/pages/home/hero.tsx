import type { Offer } from '../../../modules/catalogue/catalogue.ts';
import { paths } from '../../../shared/paths.ts';
import { CheckIcon } from '../../../ui/icons.tsx';
import { useTranslation } from '../../translation.tsx';
import { DottedMap } from '../../components/dotted-map.tsx';
import { HeroMap } from './hero-map.tsx';
import { HeroSearch } from './hero-search.tsx';

/** The first screen: where to go, over a map with prices. */
export function Hero({ offers }: { offers: Offer[] }) {
  const { t } = useTranslation();
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
            {[t('home.hero.carriers'), t('home.hero.support'), t('home.hero.languages')].map((fact) => (
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
