import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { OfferList } from './offer-list.tsx';
import { loadOffers } from '../../offers-loader.ts';
import { useTranslation } from '../../translation.tsx';
import type { PageHandle } from '../../sheets.tsx';

export const handle: PageHandle = { sheets: ['home'] };

export async function loader(args: LoaderFunctionArgs) {
  const offers = await loadOffers(args);
  return { offers: offers.filter((offer) => offer.kind === 'local') };
}

export default function LocalPlansPage() {
  const { t } = useTranslation();
  const { offers } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTitle title={t('plans.local.title')} description={t('plans.local.description')} />
      <OfferList title={t('plans.local.title')} subtitle={t('plans.local.subtitle')} offers={offers} />
    </>
  );
}
