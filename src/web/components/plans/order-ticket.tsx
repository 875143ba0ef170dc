import type { Offer, Plan } from '../../../modules/catalogue/catalogue.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Ticket } from '../../../ui/card.tsx';
import { CheckIcon, PhoneIcon } from '../../../ui/icons.tsx';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../page-link.tsx';
import { CoverageChip } from './coverage-chip.tsx';
import { OfferMark } from './offer-mark.tsx';
import { useOfferWords } from './offer-words.ts';

/** The picked plan with its price and the way to the checkout; sticks beside the page on wide screens. */
export function OrderTicket({ offer, plan }: { offer: Offer; plan: Plan }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useOfferWords();
  const ticks = [t('plans.offer.ticks.ready'), t('plans.offer.ticks.payment'), t('plans.offer.ticks.support')];
  return (
    <Ticket
      className="order-ticket"
      head={
        <div className="px-6 pt-5.5 pb-4.5">
          <div className="row between">
            <h2 className="h-sec">{t('plans.offer.yourPlan')}</h2>
            <CoverageChip coverage={offer.coverage} />
          </div>
          <div className="row mt-4 gap-3.5">
            <OfferMark offer={offer} />
            <p>
              <b className="strong">
                {words.name(offer)} - {format.planData(plan)}
              </b>
              <span className="small muted block">{t('plans.offer.validFor', { days: format.days(plan.days) })}</span>
            </p>
          </div>
        </div>
      }
    >
      <div className="stack px-6 pt-4.5 pb-6">
        <p className="row between items-end" aria-live="polite">
          <span className="muted small">
            {t('plans.offer.total')}
            <br />
            {format.perGb(plan)}
          </span>
          <b className="order-total tnum">{format.money(plan.price)}</b>
        </p>
        <PageLink className={buttonClass({ size: 'lg', block: true })} to={paths.checkout(plan.id)}>
          {t('plans.offer.get')}
        </PageLink>
        <a className={buttonClass({ variant: 'ghost', block: true })} href="#questions">
          <PhoneIcon size={18} />
          {t('plans.offer.checkDevice')}
        </a>
        <ul className="ticks border-t border-line pt-4">
          {ticks.map((tick) => (
            <li key={tick}>
              <CheckIcon size={18} />
              {tick}
            </li>
          ))}
        </ul>
      </div>
    </Ticket>
  );
}
