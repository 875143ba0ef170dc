import type { Offer, Plan } from '../../../modules/catalogue/types.ts';
import { BRAND } from '../../../shared/brand.ts';
import { decimalOf } from '../../../shared/money.ts';
import { paths } from '../../../shared/paths.ts';
import { useFormat } from '../../format.ts';
import { usePageUrl, usePictureUrl } from '../../components/chrome/page-urls.ts';
import { StructuredData } from '../../components/structured-data.tsx';

type Props = {
  name: string;
  description: string;
  /** Offers whose plans work in this destination; without a plan there is no product. */
  offers: readonly Pick<Offer, 'kind' | 'slug' | 'plans'>[];
};

/** A destination's plans as a schema.org Product, so that search results can show the price. */
export function ProductData({ name, description, offers }: Props) {
  const format = useFormat();
  const pageUrl = usePageUrl();
  const image = usePictureUrl();
  const plans = offers.flatMap((offer) => offer.plans.map((plan) => ({ offer, plan })));
  const buyable = plans.filter(({ plan }) => plan.available);
  const byPrice = (buyable.length > 0 ? buyable : plans)
    .map(({ plan }) => plan.price)
    .toSorted((a, b) => a.amount - b.amount);
  const [lowest] = byPrice;
  if (lowest === undefined) return null;

  const describe = (plan: Plan) => `${format.planData(plan)}, ${format.days(plan.days)}`;
  return (
    <StructuredData
      thing={{
        '@type': 'Product',
        name,
        description,
        image,
        url: pageUrl(),
        brand: { '@type': 'Brand', name: BRAND },
        offers: {
          '@type': 'AggregateOffer',
          priceCurrency: lowest.currency,
          lowPrice: decimalOf(lowest),
          highPrice: decimalOf(byPrice.at(-1)!),
          offerCount: plans.length,
          availability: availability(buyable.length > 0),
          offers: plans.map(({ offer, plan }) => ({
            '@type': 'Offer',
            name: describe(plan),
            sku: plan.id,
            url: pageUrl(paths.offer(offer, plan.id)),
            price: decimalOf(plan.price),
            priceCurrency: plan.price.currency,
            availability: availability(plan.available),
          })),
        },
      }}
    />
  );
}

const availability = (available: boolean) => `https://schema.org/${available ? 'InStock' : 'OutOfStock'}`;
