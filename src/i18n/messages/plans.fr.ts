import type { Same } from '../same.ts';
import type { plans as english } from './plans.en.ts';

export const plans = {
  days_one: '{{count}}\u00a0jour',
  days_other: '{{count}}\u00a0jours',
  perGb: '{{price}}/Go',
} satisfies Same<typeof english>;
