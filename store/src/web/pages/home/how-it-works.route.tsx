import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { sampleOffer } from './sample-offer.ts';
import { HowItWorksMore } from './how-it-works-more.tsx';
import { loadOffers } from '../../offers-loader.ts';
import { useTranslation } from '../../translation.tsx';
import type { PageHandle } from '../../sheets.tsx';

export const handle: PageHandle = { sheets: ['home', 'help'] };

export async function loader(args: LoaderFunctionArgs) {
  return { sample: sampleOffer(await loadOffers(args)) };
}

export default function HowItWorksPage() {
  const { t } = useTranslation();
  const { sample } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTitle title={t('home.steps.title')} description={t('home.steps.subtitle')} />
      <HowItWorks sample={sample} level="h1" />
      <HowItWorksMore />
    </>
  );
}
