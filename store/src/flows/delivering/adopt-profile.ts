import type { Tx } from '../../db/database.ts';
import type { At, WholesaleRow } from '../../modules/fulfilment/fulfilment.ts';
import type { WholesaleOrder } from '../../modules/fulfilment/wholesaler.ts';
import type { Line, Order } from '../../modules/orders/orders.ts';
import { enqueue } from '../../queue/queue.ts';
import { deliveries } from '../../modules/orders/line-state.ts';
import { withLine } from '../buying/align-order.ts';
import { addresseeOf, align, type DeliveryPorts, isLast, named } from './delivery.ts';

type ProfileFault = 'unreadable-profile' | 'duplicate-profile';

/**
 * Assigns the buyer the first of these wholesale orders whose profile is complete and belongs to no other buyer; the
 * rest are listed as strays. `settled`: the buyer has an eSIM, or the order was stopped meanwhile. Otherwise nothing
 * has changed.
 */
export async function adoptProfile(
  ports: DeliveryPorts,
  line: Line,
  row: WholesaleRow,
  found: readonly At<WholesaleOrder>[],
): Promise<'settled' | ProfileFault> {
  const { clock, db, notices, log, telemetry } = ports;
  const { outcome, charged, paidAt } = await db.transaction((tx) => adoptIn(ports, tx, { line, row, found }));
  if (paidAt) telemetry.delivered((clock.now().getTime() - paidAt.getTime()) / 1000);
  await checkCharge(ports, line, row, charged);
  const details = {
    ...named(line),
    wholesaler: row.wholesaler,
    vendorOrderIds: found.map(({ vendorOrderId }) => vendorOrderId),
  };
  if (outcome === 'duplicate-profile')
    log.error(details, 'the wholesaler delivered a profile that another buyer holds');
  if (outcome === 'unreadable-profile')
    log[isInTime(ports, row) ? 'info' : 'warn'](details, 'the wholesaler shows an order without a usable profile');
  await notices.orderChanged(line.orderId);
  return outcome;
}

/** True while the profile of an open call may still be made. */
function isInTime({ clock, fulfilment }: DeliveryPorts, row: WholesaleRow): boolean {
  const until = fulfilment.proofAt(row);
  return until !== null && clock.now() < until;
}

type Adopted = { outcome: 'settled' | ProfileFault; charged: number | null; paidAt: Date | null };

async function adoptIn(
  ports: DeliveryPorts,
  tx: Tx,
  { line, row, found }: { line: Line; row: WholesaleRow; found: readonly At<WholesaleOrder>[] },
): Promise<Adopted> {
  const { orders, fulfilment, notifications, listStray } = ports;
  const order = await orders.lock(tx, line.orderId);
  if (!order || statusIn(order, line) !== 'fulfilling') {
    for (const each of found) await listStray(tx, row, each);
    return { outcome: 'settled', charged: null, paidAt: null };
  }
  const chosen = await issueFirst(ports, tx, { line, row, found });
  if (typeof chosen === 'string') return { outcome: chosen, charged: null, paidAt: null };
  const paid = { amount: line.unitAmount, currency: order.currency };
  if (!(await fulfilment.done(tx, row, chosen, paid)))
    throw new Error('the line waits, but its wholesale row is closed');
  for (const extra of found) if (extra !== chosen) await listStray(tx, row, extra);
  const detail = { calls: row.submissions };
  await orders.mustMoveLine(tx, line.id, 'fulfilled', detail);
  await align(ports, tx, { order: withLine(order, line.id, 'fulfilled'), line, detail });
  await notifications.queueEsimReady(tx, { ...addresseeOf(order), moreToCome: !isLast(order, line) });
  await pushReady(ports, tx, order, line);
  // The quoted price is that of the present source.
  const isComparable = fulfilment.isComparable(row, paid) && chosen.wholesaler === row.wholesaler;
  const charged = isComparable ? fulfilment.chargedFor(row, chosen) : null;
  return { outcome: 'settled', charged, paidAt: line.purpose === 'replacement' ? null : order.paidAt };
}

/** Like the mail, one message about all eSIMs of the order: the first of them sends it. */
async function pushReady(ports: DeliveryPorts, tx: Tx, order: Order, line: Line): Promise<void> {
  const { esims, noticeBook, queuePush } = ports;
  if (!(await noticeBook.isOn(tx, order, 'esim-ready', 'push'))) return;
  const esim = esims.ofLine(await esims.listByOrders([order.id], tx), line.id);
  const { id: orderId, accountId } = order;
  if (esim) await queuePush(tx, { noticeId: orderId, orderId, accountId, kind: 'esim-ready', esimId: esim.id });
}

async function issueFirst(
  { catalogue, esims, fulfilment }: DeliveryPorts,
  tx: Tx,
  { line, row, found }: { line: Line; row: WholesaleRow; found: readonly At<WholesaleOrder>[] },
): Promise<At<WholesaleOrder> | ProfileFault> {
  let fault: ProfileFault = 'unreadable-profile';
  for (const made of found) {
    if (!made.sim || made.packageId === null) continue;
    const source = { wholesaler: made.wholesaler, packageId: made.packageId };
    // After lost time it is unknown which source of the plan was asked.
    const wasOrdered = fulfilment.isAfterLostTime(row)
      ? await catalogue.isSource(tx, line.planId, source)
      : await fulfilment.wasAsked(tx, row, source);
    if (!wasOrdered) continue;
    const bought = { ...line, ...source };
    if ((await esims.issue(tx, bought, made.sim)) !== 'iccid-in-use') return made;
    fault = 'duplicate-profile';
  }
  return fault;
}

/** Checks the price that was really charged. When it differs from the expected one, later orders read the price again. */
async function checkCharge(
  { db, log, fulfilment }: DeliveryPorts,
  line: Line,
  row: WholesaleRow,
  charged: number | null,
): Promise<void> {
  if (charged === null || charged === row.quotedNetCents) return;
  const details = { ...named(line), quotedCents: row.quotedNetCents, chargedCents: charged };
  if (fulfilment.isAcceptable(row, charged, line.unitAmount)) log.warn(details, 'the net price has changed');
  else log.error(details, 'sold at a loss: the net price rose while it was ordered');
  await enqueue(db, 'check-plans', {}, { key: 'check-plans' });
}

const statusIn = (order: Order, { id }: Line) => deliveries(order).find((each) => each.id === id)?.status;
