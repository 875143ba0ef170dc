import type { Db, Tx } from '../../db/database.ts';
import type { AutoTopUpBook } from '../../modules/auto-top-ups/auto-top-ups.ts';
import type { OrderBook } from '../../modules/orders/orders.ts';
import type { CardUse, CardUses } from '../account/card-uses.ts';
import { boughtFor, type Places } from '../showing/bought-for.ts';
import { endAutoTopUp, type SettlePorts } from './settle-charge.ts';
import { chargesOf, spentIn } from './situation.ts';

type Ports = SettlePorts & {
  db: Db;
  autoTopUps: Pick<AutoTopUpBook, 'inUse' | 'charges' | 'month' | 'payWith'>;
  catalogue: Places;
  orders: Pick<OrderBook, 'find' | 'note'>;
};

/** The auto top-ups that pay with saved cards. */
export const createCardUses = (ports: Ports): CardUses => ({
  autoTopUpsOf: (cardId) => autoTopUpsOf(ports, cardId),
  switchOffFor: (tx, cardId) => switchOffFor(ports, tx, cardId),
  payWith: (tx, cardId, otherId) => payWith(ports, tx, cardId, otherId),
});

async function autoTopUpsOf(ports: Ports, cardId: string): Promise<CardUse[]> {
  const { db, autoTopUps, orders, catalogue } = ports;
  const uses: CardUse[] = [];
  for (const row of await autoTopUps.inUse({ cardId })) {
    const order = await orders.find(row.orderId);
    const line = order?.lines.find(({ id }) => id === row.lineId);
    // One that has stopped pays nothing.
    if (!order || !line || row.state === 'stopped') continue;
    const money = (amount: number) => ({ amount, currency: row.currency });
    const spent = spentIn(autoTopUps.month(), await chargesOf(ports, db, row));
    uses.push({
      orderId: order.id,
      line: line.position + 1,
      name: line.name,
      forPlace: await boughtFor(catalogue, line),
      dataMb: line.dataMb,
      adds: { dataMb: row.dataMb, days: row.days },
      spent: money(spent),
      cap: money(row.capAmount),
    });
  }
  return uses;
}

async function switchOffFor(ports: Ports, tx: Tx, cardId: string): Promise<string[]> {
  const rows = await ports.autoTopUps.inUse({ cardId }, tx);
  for (const row of rows) {
    const order = await ports.orders.find(row.orderId, tx);
    if (order) await endAutoTopUp(ports, tx, { row, order, reason: 'card-removed' });
  }
  return rows.map(({ orderId }) => orderId);
}

/** Those that have stopped too: their owner finds the card chosen when they switch it on again. */
async function payWith({ autoTopUps, orders }: Ports, tx: Tx, cardId: string, otherId: string): Promise<string[]> {
  const moved = await autoTopUps.payWith(tx, cardId, otherId);
  for (const orderId of moved) await orders.note(tx, orderId, 'auto-top-up-card', { card: otherId });
  return moved;
}
