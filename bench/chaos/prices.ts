import { control } from '#test/support/wire.ts';
import { newPurchase, shop, type Purchase } from './buyer.ts';
import { packageOf, SECOND_PACKAGES } from './packages.ts';
import { PLANS, type Plan } from './people.ts';
import type { Random } from './random.ts';
import { plainPerson } from './strike.ts';
import type { ChaosWorld } from './world.ts';

/** The eSIMs of one order, where people buy few or many. */
const LINES = { few: 4, many: 15 } as const;
const ORDERS_AT_ONCE = 3;

/** The wholesalers at which a price is set. */
export type PricedAt = 'airalo' | 'esim-access';

/** Sets a wholesaler's price of a plan, in dollars; null: all that it stated about the package at first. */
export async function setPrice(
  { airalo, esimAccess }: Pick<ChaosWorld, 'airalo' | 'esimAccess'>,
  plan: Plan,
  dollars: number | null,
  at: PricedAt = 'airalo',
): Promise<void> {
  if (at === 'airalo')
    await control(airalo, {
      package: { id: packageOf(plan), set: dollars === null ? null : { net_price: dollars } },
    });
  else if (esimAccess)
    await control(esimAccess, {
      package: { packageCode: SECOND_PACKAGES[plan], set: dollars === null ? null : { price: dollars * 10_000 } },
    });
}

/**
 * Three people order many eSIMs each of one plan. When all have their payment pages, the wholesaler raises its price above
 * ours, or both wholesalers do, and they pay. Resolves when they have paid. `over` resolves when the orders are final; from
 * then on the price is what it was.
 */
export async function riseOverManyLines(
  world: ChaosWorld,
  random: Random,
  { giveUp, lines }: { giveUp: AbortSignal; lines: 'few' | 'many' },
): Promise<{ purchases: Purchase[]; over: Promise<void> }> {
  const plan = random.pick(PLANS);
  const dollars = random.between(20, 60);
  const all: PricedAt[] = world.esimAccess ? ['airalo', 'esim-access'] : ['airalo'];
  const dearer = random.chance(0.5) ? all : [all[random.between(0, all.length - 1)]!];
  const setAll = (price: number | null) => Promise.all(dearer.map((at) => setPrice(world, plan, price, at)));
  const raised = Promise.withResolvers<void>();
  const purchases = Array.from({ length: ORDERS_AT_ONCE }, () =>
    newPurchase(plainPerson({ planIds: Array.from({ length: LINES[lines] }, () => plan) })),
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
  await setAll(dollars);
  raised.resolve();
  return {
    purchases,
    over: Promise.all(going.map(({ over }) => over)).then(async () => void (await setAll(null))),
  };
}
