import offers from '#data/catalogue/offers.json' with { type: 'json' };
import { control } from '#test/support/wire.ts';
import { newPurchase, shop, type Purchase } from './buyer.ts';
import { PLANS } from './people.ts';
import type { Random } from './random.ts';
import { plainPerson } from './strike.ts';
import type { ChaosWorld } from './world.ts';

/** The most eSIMs of one order. */
const LINES = 15;
const ORDERS_AT_ONCE = 3;

export type Plan = (typeof PLANS)[number];
const plans = new Map(offers.flatMap((offer) => offer.plans).map((plan) => [plan.id, plan]));
export const packageOf = (plan: Plan): string => plans.get(plan)!.packageId;

/** Sets the wholesaler's price of a plan, in dollars; null: the price that it had at first. */
export async function setPrice(world: Pick<ChaosWorld, 'airalo'>, plan: Plan, dollars: number | null): Promise<void> {
  await control(world.airalo, {
    package: { id: packageOf(plan), set: dollars === null ? null : { net_price: dollars } },
  });
}

/**
 * Three people order fifteen eSIMs each of one plan. When all have their payment pages, the wholesaler raises its price
 * above ours, and they pay. Resolves when they have paid. `over` resolves when the orders are final; from then on the
 * price is what it was.
 */
export async function riseOverManyLines(
  world: ChaosWorld,
  random: Random,
  giveUp: AbortSignal,
): Promise<{ purchases: Purchase[]; over: Promise<void> }> {
  const plan = random.pick(PLANS);
  const dollars = random.between(20, 60);
  const raised = Promise.withResolvers<void>();
  const purchases = Array.from({ length: ORDERS_AT_ONCE }, () =>
    newPurchase(plainPerson({ planIds: Array.from({ length: LINES }, () => plan) })),
  );
  const going = purchases.map((purchase) => {
    const ordered = Promise.withResolvers<void>();
    const beforePaying = () => {
      ordered.resolve();
      return raised.promise;
    };
    const over = shop(world, purchase, giveUp, { beforePaying }).finally(() => ordered.resolve());
    return { ordered: ordered.promise, over };
  });
  await Promise.all(going.map(({ ordered }) => ordered));
  await setPrice(world, plan, dollars);
  raised.resolve();
  return {
    purchases,
    over: Promise.all(going.map(({ over }) => over)).then(() => setPrice(world, plan, null)),
  };
}
