import type { Offer, Plan } from '../../../modules/catalogue/catalogue.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SimIcon } from '../../../ui/icons.tsx';
import { useTranslation } from '../../translation.tsx';
import { PageTitle } from '../chrome/page-title.tsx';
import { PageLink } from '../page-link.tsx';
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
            <PageLink className={buttonClass()} to={paths.offer(offer)}>
              {t('checkout.unavailable.action', { destination: words.destination })}
            </PageLink>
            <PageLink className={buttonClass({ variant: 'secondary' })} to={paths.plans()}>
              {t('checkout.unavailable.all')}
            </PageLink>
          </div>
        }
      >
        {t('checkout.unavailable.text')}
      </EmptyState>
    </div>
  );
}
