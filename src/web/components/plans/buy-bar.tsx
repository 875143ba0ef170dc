import type { Plan } from '../../../modules/catalogue/catalogue.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../page-link.tsx';

/** On narrow screens, at the foot of the window: what the picked plan costs, and the way to the checkout. */
export function BuyBar({ plan }: { plan: Plan }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className="buybar">
      <div>
        <b className="tnum">{format.money(plan.price)}</b>
        <span className="xs muted block">
          {format.planData(plan)}, {format.days(plan.days)}
        </span>
      </div>
      <PageLink className={buttonClass({ size: 'lg' })} to={paths.checkout(plan.id)}>
        {t('plans.offer.get')}
      </PageLink>
    </div>
  );
}
