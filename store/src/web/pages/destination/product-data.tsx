import type { Offer, Plan } from '../../../modules/catalogue/types.ts';
import { BRAND } from '../../../shared/brand.ts';
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
  const amounts = (buyable.length > 0 ? buyable : plans).map(({ plan }) => plan.price.amount);
  const [first] = plans;
  if (first === undefined) return null;

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
          priceCurrency: first.plan.price.currency,
          lowPrice: decimal(Math.min(...amounts)),
          highPrice: decimal(Math.max(...amounts)),
          offerCount: plans.length,
          availability: availability(buyable.length > 0),
          offers: plans.map(({ offer, plan }) => ({
            '@type': 'Offer',
            name: describe(plan),
            sku: plan.id,
            url: pageUrl(paths.offer(offer, plan.id)),
            price: decimal(plan.price.amount),
            priceCurrency: plan.price.currency,
            availability: availability(plan.available),
          })),
        },
      }}
    />
  );
}

const decimal = (cents: number) => (cents / 100).toFixed(2);
const availability = (available: boolean) => `https://schema.org/${available ? 'InStock' : 'OutOfStock'}`;
