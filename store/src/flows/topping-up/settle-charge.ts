import type { Tx } from '../../db/database.ts';
import type { AutoTopUp, AutoTopUpBook } from '../../modules/auto-top-ups/auto-top-ups.ts';
import type { AutoTopUpWhat, MailQueue } from '../../modules/notifications/notifications.ts';
import { isPseudonym, type Order, type OrderBook } from '../../modules/orders/orders.ts';
import type { Attempt } from '../../modules/payments/payments.ts';
import type { AutoTopUpReason, AutoTopUpState } from '../../shared/auto-top-up.ts';
import { isReturned, type KnownCharge } from './situation.ts';

export type SettlePorts = {
  autoTopUps: Pick<AutoTopUpBook, 'changeCharge' | 'setState' | 'switchOff'>;
  orders: Pick<OrderBook, 'note'>;
  notifications: Pick<MailQueue, 'queueAutoTopUp'>;
};

/** The last payment attempts of orders, by order. Read before the transaction, which takes no second connection. */
export type Attempts = ReadonlyMap<string, Attempt>;

/**
 * Stores what has become of the charges of an auto top-up, and what follows: its state, and a mail. Runs under the lock of
 * its row. Returns the row as it is then.
 */
export async function settleCharges(
  ports: SettlePorts,
  tx: Tx,
  given: { row: AutoTopUp; order: Order; charges: readonly KnownCharge[]; attempts: Attempts },
): Promise<AutoTopUp> {
  let { row } = given;
  for (const charge of given.charges) {
    const news = newsOf(charge, given.attempts.get(charge.orderId));
    if (!news) continue;
    await ports.autoTopUps.changeCharge(tx, charge.id, news.change);
    Object.assign(charge, news.change);
    row = await follow(ports, tx, { ...given, row, charge });
  }
  return row;
}

type Change = Partial<Pick<KnownCharge, 'outcome' | 'failedAttempt'>>;

/** What is new about a charge; null: nothing. */
function newsOf(charge: KnownCharge, attempt: Attempt | undefined): { change: Change } | null {
  const { outcome, order, failedAttempt, endedAt } = charge;
  if (order.paidAt !== null) {
    const became = isReturned(order) ? 'returned' : 'paid';
    return became === outcome ? null : { change: { outcome: became } };
  }
  if (endedAt !== null || attempt?.kind !== 'charge' || attempt.number <= failedAttempt) return null;
  // One that has never arrived took nothing, and is made again.
  if (attempt.status === 'expired') return { change: { failedAttempt: attempt.number } };
  if (attempt.status !== 'failed') return null;
  const fault = attempt.fault === 'authentication-required' ? 'authentication' : (attempt.fault ?? 'declined');
  return { change: { outcome: fault, failedAttempt: attempt.number } };
}

/** What the outcome of a charge means for the switch. One that is off stays off. */
async function follow(
  ports: SettlePorts,
  tx: Tx,
  { row, order, charge }: { row: AutoTopUp; order: Order; charge: KnownCharge },
): Promise<AutoTopUp> {
  const move = async (state: AutoTopUpState, reason: AutoTopUpReason | null) => {
    await ports.autoTopUps.setState(tx, row.id, state, reason);
    return { ...row, state, reason };
  };
  if (row.state === 'off' || charge.endedAt !== null) return row;
  switch (charge.outcome) {
    case null:
      return row;
    case 'paid':
      // Its owner has paid it on the page of its order, or a charge went through.
      return row.state === 'authentication' ? move('on', null) : row;
    case 'returned':
      if (row.state === 'stopped') return row;
      await tell(ports, tx, { row, order, what: 'ended', reason: 'returned' });
      return move('stopped', 'returned');
    case 'authentication':
      await tell(ports, tx, { row, order, what: 'authentication', charge });
      return move('authentication', null);
    case 'declined':
    case 'card-gone':
      await tell(ports, tx, { row, order, what: 'declined', charge, reason: charge.outcome });
      return move('stopped', charge.outcome);
  }
}

/** Switches off what can't go on, with a mail and a note in the history of the order. */
export async function endAutoTopUp(
  ports: SettlePorts,
  tx: Tx,
  { row, order, reason }: { row: AutoTopUp; order: Order; reason: AutoTopUpReason },
): Promise<void> {
  if (!(await ports.autoTopUps.switchOff(tx, row.id, reason))) return;
  await ports.orders.note(tx, order.id, 'auto-top-up-off', { reason });
  // The owner did it on a page.
  if (reason !== 'by-owner' && reason !== 'by-mail' && reason !== 'account-deleted')
    await tell(ports, tx, { row, order, what: 'ended', reason });
}

/** Queues a mail to the address of the order that bought the eSIM; none once its owner is forgotten. */
export async function tell(
  { notifications }: Pick<SettlePorts, 'notifications'>,
  tx: Tx,
  {
    row,
    order,
    what,
    charge,
    reason,
  }: {
    row: AutoTopUp;
    order: Order;
    what: AutoTopUpWhat;
    charge?: KnownCharge;
    reason?: AutoTopUpReason;
  },
): Promise<void> {
  const { id: orderId, email: to, locale } = order;
  if (isPseudonym(to)) return;
  const about = { what, autoTopUpId: row.id, chargeOrderId: charge?.orderId ?? null, reason: reason ?? null };
  await notifications.queueAutoTopUp(tx, { orderId, to, locale, ...about });
}
