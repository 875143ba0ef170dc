import { useState } from 'react';
import { MAX_COMPARED } from '../../../shared/shop/shop-address.ts';

/** The form of all plans' checkboxes: without script it requests the comparison. */
export const COMPARE_FORM = 'compare-plans';

export type SelectedPlan = { id: string; name: string };

export type Selection = {
  plans: readonly SelectedPlan[];
  isFull: boolean;
  has(id: string): boolean;
  toggle(plan: SelectedPlan): void;
  clear(): void;
};

/** The plans selected for a comparison; they stay while other places are searched. */
export function useSelection(): Selection {
  const [plans, setPlans] = useState<readonly SelectedPlan[]>([]);
  const has = (id: string) => plans.some((plan) => plan.id === id);
  return {
    plans,
    isFull: plans.length >= MAX_COMPARED,
    has,
    toggle: (plan) => setPlans(has(plan.id) ? plans.filter(({ id }) => id !== plan.id) : [...plans, plan]),
    clear: () => setPlans([]),
  };
}
