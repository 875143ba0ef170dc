import offers from '#data/catalogue/offers.json' with { type: 'json' };
import secondPackages from '#sandbox/demo-account/second-sources.json' with { type: 'json' };
import type { Plan } from './people.ts';

const plans = new Map(offers.flatMap((offer) => offer.plans).map((plan) => [plan.id, plan]));
/** The first wholesaler's package of a plan. */
export const packageOf = (plan: Plan): string => plans.get(plan)!.packageId;

/** The packages of the second wholesaler that keep the promise of each plan. */
export const SECOND_PACKAGES: Record<Plan, string> = secondPackages;
