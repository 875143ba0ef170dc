import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SimIcon } from '../../../ui/icons.tsx';
import { useTranslation } from '../../translation.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { usePlanWords, type Ware } from './plan-words.ts';

/** A plan that cannot be bought now, with a way on: with the others of several, or to other plans. */
export function UnavailablePlan({ ware, others }: { ware: Ware; others: readonly Ware[] }) {
  const { t } = useTranslation();
  const words = usePlanWords()(ware);
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
            {others.length > 0 && (
              <PageLink className={buttonClass()} to={paths.checkout(others.map(({ plan }) => plan.id))}>
                {t('checkout.several.without')}
              </PageLink>
            )}
            <PageLink
              className={buttonClass({ variant: others.length > 0 ? 'secondary' : 'primary' })}
              to={paths.offer(ware.offer)}
            >
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
