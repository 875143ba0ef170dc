import type { Tx } from '../../db/database.ts';
import type { Order, Orders } from '../../modules/orders/orders.ts';
import type { Tax } from '../../modules/tax/tax.ts';
import { lineTax, taxInside } from '../../shared/tax.ts';

type Ports = { orders: Pick<Orders, 'find' | 'setTax' | 'note'>; tax: Pick<Tax, 'dayOf' | 'rateOn'> };

/**
 * Tax is due at the rate of the day of the payment (article 65 of Directive 2006/112/EC), and the order may be of an earlier
 * day. In the transaction that counts the payment and before its receipt: the price stays, and from then on the tax too. A
 * state keeps its last rate until it has another, so there always is one for a line that is taxed.
 */
export async function taxAtPayment({ orders, tax }: Ports, tx: Tx, order: Order): Promise<void> {
  if (order.lines.every((line) => lineTax(line) === null)) return;
  const paidAt = (await orders.find(order.id, tx))?.paidAt;
  if (!paidAt) return;
  for (const line of order.lines) {
    const known = lineTax(line);
    const rateBp = known && tax.rateOn(known.country, tax.dayOf(paidAt));
    if (known === null || rateBp === null || rateBp === known.rateBp) continue;
    await orders.setTax(tx, line.id, { ...known, rateBp, amount: taxInside(line.unitAmount, rateBp) });
    await orders.note(tx, order.id, 'tax-rate-changed', { line: line.position + 1, from: known.rateBp, to: rateBp });
  }
}
