import { ledger } from '#test/support/wire.ts';
import type { ChaosWorld } from './world.ts';

/** Losses in cents by the wholesaler's ledger: what it charged beyond what the buyer of the line paid. */
export type Losses = {
  total: number;
  /** The largest sum of one order, and of one package. */
  order: number;
  package: number;
};

type Charged = { description: string | null; package_id: string; net_price: number };
type Sold = { id: string; order_id: string; amount: number };

/** Adds the losses up. Orders that a restore took out of our books are left out: their prices are not known. */
export async function lossesOf(world: Pick<ChaosWorld, 'query' | 'airalo'>): Promise<Losses> {
  const sold = await world.query<Sold>('select id, order_id, unit_amount as amount from order_lines');
  const lines = new Map(sold.map((line) => [`cairn-${line.id}`, line]));
  const orders = new Map<string, number>();
  const packages = new Map<string, number>();
  const add = (sums: Map<string, number>, key: string, cents: number) => sums.set(key, (sums.get(key) ?? 0) + cents);
  for (const { description, package_id, net_price } of (await ledger<{ orders: Charged[] }>(world.airalo)).orders) {
    const line = lines.get(description ?? '');
    const cents = Math.round(net_price * 100) - (line?.amount ?? Infinity);
    if (!line || cents <= 0) continue;
    add(orders, line.order_id, cents);
    add(packages, package_id, cents);
  }
  const largest = (sums: Map<string, number>) => Math.max(0, ...sums.values());
  const total = [...orders.values()].reduce((sum, cents) => sum + cents, 0);
  return { total, order: largest(orders), package: largest(packages) };
}
