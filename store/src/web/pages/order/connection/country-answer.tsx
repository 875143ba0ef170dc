import { paths } from '../../../../shared/paths.ts';
import type { AboutLine } from '../../../../shared/connection/about.ts';
import { PageLink } from '../../../components/page-link.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';

/** The plans that work where the traveller is, the cheapest first, each a link to its checkout for that place. */
export function PlansThere({ plans }: { plans: AboutLine['plansThere'] }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  if (plans.length === 0) return <p>{t('connection.country.none')}</p>;
  return (
    <>
      <p>{t('connection.country.plans')}</p>
      <ul className="plans-there">
        {plans.map((plan) => (
          <li key={plan.id}>
            <PageLink className="link" to={paths.checkoutFor(plan.place, plan)}>
              {t('order.plan', { destination: plan.name[locale], data: format.planData(plan) })}
            </PageLink>
            <span className="muted">{format.days(plan.days)}</span>
            <b className="strong money">{format.money(plan.price)}</b>
          </li>
        ))}
      </ul>
    </>
  );
}
