import type { Tx } from '../../db/database.ts';
import type { At, WholesaleRow } from '../../modules/fulfilment/fulfilment.ts';
import type { WholesaleOrder } from '../../modules/fulfilment/wholesaler.ts';
import type { Line, Order } from '../../modules/orders/orders.ts';
import { enqueue } from '../../queue/queue.ts';
import { deliveries } from '../../modules/orders/line-state.ts';
import { withLine } from '../buying/align-order.ts';
import { addresseeOf, align, type DeliveryPorts, isLast, named } from './delivery.ts';

/** `profile-ended`: the eSIM to which a plan was added is over, in our books. */
type ProfileFault = 'unreadable-profile' | 'duplicate-profile' | 'profile-ended';

/**
 * Assigns the buyer the first of these wholesale orders whose profile is complete and belongs to no other buyer; the
 * rest are listed as strays. The plan of a line for an eSIM that exists is added to that. `settled`: the buyer has an eSIM, or the order was stopped meanwhile. Otherwise nothing
 * has changed.
 */
export async function adoptProfile(
  ports: DeliveryPorts,
  line: Line,
  row: WholesaleRow,
  found: readonly At<WholesaleOrder>[],
): Promise<'settled' | ProfileFault> {
  const { clock, db, notices, log, esims, telemetry } = ports;
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
  if (outcome === 'profile-ended') log.error(details, 'a plan was added to an eSIM that is over');
  await notices.orderChanged(line.orderId);
  // The page of the eSIM shows its new plan.
  const esim = line.purpose === 'plan' && line.esimId !== null ? await esims.find(line.esimId) : null;
  if (esim) await notices.orderChanged(esim.orderId);
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
  const deliver = line.purpose === 'plan' ? addFirst : issueFirst;
  const chosen = await deliver(ports, tx, { line, row, found });
  if (typeof chosen === 'string') return { outcome: chosen, charged: null, paidAt: null };
  const paid = { amount: line.unitAmount, currency: order.currency };
  // A plan has one source, which its reference names: what a list calls its package decides nothing.
  const made = line.purpose === 'plan' ? { ...chosen, packageId: null } : chosen;
  if (!(await fulfilment.done(tx, row, made, paid))) throw new Error('the line waits, but its wholesale row is closed');
  for (const extra of found) if (extra !== chosen) await listStray(tx, row, extra);
  const detail = { calls: row.submissions };
  await orders.mustMoveLine(tx, line.id, 'fulfilled', detail);
  await align(ports, tx, { order: withLine(order, line.id, 'fulfilled'), line, detail });
  if (line.purpose === 'plan') await notifications.queueTopUpReady(tx, addresseeOf(order));
  else {
    await notifications.queueEsimReady(tx, { ...addresseeOf(order), moreToCome: !isLast(order, line) });
    await pushReady(ports, tx, order, line);
  }
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

/** The first of these orders at the wholesaler of the eSIM: its reference says that it is the line's. */
async function addFirst(
  { esims }: DeliveryPorts,
  tx: Tx,
  { line, row, found }: { line: Line; row: WholesaleRow; found: readonly At<WholesaleOrder>[] },
): Promise<At<WholesaleOrder> | ProfileFault> {
  const made = found.find(({ wholesaler }) => wholesaler === row.wholesaler);
  if (!made) return 'unreadable-profile';
  const { wholesaler, packageId } = row;
  const added =
    line.esimId === null ? 'ended' : await esims.addPlan(tx, line.esimId, { ...line, wholesaler, packageId });
  return added === 'ended' ? 'profile-ended' : made;
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
