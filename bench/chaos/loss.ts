import { loadConfig } from '#src/config/config.ts';
import { ordersMade } from './made.ts';
import type { ChaosWorld } from './world.ts';

/** Losses in cents by the wholesalers' ledgers: what they charged beyond what the buyer of the line paid. */
export type Losses = {
  total: number;
  /** The largest sum of one order, and of one package. */
  order: number;
  package: number;
  /** Sums beyond the limits of the configuration. */
  violations: string[];
};

type Sold = { id: string; order_id: string; amount: number };

/** Losses of one order or package: their sum, and the largest one of a single call. */
type Sum = { cents: number; largest: number };

/**
 * Adds the losses up. Orders that a restore took out of our books are left out: their prices are not known. The largest
 * loss of each order counts on no limit: the wholesaler takes no highest price, so a rise between a reading and its call
 * costs one call (docs/decisions/0053-limits-of-loss.md).
 */
export async function lossesOf(world: Pick<ChaosWorld, 'query' | 'airalo' | 'esimAccess' | 'env'>): Promise<Losses> {
  const sold = await world.query<Sold>('select id, order_id, unit_amount as amount from order_lines');
  const lines = new Map(sold.map((line) => [`cairn-${line.id}`, line]));
  const orders = new Map<string, Sum>();
  const packages = new Map<string, Sum>();
  for (const { wholesaler, reference, packageId, netCents, isCancelled } of await ordersMade(world)) {
    const line = lines.get(reference);
    const cents = netCents - (line?.amount ?? Infinity);
    if (!line || isCancelled || cents <= 0) continue;
    add(orders, line.order_id, cents);
    add(packages, `${wholesaler} ${packageId}`, cents);
  }
  const { maxOrderLossCents, maxPackageLossCents, maxDayLossCents } = loadConfig(world.env).fulfilment;
  const total = [...orders.values()].reduce((sum, { cents }) => sum + cents, 0);
  const unforeseen = [...orders.values()].reduce((sum, { largest }) => sum + largest, 0);
  return {
    total,
    order: largestOf(orders),
    package: largestOf(packages),
    violations: [
      ...[...orders]
        .filter(([, { cents, largest }]) => cents - largest > maxOrderLossCents)
        .map(([id, { cents }]) => `order ${id} lost ${cents} cents, more than one call and the limit of an order`),
      ...[...packages]
        .filter(([, { cents }]) => cents - unforeseen > maxPackageLossCents)
        .map(([id, { cents }]) => `package ${id} lost ${cents} cents, more than the limit of a day`),
      ...(total - unforeseen > maxDayLossCents ? [`${total} cents were lost, more than the limit of a day`] : []),
    ],
  };
}

function add(sums: Map<string, Sum>, key: string, cents: number): void {
  const sum = sums.get(key) ?? { cents: 0, largest: 0 };
  sums.set(key, { cents: sum.cents + cents, largest: Math.max(sum.largest, cents) });
}

const largestOf = (sums: Map<string, Sum>) => Math.max(0, ...[...sums.values()].map(({ cents }) => cents));
