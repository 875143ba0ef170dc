import { setTimeout as pause } from 'node:timers/promises';
import type { Limits } from '../../db/limits.ts';
import type { Esim, Esims, Reason, ReportedUsage } from '../../modules/esims/esims.ts';
import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import type { Usage, Wholesaler } from '../../modules/fulfilment/wholesaler.ts';
import { isPseudonym, type Line, type Orders } from '../../modules/orders/orders.ts';
import { codeOf } from '../../shared/errors.ts';
import type { FlowBase } from '../buying/flow-base.ts';
import type { NoticeUsage } from '../noticing/notice-usage.ts';
import type { ConsiderTopUp } from '../topping-up/consider-top-up.ts';
import { queueLook } from './queue-look.ts';

/** Reads an eSIM's data usage from its wholesaler, at most once per interval; after news, sooner. */
export type RefreshEsim = (esimId: string, reason?: Reason) => Promise<void>;

type Ports = FlowBase & {
  limits: Pick<Limits, 'turn'>;
  orders: Pick<Orders, 'find' | 'deliveredLines' | 'deliveryOf'>;
  esims: Esims;
  fulfilment: Pick<Fulfilment, 'wholesalers' | 'referenceOf'>;
  noticeUsage: NoticeUsage;
  considerTopUp: ConsiderTopUp;
};

export function createRefreshEsim(ports: Ports): RefreshEsim {
  const { esims, fulfilment } = ports;
  return async function refreshEsim(esimId, reason = 'age') {
    const esim = await esims.find(esimId);
    if (!esim) return;
    if (!esims.isLive(esim) || !(await isShown(ports, esim))) return esims.unwatch(esim);
    const claimedAt = await esims.claimRefresh(esim, reason);
    if (claimedAt === null) return reason === 'news' ? lookLater(ports, esimId) : undefined;
    const wholesaler = fulfilment.wholesalers.find(esim.wholesaler);
    // The last known figures stay: no wholesaler can be asked about this profile.
    if (!wholesaler?.capabilities.reportsUsage) return esims.noteUnasked(esim.id);
    await takeTurn(ports, wholesaler);
    await read(ports, esim, { wholesaler, claimedAt });
  };
}

/** False when no buyer may see the eSIM now: after a refund, during a dispute, or when its owner deleted the account. */
async function isShown({ orders }: Ports, { plans }: Esim): Promise<boolean> {
  for (const orderId of new Set(plans.map((plan) => plan.orderId))) {
    const order = await orders.find(orderId);
    const delivered = order && !isPseudonym(order.email) ? orders.deliveredLines(order) : [];
    const isOf = (line: Line) =>
      plans.some(({ lineId }) => order !== null && lineId === orders.deliveryOf(order, line).id);
    if (delivered.some(isOf)) return true;
  }
  return false;
}

/** News that comes too soon after a read is looked at as soon as another one may start. */
async function lookLater({ db, esims }: Ports, esimId: string): Promise<void> {
  const esim = await esims.find(esimId);
  if (esim)
    await queueLook(db, esim, { reason: 'news', inSeconds: Math.ceil(esims.secondsUntilRead(esim, 'news')) + 1 });
}

const MAX_TURNS = 5;

/**
 * Waits until all processes together may make another call to this wholesaler. A busy process that wakes later than the
 * next turn takes another. Calls that are late by one turn at most are at most one more in any second.
 */
async function takeTurn({ limits }: Ports, { name, capabilities }: Wholesaler): Promise<void> {
  const perSecond = capabilities.usageReadsPerSecond;
  for (let turns = 0; turns < MAX_TURNS; turns += 1) {
    const waitMs = await limits.turn(`usage-reads:${name}`, perSecond);
    const since = performance.now();
    await pause(waitMs);
    if (performance.now() - since <= waitMs + 1_000 / perSecond) return;
  }
}

async function read(
  ports: Ports,
  esim: Esim,
  { wholesaler, claimedAt }: { wholesaler: Wholesaler; claimedAt: Date },
): Promise<void> {
  const { log, notices, esims, fulfilment } = ports;
  const details = { esimId: esim.id, orderId: esim.orderId, wholesaler: wholesaler.name };
  let usage: Usage;
  try {
    const { iccid } = esims.activationOf(esim);
    usage = await wholesaler.usage({ iccid, reference: fulfilment.referenceOf(esim.plans[0].lineId) });
  } catch (error) {
    // The last known figures stay. A later look retries.
    log.warn({ ...details, fault: codeOf(error) }, 'usage could not be read');
    await esims.noteFailure(esim.id, claimedAt);
    return;
  }
  const reported = await apply(ports, esim.id, usage);
  if (reported?.kind === 'doubted' && reported.isNewDoubt) {
    const what =
      reported.doubt === 'recycled'
        ? 'the wholesaler reports the profile of a running plan as recycled: it may have given the ICCID twice'
        : 'the wholesaler reports usage that can not be true: the last figures stay';
    log.warn({ ...details, doubt: reported.doubt, reported: figuresOf(usage) }, what);
  }
  await notices.orderChanged(esim.orderId);
}

/** Stores what was reported, and the notices and the top-up that follow from it, in one transaction. */
function apply(
  { db, esims, noticeUsage, considerTopUp }: Ports,
  esimId: string,
  usage: Usage,
): Promise<ReportedUsage | null> {
  return db.transaction(async (tx) => {
    const esim = await esims.lock(tx, esimId);
    if (!esim) return null;
    const reported = await esims.applyUsage(tx, esim, usage);
    if (reported.kind === 'applied') {
      await noticeUsage(tx, { esimId });
      await considerTopUp(tx, { esimId });
    }
    return reported;
  });
}

const figuresOf = ({ status, remainingMb, totalMb, unlimited, expiresAt }: Usage) => ({
  status,
  remainingMb,
  totalMb,
  unlimited,
  expiresAt,
});
