import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { CoverageHead } from './coverage-nav.tsx';
import { PlaceTable } from './place-table.tsx';
import { WideOfferList } from './wide-offers.tsx';
import { loadPopular, loadWide } from './coverage-loader.ts';
import { useTranslation } from '../../translation.tsx';

export async function loader(args: LoaderFunctionArgs) {
  const [{ orderedBy, places, slugs }, wide] = await Promise.all([loadPopular(args), loadWide(args)]);
  const offers = slugs.flatMap((slug) => wide.find((offer) => offer.slug === slug) ?? []);
  return { orderedBy, places, offers };
}

export default function PopularPage() {
  const { t } = useTranslation();
  const { orderedBy, places, offers } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTitle title={t('coverage.popular.title')} description={t('coverage.popular.description')} />
      <CoverageHead
        current="popular"
        title={t('coverage.popular.title')}
        subtitle={t(`coverage.popular.${orderedBy}`)}
      />
      <div className="wrap coverage-lists">
        <h2 className="h-sec">{t('coverage.popular.countries')}</h2>
        <PlaceTable places={places} ordered />
        {offers.length > 0 && <h2 className="h-sec">{t('coverage.popular.regions')}</h2>}
        <WideOfferList offers={offers} ordered />
      </div>
    </>
  );
}
