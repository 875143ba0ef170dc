import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Offer, Plan } from '../../../modules/catalogue/catalogue.ts';
import { paths } from '../../../shared/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ClockIcon } from '../../../ui/icons.tsx';
import { useTranslation } from '../../translation.tsx';
import { PageTitle } from '../chrome/page-title.tsx';
import { usePageAddress } from '../page-link.tsx';
import { Questions } from '../home/questions.tsx';
import { BuyBar } from './buy-bar.tsx';
import { OfferFacts } from './offer-facts.tsx';
import { OfferHead } from './offer-head.tsx';
import { useOfferWords } from './offer-words.ts';
import { OrderTicket } from './order-ticket.tsx';
import { PlanPicker } from './plan-picker.tsx';
import { ProductData } from './product-data.tsx';

/** One destination: pick a plan, see what it is, go to the checkout. */
export function OfferPage({ offer }: { offer: Offer }) {
  const { t } = useTranslation();
  const words = useOfferWords();
  const [plan, pick] = usePickedPlan(offer);
  const name = words.name(offer);
  return (
    <>
      <PageTitle title={t('plans.offer.title', { name })} description={t('plans.offer.description', { name })} />
      <ProductData
        name={t('plans.offer.title', { name })}
        description={t('plans.offer.description', { name })}
        offers={[offer]}
      />
      <OfferHead offer={offer} />
      <div className="wrap layout-side">
        <div className="stack gap-10">
          <section>
            <h2 className="h-sec mb-4">{t('plans.offer.choose')}</h2>
            {plan === undefined && (
              <Alert tone="warning" className="mb-4">
                {t('plans.offer.soldOut')}
              </Alert>
            )}
            <PlanPicker plans={offer.plans} picked={plan?.id} onPick={pick} />
            <p className="small muted row items-start gap-2 mt-4">
              <ClockIcon size={18} />
              {t('plans.offer.validity')}
            </p>
          </section>
          <OfferFacts offer={offer} />
          <section id="questions">
            <h2 className="h-sec">{t('plans.offer.questions')}</h2>
            <Questions />
          </section>
        </div>
        <aside className="side" aria-label={t('plans.offer.yourPlan')}>
          {plan !== undefined && <OrderTicket offer={offer} plan={plan} />}
        </aside>
      </div>
      {plan !== undefined && <BuyBar plan={plan} />}
    </>
  );
}

/** The plan named in the address, else the second, which most trips need, else the first that can be bought. */
function usePickedPlan(offer: Offer): [Plan | undefined, (id: string) => void] {
  const [search] = useSearchParams();
  const address = usePageAddress();
  const [id, setId] = useState(search.get('plan'));
  const buyable = offer.plans.filter((plan) => plan.available);
  const plan = buyable.find((each) => each.id === id) ?? buyable.find((each) => each === offer.plans[1]) ?? buyable[0];

  function pick(planId: string) {
    setId(planId);
    // Kept in the address for "back" from the checkout; the router need not load anything for it.
    history.replaceState(history.state, '', address(paths.offer(offer, planId)));
  }

  return [plan, pick];
}
