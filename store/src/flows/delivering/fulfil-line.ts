import type { Line, Order } from '../../modules/orders/orders.ts';
import { withLine } from '../buying/align-order.ts';
import { againIfOpen, align, type DeliveryPorts, named } from './delivery.ts';
import { giveUpLine } from './give-up-line.ts';
import { searchWholesaler } from './search-wholesaler.ts';
import { finishLine, submitLine } from './submit-line.ts';

/**
 * Delivers the eSIM of one line of a paid order, or refunds its price after the deadline. Idempotent and safe to run
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
    if (line.purpose === 'plan') return refusePlan(ports, line);
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

/**
 * A plan for an eSIM that exists must never become a new profile. This version sells none: the line stays as it is, is
 * listed by "orders stuck" and by reconciliation as overdue, and an operator refunds it.
 */
function refusePlan({ log }: DeliveryPorts, line: Line): void {
  log.error({ ...named(line), purpose: line.purpose }, 'not delivered: this version sells no plans for existing eSIMs');
}

/** A replacement is added to an order that is delivered; a dispute stops both. */
const mayBegin = ({ status }: Pick<Order, 'status'>, { purpose }: Line) =>
  status === 'paid' || status === 'fulfilling' || (status === 'fulfilled' && purpose === 'replacement');

async function begin(ports: DeliveryPorts, line: Line): Promise<void> {
  const { db, notices, catalogue, orders, fulfilment } = ports;
  await db.transaction(async (tx) => {
    const order = await orders.lock(tx, line.orderId);
    if (!order || !mayBegin(order, line)) return;
    if (!(await orders.moveLine(tx, line.id, 'fulfilling'))) return;
    const [source] = await catalogue.sourcesFor(tx, line, order.currency);
    const asked = line.purpose === 'replacement' ? await orders.replacements.find(line.id, tx) : null;
    const acceptedNetCents = asked?.byRule ? null : (asked?.netCents ?? null);
    await fulfilment.begin(tx, line, source, { orderedAt: asked?.createdAt ?? order.createdAt, acceptedNetCents });
    await align(ports, tx, { order: withLine(order, line.id, 'fulfilling'), line });
  });
  await notices.orderChanged(line.orderId);
}
