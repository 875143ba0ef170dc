import { setTimeout as pause } from 'node:timers/promises';
import type { Limits } from '../../db/limits.ts';
import type { Esim, Esims } from '../../modules/esims/esims.ts';
import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import type { AddablePackage } from '../../modules/fulfilment/wholesaler.ts';
import { createBoundedCache } from '../../shared/bounded-cache.ts';
import { codeOf } from '../../shared/errors.ts';
import type { TopUpReason } from '../../shared/top-up.ts';
import type { FlowBase } from './flow-base.ts';

/** What the wholesaler adds to an eSIM, or why it adds nothing. */
type Offered = AddablePackage[] | Extract<TopUpReason, 'ended' | 'not-supported' | 'unavailable-now'>;

type Ports = Pick<FlowBase, 'log'> & {
  limits: Pick<Limits, 'consume' | 'turn'>;
  esims: Pick<Esims, 'activationOf'>;
  fulfilment: Pick<Fulfilment, 'wholesalers' | 'referenceOf'>;
};

const MAX_KEPT = 1000;
/** How long an answer of a wholesaler counts for the page that shows it. */
const KEPT_MS = 60_000;
/** A page waits no longer for the turn of its question. */
const MAX_WAIT_MS = 8_000;

/**
 * Asks the wholesaler of an eSIM what can be added to it, at the pace at which it is read. Looks at one eSIM share an answer
 * for a minute in each process. `isFresh`: an order is about to be placed. Throws `too-many-requests`.
 */
export function createOfferedTo(ports: Ports) {
  const kept = createBoundedCache<{ at: number; answer: Promise<Offered> }>(MAX_KEPT);

  return async function offeredTo(
    esim: Esim,
    { orderId, isFresh }: { orderId: string; isFresh: boolean },
  ): Promise<Offered> {
    const known = kept.get(esim.id);
    if (known && !isFresh && performance.now() - known.at < KEPT_MS) return known.answer;
    await ports.limits.consume({ 'top-up-looks-per-order': orderId });
    const asked = { at: performance.now(), answer: ask(ports, esim) };
    kept.set(esim.id, asked);
    const answer = await asked.answer;
    // The next look tries again.
    if (answer === 'unavailable-now' && kept.peek(esim.id) === asked) kept.set(esim.id, { ...asked, at: -Infinity });
    return answer;
  };
}

async function ask({ log, limits, esims, fulfilment }: Ports, esim: Esim): Promise<Offered> {
  const wholesaler = fulfilment.wholesalers.find(esim.wholesaler);
  if (!wholesaler) return 'unavailable-now';
  const { name, capabilities } = wholesaler;
  if (!capabilities.addsPlans) return 'not-supported';
  try {
    const waitMs = await limits.turn(`usage-reads:${name}`, capabilities.usageReadsPerSecond);
    if (waitMs > MAX_WAIT_MS) return 'unavailable-now';
    await pause(waitMs);
    const { iccid } = esims.activationOf(esim);
    return await wholesaler.addable({ iccid, reference: fulfilment.referenceOf(esim.plans[0].lineId) });
  } catch (error) {
    log.warn({ esimId: esim.id, wholesaler: name, fault: codeOf(error) }, 'what can be added to an eSIM is unknown');
    return 'unavailable-now';
  }
}
