import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { paths } from '../../shared/paths.ts';
import { ChevronRightIcon } from '../../ui/icons.tsx';
import { CheckoutForm } from '../components/checkout/checkout-form.tsx';
import { SummaryFold, SummaryTicket } from '../components/checkout/order-summary.tsx';
import { usePlanWords } from '../components/checkout/plan-words.ts';
import { UnavailablePlan } from '../components/checkout/unavailable.tsx';
import { PageTitle } from '../components/chrome/page-title.tsx';
import { PageLink } from '../components/page-link.tsx';
import { servicesContext } from '../context.ts';
import { useTranslation } from '../translation.tsx';

export const handle = { chrome: 'checkout' };

export async function loader(args: LoaderFunctionArgs) {
  const { catalogue } = args.context.get(servicesContext);
  const plan = await catalogue.plan(args.params['planId'] ?? '');
  const offer = plan && (await catalogue.offer(plan.offerSlug));
  if (!plan || !offer) throw data(null, { status: 404 });
  return { offer, plan };
}

export default function CheckoutPage() {
  const wares = useLoaderData<typeof loader>();
  return wares.plan.available ? <Checkout key={wares.plan.id} {...wares} /> : <UnavailablePlan {...wares} />;
}

function Checkout(wares: Awaited<ReturnType<typeof loader>>) {
  const { t } = useTranslation();
  const words = usePlanWords(wares);
  return (
    <>
      <PageTitle title={t('checkout.title')} />
      <div className="wrap co-head">
        <PageLink className="link row small min-h-11 w-max gap-1.5" to={paths.offer(wares.offer, wares.plan.id)}>
          <ChevronRightIcon size={16} className="rotate-180" />
          {t('checkout.back', { destination: words.destination })}
        </PageLink>
        <h1 className="h-page">{t('checkout.title')}</h1>
      </div>
      <SummaryFold {...wares} />
      <div className="wrap layout-side layout-side--checkout">
        <CheckoutForm {...wares} />
        <SummaryTicket {...wares} />
      </div>
    </>
  );
}
