import { type MouseEvent, useRef } from 'react';
import { Form } from 'react-router';
import type { Offer } from '../../../modules/catalogue/types.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { SearchIcon } from '../../../ui/icons.tsx';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { scrollToSection } from '../../components/chrome/sections.ts';
import { PageLink, usePageAddress } from '../../components/page-link.tsx';
import { OfferMark } from '../../components/plans/offer-mark.tsx';
import { useOfferWords } from '../../components/plans/offer-words.ts';
import { cheapestPlan } from './cheapest.ts';

/** Offers beside the search: three countries of three continents, and a region. */
const QUICK = ['france', 'united-states', 'thailand', 'europe'];

/**
 * The search for a destination. "Get eSIM" is the specification's link to the plans (2, "Home page") and includes the
 * input. Without script Enter submits the form.
 */
export function HeroSearch({ offers }: { offers: Offer[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useOfferWords();
  const form = useRef<HTMLFormElement>(null);
  const quick = QUICK.flatMap((slug) => offers.find((offer) => offer.slug === slug) ?? []);

  function takeAlong(event: MouseEvent) {
    const query = new FormData(form.current!).get('q');
    if (typeof query !== 'string' || query.trim() === '') return;
    event.preventDefault();
    form.current!.requestSubmit();
  }

  return (
    <div className="hero-search">
      <Form ref={form} className="input" role="search" action={usePageAddress()(paths.plans())}>
        <SearchIcon />
        <input
          name="q"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={80}
          aria-label={t('home.hero.destination')}
          placeholder={t('home.hero.where')}
        />
        <PageLink className={buttonClass()} to={paths.plans()} onClick={takeAlong}>
          {t('home.hero.getEsim')}
        </PageLink>
      </Form>
      <div className="hero-more">
        <ul className="hero-quick">
          {quick.map((offer) => (
            <li key={offer.slug}>
              <PageLink to={paths.offer(offer)}>
                <OfferMark offer={offer} size="sm" />
                {words.name(offer)}
                <QuickPrice offer={offer} />
              </PageLink>
            </li>
          ))}
        </ul>
        <a
          className={buttonClass({ variant: 'outline-ink' })}
          href="#plans"
          onClick={(event) => {
            event.preventDefault();
            scrollToSection('plans');
          }}
        >
          {t('home.hero.viewRates')}
        </a>
      </div>
    </div>
  );

  function QuickPrice({ offer }: { offer: Offer }) {
    const plan = cheapestPlan([offer]);
    return plan === undefined ? null : <span className="money">{format.money(plan.price)}</span>;
  }
}
