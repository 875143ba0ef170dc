import { Link } from 'react-router';
import type { Offer, Plan } from '../../../modules/catalogue/catalogue.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SimIcon } from '../../../ui/icons.tsx';
import { useTranslation } from '../../translation.tsx';
import { PageTitle } from '../chrome/page-title.tsx';
import { usePlanWords } from './plan-words.ts';

/** A plan that cannot be bought now, with a way on. */
export function UnavailablePlan({ offer, plan }: { offer: Offer; plan: Plan }) {
  const { t } = useTranslation();
  const words = usePlanWords({ offer, plan });
  const title = t('checkout.unavailable.title', { plan: words.name });
  return (
    <div className="wrap error-page">
      <PageTitle title={title} />
      <EmptyState
        level="h1"
        icon={<SimIcon />}
        title={title}
        action={
          <div className="row mt-3 flex-wrap justify-center">
            <Link className={buttonClass()} to={paths.offer(offer)}>
              {t('checkout.unavailable.action', { destination: words.destination })}
            </Link>
            <Link className={buttonClass({ variant: 'secondary' })} to={paths.plans()}>
              {t('checkout.unavailable.all')}
            </Link>
          </div>
        }
      >
        {t('checkout.unavailable.text')}
      </EmptyState>
    </div>
  );
}
