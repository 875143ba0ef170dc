import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { OfferPage } from '../components/plans/offer-page.tsx';
import { loadOffer } from '../offers-loader.ts';

export async function loader(args: LoaderFunctionArgs) {
  return { offer: await loadOffer(args, 'regional', args.params['slug']) };
}

export default function RegionalPlanPage() {
  const { offer } = useLoaderData<typeof loader>();
  return <OfferPage key={offer.slug} offer={offer} />;
}
