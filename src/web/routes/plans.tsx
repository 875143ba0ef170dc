import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { PageTitle } from '../components/chrome/page-title.tsx';
import { KindLinks } from '../components/plans/kind-links.tsx';
import { PlanTable } from '../components/plans/plan-table.tsx';
import { loadOffers } from '../offers-loader.ts';
import { useTranslation } from '../translation.tsx';

export async function loader(args: LoaderFunctionArgs) {
  return { offers: await loadOffers(args) };
}

export default function PlansPage() {
  const { t } = useTranslation();
  const { offers } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTitle title={t('plans.title')} description={t('plans.description')} />
      <div className="page-head">
        <div className="wrap">
          <h1 className="h-page">{t('plans.title')}</h1>
          <p className="muted mt-1 mb-5">{t('plans.subtitle')}</p>
          <KindLinks />
        </div>
      </div>
      <div className="wrap pt-6 pb-20">
        <PlanTable offers={offers} />
      </div>
    </>
  );
}
