import type { Tx } from '../../db/database.ts';
import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import type { Order, OrderAccess, Orders } from '../../modules/orders/orders.ts';
import type { RefundRequest, RightsBook } from '../../modules/rights/rights.ts';
import { AppError } from '../../shared/errors.ts';
import { mailboxOf } from '../../shared/email.ts';
import type { UnusedReason } from '../../shared/refund-request.ts';
import { refundRight } from '../../shared/rights.ts';
import { countedWith, factsOf, rulesFor } from './facts.ts';
import { lineOf, type OfLine, type ReadRight, readRight, type RightPorts } from './right-of-line.ts';
import { requestsOfLine, startRefund, type StartPorts } from './start-refund.ts';

export type UnusedPorts = RightPorts &
  StartPorts & {
    orders: Pick<Orders, 'find' | 'lock' | 'note'>;
    rights: Pick<RightsBook, 'lockKeys'>;
    fulfilment: Pick<Fulfilment, 'wholesalers'>;
  };

/**
 * Refunds a line by oneself, in full: the wholesaler is asked first, the rest is decided under the order's lock. Of a line
 * that is being refunded, or was, it returns that request: twice at once, or from two browsers, is one refund. Throws `not-found`,
 * `refund-refused` with the reason, `too-many-requests`.
 */
export async function refundUnused(
  ports: UnusedPorts,
  { order, line: number, reason, access }: OfLine & { reason: UnusedReason; access: OrderAccess },
): Promise<RefundRequest> {
  const { db, notices, limits, orders, rights } = ports;
  await limits.consume({ 'refunds-per-order': order.id });
  const { open, last } = await requestsOfLine(ports, db, lineOf(order, number));
  if (open && open.state !== 'asked') return open;
  if (last?.state === 'done') return last;
  const read = await readRight(ports, { order, line: number }, { how: 'ask' });
  const made = await db.transaction(async (tx) => {
    // Counted one after the other, and before the order is locked: every request locks in this order.
    await rights.lockKeys(tx, countedWith(order, read.attempt));
    const locked = await orders.lock(tx, order.id);
    if (!locked) throw new AppError('not-found');
    return decide(ports, tx, locked, { number, reason, access, read });
  });
  await notices.orderChanged(order.id);
  return made;
}

type Decision = { number: number; reason: UnusedReason; access: OrderAccess; read: ReadRight };

async function decide(
  ports: UnusedPorts,
  tx: Tx,
  order: Order,
  { number, reason, access, read: { use, esim: seen, line: before } }: Decision,
): Promise<RefundRequest> {
  const line = lineOf(order, number);
  const { open } = await requestsOfLine(ports, tx, line);
  if (open && open.state !== 'asked') return open;
  // Delivered while the wholesaler was asked about nothing.
  if (line.status !== before.status && line.status === 'fulfilled') throw refused('not-readable');
  const { facts, esim, attempt } = await factsOf(ports, tx, { order, line, use });
  const right = refundRight(facts, await rulesFor(ports, tx, order, attempt));
  if (right.what !== 'refund') throw refused(right.why);
  if (esim?.id !== seen?.id) throw refused('not-readable');
  return startRefund(
    ports,
    tx,
    { order, line, waiting: open, first: esim !== null && takesBackFirst(ports, esim) },
    {
      kind: 'unused',
      mailbox: mailboxOf(order.email),
      reason,
      seen: use,
      askedVia: access,
      amount: right.amount,
      kept: 0,
      profile: esim === null ? null : 'to-return',
    },
  );
}

/** True where the wholesaler says at once whether it takes a profile back. */
export const takesBackFirst = (
  { fulfilment }: { fulfilment: Pick<Fulfilment, 'wholesalers'> },
  { wholesaler }: { wholesaler: string },
): boolean => fulfilment.wholesalers.find(wholesaler)?.capabilities.takesBack === 'at-once';

const refused = (rule: string) => new AppError('refund-refused', { field: 'line', rule });
