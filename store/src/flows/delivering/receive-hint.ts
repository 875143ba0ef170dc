import type { Limits } from '../../db/limits.ts';
import type { Esims } from '../../modules/esims/esims.ts';
import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import type { WholesaleHint } from '../../modules/fulfilment/wholesaler.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import { enqueue } from '../../queue/queue.ts';
import type { FlowBase } from '../buying/flow-base.ts';
import { queueLine } from '../buying/queue-lines.ts';

/**
 * A message of a wholesaler about an order. Anyone may have sent it, so nothing of it is believed: it only makes the store
 * look now at what it would look at later. `delivering`: an open line is searched for at once. `refreshing`: the usage of
 * its eSIM is read. `ignored`: it is about no row that has dealt with this wholesaler, or there is nothing to look at.
 */
export type ReceiveHint = (wholesaler: string, hint: WholesaleHint) => Promise<'delivering' | 'refreshing' | 'ignored'>;

type Ports = Pick<FlowBase, 'db' | 'log'> & {
  limits: Pick<Limits, 'consume'>;
  orders: Pick<Orders, 'findLine'>;
  esims: Pick<Esims, 'listByOrders' | 'ofLine'>;
  fulfilment: Pick<Fulfilment, 'hintedRow'>;
};

export function createReceiveHint({ db, log, limits, orders, esims, fulfilment }: Ports): ReceiveHint {
  return async function receiveHint(wholesaler, hint) {
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
    if (esim?.wholesaler !== wholesaler) return 'ignored';
    await enqueue(db, 'refresh-esim', { esimId: esim.id }, { key: `refresh:${esim.id}`, keepWaiting: true });
    return 'refreshing';
  };
}
