import { paths } from '../../../../shared/paths.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { useOfferWords } from '../../../components/plans/offer-words.ts';
import type { PickedPlan } from './use-picked-plan.ts';

/** On narrow screens, at the foot of the window: what the picked plan costs, and the way to the checkout. `named`: with its offer. */
export function BuyBar({ picked: { family, plan }, named }: { picked: PickedPlan; named: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useOfferWords();
  return (
    <div className="buybar">
      <div>
        <b className="tnum">{format.money(plan.price)}</b>
        <span className="xs muted block">
          {named && `${words.name(family)} `}
          {format.planData(plan)}, {format.days(plan.days)}
        </span>
      </div>
      <PageLink className={buttonClass({ size: 'lg' })} to={paths.checkout(plan.id)}>
        {t('plans.offer.get')}
      </PageLink>
    </div>
  );
}
