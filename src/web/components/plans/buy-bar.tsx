import { Link } from 'react-router';
import type { Plan } from '../../../modules/catalogue/catalogue.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';

/** On narrow screens, at the foot of the window: what the picked plan costs, and the way to the checkout. */
export function BuyBar({ plan }: { plan: Plan }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className="buybar">
      <div>
        <b className="tnum">{format.money(plan.price)}</b>
        <span className="xs muted block">
          {format.data(plan.dataMb)}, {format.days(plan.days)}
        </span>
      </div>
      <Link className={buttonClass({ size: 'lg' })} to={paths.checkout(plan.id)}>
        {t('plans.offer.get')}
      </Link>
    </div>
  );
}
