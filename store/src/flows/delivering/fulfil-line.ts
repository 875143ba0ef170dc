import type { Line, Order } from '../../modules/orders/orders.ts';
import { withLine } from '../buying/align-order.ts';
import { againIfOpen, align, type DeliveryPorts } from './delivery.ts';
import { giveUpLine } from './give-up-line.ts';
import { sourcesOf } from './move-on.ts';
import { searchWholesaler } from './search-wholesaler.ts';
import { finishLine, submitLine } from './submit-line.ts';

/**
 * Delivers the eSIM of one line of a paid order, or adds its plan to an eSIM that exists, or refunds its price after the deadline. Idempotent and safe to run
 * concurrently. Lines are independent: uncertainty about one line does not delay another.
 */
export type FulfilLine = (lineId: string) => Promise<void>;

/**
 * The wholesaler has no idempotency key. So a call is stored before it is made. When its outcome is unknown, the store
 * waits for its time-out window, searches for its reference, and only then orders again. After the deadline a last
 * search decides between the eSIM and the refund (docs/decisions/0003-wholesale-exactly-once.md). A refund or a dispute
 * stops the delivery: the payment vendor is asked before each call, and the row is stopped in the transaction that
 * moves the line.
 */
export function createFulfilLine(ports: DeliveryPorts): FulfilLine {
  const { clock, orders, fulfilment } = ports;
  return async function fulfilLine(lineId) {
    let line = await orders.findLine(lineId);
    if (line?.status !== 'waiting' && line?.status !== 'fulfilling') return;
    if (line.status === 'waiting') {
      await begin(ports, line);
      line = await orders.findLine(lineId);
    }
    if (line?.status !== 'fulfilling') return;
    const row = await fulfilment.findByLine(line.id);
    if (!row || row.status === 'done' || row.status === 'given_up') return;

    const late = row.deadline <= clock.now();
    if (row.status !== 'submitted') return late ? finishLine(ports, line, row) : submitLine(ports, line, row);
    if ((await searchWholesaler(ports, line, row, { last: late })) === 'settled') return;
    if (late) return giveUpLine(ports, line, row);
    if (!(await fulfilment.notFound(row))) return againIfOpen(ports, line);
    const waiting = await fulfilment.findByLine(line.id);
    if (waiting) await submitLine(ports, line, waiting);
  };
}

/** A replacement is added to an order that is delivered; a dispute stops both. */
const mayBegin = ({ status }: Pick<Order, 'status'>, { purpose }: Line) =>
  status === 'paid' || status === 'fulfilling' || (status === 'fulfilled' && purpose === 'replacement');

async function begin(ports: DeliveryPorts, line: Line): Promise<void> {
  const { db, notices, orders, fulfilment } = ports;
  await db.transaction(async (tx) => {
    const order = await orders.lock(tx, line.orderId);
    if (!order || !mayBegin(order, line)) return;
    if (!(await orders.moveLine(tx, line.id, 'fulfilling'))) return;
    const [source] = await sourcesOf(ports, tx, line, order.currency);
    const asked = line.purpose === 'replacement' ? await orders.replacements.find(line.id, tx) : null;
    const acceptedNetCents = asked?.byRule ? null : (asked?.netCents ?? null);
    await fulfilment.begin(tx, line, source, { orderedAt: asked?.createdAt ?? order.createdAt, acceptedNetCents });
    await align(ports, tx, { order: withLine(order, line.id, 'fulfilling'), line });
  });
  await notices.orderChanged(line.orderId);
}
