import type { Tx } from '../../db/database.ts';
import type { Order, Orders } from '../../modules/orders/orders.ts';
import { stateOf } from '../../modules/tax/tax.ts';

type Known = Pick<Order, 'country' | 'countryEvidence'>;

/**
 * True when the country of the order is not the one that the evidence says: the card's, and without that the network's. A
 * traveller often buys abroad, so a network alone does not count against a card.
 */
export function contradicts({ country, countryEvidence }: Known): boolean {
  const evidence = countryEvidence?.card ?? countryEvidence?.network ?? null;
  return country !== null && evidence !== null && stateOf(evidence) !== stateOf(country);
}

/**
 * Stores the country of the card that paid, in the transaction that counts the payment, and notes a contradiction for an
 * operator. It never delays the delivery. Returns whether there is one.
 */
export async function recordCardCountry(
  { orders }: { orders: Pick<Orders, 'setCountryEvidence' | 'note'> },
  tx: Tx,
  order: Order,
  card: string | null,
): Promise<boolean> {
  const network = order.countryEvidence?.network ?? null;
  const countryEvidence = network === null && card === null ? null : { network, card };
  if (card !== null) await orders.setCountryEvidence(tx, order.id, countryEvidence);
  if (!contradicts({ ...order, countryEvidence })) return false;
  await orders.note(tx, order.id, 'country-contradiction', { country: order.country, card, network });
  return true;
}
