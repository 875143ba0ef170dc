import type { Tx } from '../../db/database.ts';
import type { EsimBook } from '../../modules/esims/esims.ts';
import { type NoticeBook, thresholdsPassed } from '../../modules/notices/notices.ts';
import type { OrderBook } from '../../modules/orders/orders.ts';
import { subjectOf } from './subject.ts';
import { tell, type TellPorts } from './tell.ts';

/**
 * Tells how much data is used, in the transaction that has stored a reading. A reading that passes several thresholds
 * makes the highest notice only; the lower ones are recorded and not told.
 */
export type NoticeUsage = (tx: Tx, about: { esimId: string }) => Promise<void>;

type Ports = TellPorts & {
  esims: Pick<EsimBook, 'find' | 'standingOf'>;
  orders: Pick<OrderBook, 'find' | 'profileLines' | 'deliveredLines' | 'deliveryOf' | 'isSample'>;
  noticeBook: Pick<NoticeBook, 'ofEsims'>;
};

export function createNoticeUsage(ports: Ports): NoticeUsage {
  const { esims, noticeBook } = ports;
  return async function noticeUsage(tx, { esimId }) {
    const esim = await esims.find(esimId, tx);
    if (!esim) return;
    const { current, ...standing } = esims.standingOf(esim);
    const [kind, ...lower] = thresholdsPassed({ ...standing, unlimited: current.unlimited });
    if (kind === undefined) return;
    // Most readings after a notice: nothing is new.
    const known = await noticeBook.ofEsims([esimId], tx);
    if (known.some((each) => each.kind === kind && each.position === current.position)) return;
    const subject = await subjectOf(ports, tx, esim);
    if (!subject || (await tell(ports, tx, subject, { kind })) === 'known') return;
    const about = { esimId, position: current.position, orderId: subject.order.id, told: false, mailed: false };
    for (const each of lower) await noticeBook.record(tx, { ...about, kind: each });
  };
}
