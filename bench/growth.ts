import { parseArgs } from 'node:util';
import budgets from './budgets.json' with { type: 'json' };
import { compareGrowth } from './growth/compare.ts';
import { growthOfOrders } from './growth/orders.ts';
import { growthOfPlans } from './growth/plans.ts';

/**
 * `node bench/growth.ts [plans] [orders]`: what requests cost on a small and on a large database, in alternating rounds of one
 * run: 68 plans beside 100,000 in 5,000 destinations, and some orders beside 1,000,000. CPU of the application and of its
 * database. Exits with 1 when a ratio exceeds its budget. Linux only.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    destinations: { type: 'string', default: '5000' },
    plans: { type: 'string', default: '20' },
    orders: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '200' },
  },
});
const growths = {
  plans: growthOfPlans({ destinations: Number(values.destinations), plansEach: Number(values.plans) }),
  orders: growthOfOrders({ count: Number(values.orders) }),
};
const names = Object.keys(growths) as (keyof typeof growths)[];
const unknown = positionals.find((name) => !(names as string[]).includes(name));
if (unknown !== undefined) throw new Error(`there is no growth of ${unknown}; there are ${names.join(', ')}`);

const options = { rounds: Number(values.rounds), requests: Number(values.requests), limits: budgets.growth };
for (const name of names.filter((each) => positionals.length === 0 || positionals.includes(each)))
  if (!(await compareGrowth(growths[name], options))) process.exitCode = 1;
