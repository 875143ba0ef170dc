import type { Limits } from '../../db/limits.ts';
import type { Esim, Esims } from '../../modules/esims/esims.ts';
import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import type { WholesaleHint } from '../../modules/fulfilment/wholesaler.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import { type BoundedCache, createBoundedCache } from '../../shared/bounded-cache.ts';
import type { FlowBase } from '../buying/flow-base.ts';
import { queueLine } from '../buying/queue-lines.ts';
import { queueLook } from './queue-look.ts';

/**
 * A message of a wholesaler about an order or an eSIM. Nothing of it is believed, signed or not: it only makes the store
 * look now at what it would look at later. `delivering`: an open line is searched for at once. `refreshing`: the usage of
 * its eSIM is read. `ignored`: it is about no row that has dealt with this wholesaler, or there is nothing to look at.
 */
export type ReceiveHint = (wholesaler: string, hint: WholesaleHint) => Promise<'delivering' | 'refreshing' | 'ignored'>;

type Ports = Pick<FlowBase, 'db' | 'log'> & {
  limits: Pick<Limits, 'consume'>;
  orders: Pick<Orders, 'findLine'>;
  esims: Pick<Esims, 'listByOrders' | 'ofLine' | 'findCurrent'>;
  fulfilment: Pick<Fulfilment, 'hintedRow'>;
};

/** A wholesaler's account may serve another shop as well, whose eSIMs are named again and again. */
const MAX_UNKNOWN = 1000;

export function createReceiveHint(ports: Ports): ReceiveHint {
  const unknown = createBoundedCache<string>(MAX_UNKNOWN);
  return (wholesaler, hint) =>
    hint.reference === null && hint.vendorOrderId === null && hint.iccid !== null
      ? aboutEsim({ ...ports, unknown }, wholesaler, hint.iccid)
      : aboutOrder(ports, wholesaler, hint);
}

async function aboutOrder(
  { db, log, limits, orders, esims, fulfilment }: Ports,
  wholesaler: string,
  hint: WholesaleHint,
): ReturnType<ReceiveHint> {
  const row = await fulfilment.hintedRow(wholesaler, hint);
  if (!row) {
    log.info({ wholesaler }, 'a message of a wholesaler is about no order of ours there: ignored');
    return 'ignored';
  }
  const { lineId, orderId } = row;
  // A flood of copies must not become a flood of searches.
  await limits.consume({ 'hints-per-line': lineId });
  const line = await orders.findLine(lineId);
  if (line?.status === 'waiting' || line?.status === 'fulfilling') {
    // Without an open call there is nothing to find: a stranger must not end the pause before the next one.
    if (row.status !== 'submitted') return 'ignored';
    await queueLine(db, lineId);
    return 'delivering';
  }
  const esim = esims.ofLine(await esims.listByOrders([orderId]), lineId);
  return esim?.wholesaler === wholesaler ? lookAt(db, esim) : 'ignored';
}

/**
 * A message that names an ICCID alone: of the profile that has it now. An earlier holder's eSIM has ended, and is not looked
 * at. An unknown ICCID is logged once.
 */
async function aboutEsim(
  { db, log, limits, esims, unknown }: Ports & { unknown: BoundedCache<string> },
  wholesaler: string,
  iccid: string,
): ReturnType<ReceiveHint> {
  const esim = await esims.findCurrent(iccid);
  if (esim?.wholesaler !== wholesaler) {
    if (unknown.get(iccid) === undefined)
      log.info({ wholesaler }, 'a message of a wholesaler is about no eSIM of ours there: ignored');
    unknown.set(iccid, wholesaler);
    return 'ignored';
  }
  await limits.consume({ 'hints-per-line': esim.plans[0].lineId });
  return lookAt(db, esim);
}

async function lookAt(db: Ports['db'], esim: Esim): Promise<'refreshing'> {
  await queueLook(db, esim, { reason: 'news' });
  return 'refreshing';
}
