import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { PageTitle } from '../components/chrome/page-title.tsx';
import { CoverageSection } from '../components/home/coverage-section.tsx';
import { loadOffers } from '../offers-loader.ts';
import { useTranslation } from '../translation.tsx';

export async function loader(args: LoaderFunctionArgs) {
  return { offers: await loadOffers(args) };
}

export default function CoveragePage() {
  const { t } = useTranslation();
  const { offers } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTitle title={t('home.coverage.title')} description={t('home.coverage.subtitle')} />
      <CoverageSection offers={offers} level="h1" />
    </>
  );
}
