import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { OfferList } from './offer-list.tsx';
import { loadOffers } from '../../offers-loader.ts';
import { useTranslation } from '../../translation.tsx';
import type { PageHandle } from '../../sheets.tsx';

export const handle: PageHandle = { sheets: ['home'] };

export async function loader(args: LoaderFunctionArgs) {
  const offers = await loadOffers(args);
  return { offers: offers.filter((offer) => offer.kind === 'regional') };
}

export default function RegionalPlansPage() {
  const { t } = useTranslation();
  const { offers } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTitle title={t('plans.regional.title')} description={t('plans.regional.description')} />
      <OfferList title={t('plans.regional.title')} subtitle={t('plans.regional.subtitle')} offers={offers} />
    </>
  );
}
