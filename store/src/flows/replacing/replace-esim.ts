import type { Tx } from '../../db/database.ts';
import type { Esim, Esims } from '../../modules/esims/esims.ts';
import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import type { WholesaleRefusal } from '../../modules/fulfilment/wholesaler.ts';
import type { Notifications } from '../../modules/notifications/notifications.ts';
import type { Orders, Replacement } from '../../modules/orders/orders.ts';
import type { FlowBase } from '../buying/flow-base.ts';
import { queueLine } from '../buying/queue-lines.ts';
import { queueReplacement } from './queue-replacement.ts';

/**
 * Carries out a confirmed replacement: ends the old profile, then adds the line that delivers the new one. In this order,
 * so that at no time two profiles work that were paid once. Safe to repeat, also after a kill between the two: a profile
 * that has ended is ended again without effect.
 */
export type ReplaceEsim = (replacementId: string) => Promise<void>;

type Ports = FlowBase & {
  orders: Orders;
  esims: Esims;
  fulfilment: Pick<Fulfilment, 'wholesalers' | 'referenceOf'>;
  notifications: Pick<Notifications, 'queueReplacement'>;
};

/** Pause before a wholesaler that did not answer is asked again to end a profile. */
const AGAIN_SECONDS = 30;

/** Refusals that say nothing about the profile. */
const NOT_ANSWERED: readonly WholesaleRefusal[] = ['unreachable', 'unauthorized', 'forbidden', 'token-unavailable'];

export function createReplaceEsim(ports: Ports): ReplaceEsim {
  const { db, notices, orders, esims } = ports;
  return async function replaceEsim(replacementId) {
    const asked = await orders.replacements.find(replacementId);
    if (asked?.state !== 'approved') return;
    const esim = await esims.find(asked.esimId);
    if (!esim) throw new Error('the eSIM of a replacement is missing');
    // A dispute may take the money back. The sweep looks again.
    if ((await orders.find(asked.orderId))?.status === 'disputed') return;
    const ended = await endOld(ports, esim);
    if (ended === 'later') return queueReplacement(db, asked, { inSeconds: AGAIN_SECONDS });
    await db.transaction((tx) =>
      typeof ended === 'object' ? fail(ports, tx, asked, ended.refused) : deliver(ports, tx, { asked, esim, ended }),
    );
    await notices.orderChanged(asked.orderId);
  };
}

type Ended = NonNullable<Replacement['oldProfile']> | 'later' | { refused: WholesaleRefusal };

/** Ends the old profile at its wholesaler, where it can. */
async function endOld({ log, esims, fulfilment }: Ports, esim: Esim): Promise<Ended> {
  if (esim.profileState === 'deleted') return 'deleted';
  const wholesaler = fulfilment.wholesalers.find(esim.wholesaler);
  if (!wholesaler?.capabilities.endsProfiles) return 'unknown';
  const { iccid } = esims.activationOf(esim);
  const outcome = await wholesaler.endProfile({ iccid, reference: fulfilment.referenceOf(esim.plans[0].lineId) });
  if (outcome.kind === 'ended') return 'ended';
  const fault = outcome.kind === 'refused' ? outcome.code : outcome.fault;
  log.warn({ esimId: esim.id, orderId: esim.orderId, wholesaler: wholesaler.name, fault }, 'a profile was not ended');
  return outcome.kind === 'unknown' || NOT_ANSWERED.includes(outcome.code) ? 'later' : { refused: outcome.code };
}

async function deliver(
  { log, orders, esims }: Ports,
  tx: Tx,
  { asked, esim, ended }: { asked: Replacement; esim: Esim; ended: NonNullable<Replacement['oldProfile']> },
): Promise<void> {
  const order = await orders.lock(tx, asked.orderId);
  const bought = order?.lines.find(({ id }) => id === asked.lineId);
  if (!order || !bought || order.status === 'disputed' || bought.status !== 'fulfilled') return;
  const lineId = await orders.replacements.deliver(tx, asked, bought, ended);
  if (lineId === null) return;
  await esims.end(tx, esim.id);
  await orders.note(tx, order.id, 'esim-replaced', { line: bought.position + 1, esim: esim.id, oldProfile: ended });
  await queueLine(tx, lineId);
  if (ended === 'unknown')
    log.warn({ orderId: order.id, esimId: esim.id }, 'replaced: the wholesaler can not end the old profile');
}

/** The wholesaler refuses to end the old profile, which may still work: nothing is delivered. */
async function fail({ orders, notifications }: Ports, tx: Tx, asked: Replacement, code: string): Promise<void> {
  const order = await orders.lock(tx, asked.orderId);
  if (!order || !(await orders.replacements.fail(tx, asked.id, code))) return;
  await orders.note(tx, order.id, 'replacement-failed', { fault: code });
  await notifications.queueReplacement(tx, 'replacement-failed', {
    orderId: order.id,
    replacementId: asked.id,
    to: order.email,
    locale: order.locale,
  });
}
