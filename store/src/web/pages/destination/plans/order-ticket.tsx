import { paths } from '../../../../shared/paths.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { Ticket } from '../../../../ui/card.tsx';
import { CheckIcon, PhoneIcon } from '../../../../ui/icons.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { CoverageChip } from '../../../components/plans/coverage-chip.tsx';
import { OfferMark } from '../../../components/plans/offer-mark.tsx';
import { Unbroken } from '../../../components/unbroken.tsx';
import { useRootData } from '../../../root-data.ts';
import { useSupportWords } from '../../../support-words.ts';
import { useOfferWords } from '../../../components/plans/offer-words.ts';
import type { DestinationData } from '../destination-loader.ts';
import { usePlanTerms } from './plan-terms.ts';
import type { PickedPlan } from './use-picked-plan.ts';

type Props = { picked: PickedPlan; place: DestinationData['destination']; worksIn: string | null };

/**
 * The selected plan with its price and the link to the checkout; sticky beside the page on wide screens. `place`:
 * the destination of the page; `worksIn`: its name, when the plan is not its own.
 */
export function OrderTicket({ picked, place, worksIn }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { plan } = picked;
  return (
    <Ticket className="order-ticket" head={<TicketHead picked={picked} worksIn={worksIn} />}>
      <div className="stack px-6 pt-4.5 pb-6">
        <p className="row between flex-wrap items-end" aria-live="polite">
          <span className="muted small">
            {t('plans.offer.total')}
            <br />
            <span className="money">{format.perGb(plan)}</span>
          </span>
          <b className="order-total money">{format.money(plan.price)}</b>
        </p>
        <PageLink className={buttonClass({ size: 'lg', block: true })} to={paths.checkoutFor(place, plan)}>
          {t('plans.offer.get')}
        </PageLink>
        <a className={buttonClass({ variant: 'ghost', block: true })} href="#questions">
          <PhoneIcon size={18} />
          {t('plans.offer.checkDevice')}
        </a>
        <Ticks />
      </div>
    </Ticket>
  );
}

function TicketHead({ picked: { family, plan }, worksIn }: Pick<Props, 'picked' | 'worksIn'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useOfferWords();
  const terms = usePlanTerms()(plan);
  const days = format.days(plan.days);
  return (
    <div className="px-6 pt-5.5 pb-4.5">
      <div className="row between">
        <h2 className="h-sec">{t('plans.offer.yourPlan')}</h2>
        <CoverageChip coverage={family.coverage} />
      </div>
      <div className="row mt-4 gap-3.5">
        <OfferMark offer={family} />
        <p>
          <b className="strong">
            <Unbroken>{`${words.name(family)} - ${format.planData(plan)}`}</Unbroken>
          </b>
          <span className="small muted block">
            {worksIn === null ? t('plans.offer.validFor', { days }) : t('destination.worksIn', { days, name: worksIn })}
          </span>
          {terms !== '' && <span className="small muted block">{terms}</span>}
        </p>
      </div>
    </div>
  );
}

/** What holds for every purchase. */
function Ticks() {
  const { t } = useTranslation();
  const support = useSupportWords();
  const { severalPayments } = useRootData();
  const ticks = [
    t('plans.offer.ticks.ready'),
    t(`plans.offer.ticks.${severalPayments ? 'payment' : 'card'}`),
    support.hours,
  ];
  return (
    <ul className="ticks border-t border-line pt-4">
      {ticks.map((tick) => (
        <li key={tick}>
          <CheckIcon size={18} />
          {tick}
        </li>
      ))}
    </ul>
  );
}
