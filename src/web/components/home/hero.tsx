import type { Offer } from '../../../modules/catalogue/catalogue.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { CheckIcon } from '../../../ui/icons.tsx';
import { useTranslation } from '../../translation.tsx';
import { scrollToSection } from '../chrome/sections.ts';
import { PageLink } from '../page-link.tsx';
import { HeroPass } from './hero-pass.tsx';
import { HeroPhone } from './hero-phone.tsx';

const RINGS = [130, 190, 250, 310, 370];

export function Hero({ sample }: { sample: Offer | undefined }) {
  const { t } = useTranslation();
  return (
    <section className="hero on-ink">
      <img className="map" src={paths.map('world')} alt="" width={1200} height={520} />
      <svg className="map pin-layer" viewBox="0 0 1200 520" aria-hidden="true">
        <g className="pin" fill="none">
          <path
            d="M575 156C575 246 676 214 676 308"
            stroke="#fff"
            strokeOpacity={0.8}
            strokeWidth={1.6}
            strokeDasharray="1.5 6"
            strokeLinecap="round"
          />
          <circle cx={574.9} cy={136.2} r={15} fill="#fff" fillOpacity={0.22} />
          <circle cx={574.9} cy={136.2} r={6.5} fill="#FF6B00" stroke="#fff" strokeWidth={2.5} />
        </g>
      </svg>
      <div className="wrap">
        <div className="hero-copy">
          <h1>{t('home.hero.title')}</h1>
          <p className="lede">{t('home.hero.subtitle')}</p>
          <div className="hero-cta">
            <PageLink className={buttonClass({ variant: 'white', size: 'lg' })} to={paths.plans()}>
              {t('home.hero.getEsim')}
            </PageLink>
            <a
              className={buttonClass({ variant: 'outline-ink', size: 'lg' })}
              href="#plans"
              onClick={(event) => {
                event.preventDefault();
                scrollToSection('plans');
              }}
            >
              {t('home.hero.viewRates')}
            </a>
          </div>
          <ul className="hero-facts">
            {[t('home.hero.carriers'), t('home.hero.support'), t('home.hero.languages')].map((fact) => (
              <li key={fact}>
                <CheckIcon size={18} />
                {fact}
              </li>
            ))}
          </ul>
        </div>
        <div className="stage" aria-hidden="true">
          <svg className="rings" viewBox="0 0 760 760" fill="none" stroke="currentColor" strokeWidth={1.5}>
            {RINGS.map((radius, index) => (
              <circle key={radius} cx={380} cy={380} r={radius} strokeOpacity={0.42 - index * 0.08} />
            ))}
          </svg>
          {sample !== undefined && <HeroPhone offer={sample} />}
          {sample !== undefined && <HeroPass offer={sample} />}
        </div>
      </div>
    </section>
  );
}
