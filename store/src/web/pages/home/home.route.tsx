import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { CoverageBand } from './coverage-band.tsx';
import { FeatureCards } from './feature-cards.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { PlanSection } from './plan-section.tsx';
import { sampleOffer } from './sample-offer.ts';
import { SupportSection } from './support-section.tsx';
import { loadOffers } from '../../offers-loader.ts';
import { useTranslation } from '../../translation.tsx';
import type { PageHandle } from '../../sheets.tsx';

export const handle: PageHandle = { sheets: ['home'] };

export async function loader(args: LoaderFunctionArgs) {
  return { offers: await loadOffers(args) };
}

export default function HomePage() {
  const { t } = useTranslation();
  const { offers } = useLoaderData<typeof loader>();
  const sample = sampleOffer(offers);
  return (
    <div className="home">
      <PageTitle title={t('home.title')} description={t('home.description')} />
      <Hero offers={offers} />
      <FeatureCards />
      <HowItWorks sample={sample} />
      <PlanSection offers={offers} />
      <CoverageBand offers={offers} />
      <SupportSection offers={offers} />
    </div>
  );
}
