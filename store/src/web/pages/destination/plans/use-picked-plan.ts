import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Plan } from '../../../../modules/catalogue/types.ts';
import { paths } from '../../../../shared/paths.ts';
import type { DestinationData, Family } from '../destination-loader.ts';
import { usePageAddress } from '../../../components/page-link.tsx';

export type PickedPlan = { family: Family; plan: Plan };

/**
 * The plan in the URL, otherwise the second of the first offer, which suits most trips, otherwise the first available
 * one.
 */
export function usePickedPlan({
  destination,
  families,
}: Pick<DestinationData, 'destination' | 'families'>): [PickedPlan | undefined, (planId: string) => void] {
  const [search] = useSearchParams();
  const address = usePageAddress();
  const [id, setId] = useState(search.get('plan'));
  const buyable = families.flatMap((family) =>
    family.plans.filter((plan) => plan.available).map((plan) => ({ family, plan })),
  );
  const usual = families[0]?.plans[1];
  const picked = buyable.find(({ plan }) => plan.id === id) ?? buyable.find(({ plan }) => plan === usual) ?? buyable[0];

  function pick(planId: string) {
    setId(planId);
    // Stored in the URL for "back" from the checkout; the router need not load anything.
    history.replaceState(history.state, '', address(paths.offer(destination, planId)));
  }

  return [picked, pick];
}
