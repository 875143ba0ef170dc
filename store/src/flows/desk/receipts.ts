import type { Notices } from '../../db/notices.ts';
import type { DocumentBook } from '../../modules/documents/documents.ts';
import type { OrderBook } from '../../modules/orders/orders.ts';
import { type Billing, documentNumber } from '../../shared/documents.ts';
import { AppError } from '../../shared/errors.ts';
import { billingForm } from '../../shared/forms/billing.ts';
import { fieldErrors } from '../../shared/forms/forms.ts';
import type { Acting } from '../../shared/operator.ts';
import { queueDocuments } from '../documents/issue-documents.ts';
import type { Act } from './act.ts';
import { lockOrder } from './lock-order.ts';
import { orderSubject } from './orders.ts';

type Ports = {
  act: Act;
  notices: Pick<Notices, 'orderChanged'>;
  orders: OrderBook;
  documents: Pick<DocumentBook, 'correct'>;
};

/** What the new receipt names; what is left out stays as it is. */
export type ReceiptCorrection = Acting & { change: Partial<Billing> };

/** What an operator does about receipts. */
export function createReceiptActions(ports: Ports) {
  return { correct: (orderId: string, correction: ReceiptCorrection) => correct(ports, orderId, correction) };
}

/**
 * Has the receipt of an order cancelled and issued again with other details of the buyer: the running application does it.
 * Returns the number of the receipt that it cancels. The log has no details, which are personal. Throws `not-found`,
 * `changed-meanwhile`, `wrong-state`, `invalid-input`.
 */
async function correct(ports: Ports, orderId: string, { change, ...acting }: ReceiptCorrection): Promise<string> {
  const { act, notices, orders, documents } = ports;
  const [field] = Object.keys(fieldErrors(billingForm, { name: '', address: '', company: '', vatId: '', ...change }));
  if (field !== undefined) throw new AppError('invalid-input', { field, rule: 'value' });
  const number = await act('receipt.correct', acting, orderSubject(orderId), async (tx) => {
    const order = await lockOrder(ports, tx, orderId, acting);
    const result = documentNumber(await documents.correct(tx, order.id, change));
    const { actor, reason = '' } = acting;
    await orders.note(tx, orderId, 'receipt-corrected', { number: result, by: actor.name, reason });
    await queueDocuments(tx, orderId);
    const fields = Object.keys(change).join(',');
    return { result, changed: { orderId, before: { receipt: result }, after: { corrected: fields } } };
  });
  if (!acting.dryRun) await notices.orderChanged(orderId);
  return number;
}
