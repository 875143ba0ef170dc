import type { Logger } from 'pino';
import { secondsUntil, type Clock } from '../../db/clock.ts';
import type { Catalogue } from '../../modules/catalogue/catalogue.ts';
import { type Esim, type Esims, planOfLine } from '../../modules/esims/esims.ts';
import type { Line, Order, Orders } from '../../modules/orders/orders.ts';
import {
  payloadOf,
  type Push,
  PUSH_DELIVERY,
  type PushErrorCode,
  type PushFault,
  type PushKind,
  type PushMessage,
  type PushRow,
  pushWords,
  type SubscriptionRow,
  topicOfPush,
} from '../../modules/push/push.ts';
import { codeOf } from '../../shared/errors.ts';
import { paths } from '../../shared/paths.ts';
import { boughtFor } from '../showing/bought-for.ts';

/** Sends a queued message to its device, in its language, from current data. */
export type SendPush = (pushId: string) => Promise<void>;

type Ports = {
  push: Push;
  orders: Pick<Orders, 'find' | 'deliveredLines' | 'deliveryOf'>;
  esims: Pick<Esims, 'find' | 'standingOf'>;
  catalogue: Pick<Catalogue, 'destinationBySlug'>;
  publicUrl: string;
  clock: Clock;
  log: Logger;
};

/** The first pause after an attempt that failed; each further one is twice as long. */
const FIRST_PAUSE_SECONDS = 15;
const MAX_PAUSE_SECONDS = 3_600;

/**
 * At most once: an attempt is stored before its call, and one whose outcome is not known (a kill, a connection that ended
 * without an answer) is not repeated, because every message also comes by mail. Certain failures are repeated while the
 * message is worth it.
 */
export function createSendPush(ports: Ports): SendPush {
  const { push, log } = ports;
  return async function sendPush(pushId) {
    const found = await push.find(pushId);
    if (!found || found.push.endedAt) return;
    const { push: queued, subscription } = found;
    if (queued.startedAt) {
      log.warn({ pushId, kind: queued.kind }, 'a message to a device was begun and is not repeated');
      return push.end(queued, 'unknown');
    }
    const ttlSeconds = timeLeft(ports, queued);
    if (ttlSeconds <= 0) return push.end(queued, 'late');
    const message = await messageOf(ports, found, ttlSeconds);
    if (!message) return push.end(queued, 'pointless');
    if (!(await push.begin(queued))) return;
    try {
      await push.send(subscription, message);
    } catch (error) {
      return failed(ports, found, error);
    }
    await push.end(queued, 'accepted');
  };
}

const timeLeft = ({ clock }: Pick<Ports, 'clock'>, { kind, createdAt }: PushRow) =>
  Math.floor(secondsUntil(clock, new Date(createdAt.getTime() + PUSH_DELIVERY[kind].ttlSeconds * 1000)));

async function failed(
  ports: Ports,
  { push: queued, subscription }: { push: PushRow; subscription: SubscriptionRow },
  error: unknown,
): Promise<void> {
  const { push, log } = ports;
  const code = codeOf(error) as PushErrorCode | undefined;
  const { status, retryAfterSeconds } = error as Partial<PushFault>;
  const details = { pushId: queued.id, kind: queued.kind, fault: code, status };
  if (code === 'push-gone') {
    log.info(details, 'the device has ended its subscription');
    return push.forget(subscription);
  }
  if (code === 'push-busy' || code === 'push-not-sent') {
    const pause = Math.max(
      retryAfterSeconds ?? 0,
      Math.min(FIRST_PAUSE_SECONDS * 2 ** queued.attempts, MAX_PAUSE_SECONDS),
    );
    if (pause < timeLeft(ports, queued)) {
      log.info({ ...details, inSeconds: pause }, 'a message to a device was not accepted and is tried again');
      return push.again(queued, pause);
    }
    return push.end(queued, 'late');
  }
  log.warn(details, 'a message to a device was not accepted');
  return push.end(queued, code === 'push-refused' ? 'refused' : 'unknown');
}

/** The message; null when it is not relevant any more, or this device may not see the order any more. */
async function messageOf(
  ports: Ports,
  { push: queued, subscription }: { push: PushRow; subscription: SubscriptionRow },
  ttlSeconds: number,
): Promise<Omit<PushMessage, 'endpoint' | 'keys'> | null> {
  const { push, orders, esims, catalogue, publicUrl } = ports;
  const { kind } = queued;
  const { locale } = subscription;
  const [order, esim] = await Promise.all([orders.find(queued.orderId), esims.find(queued.esimId)]);
  if (!order || !esim || !(await push.maySee(subscription, order))) return null;
  const line = lineOf(ports, order, esim);
  if (!line || !isNews(ports, kind, esim)) return null;
  const place = (await boughtFor(catalogue, line))?.name ?? line.name;
  const topic = topicOfPush(kind, queued.esimId);
  const url = publicUrl + paths.order(order.id, order.lines.length > 1 ? line.position + 1 : 1);
  return {
    payload: payloadOf({ ...pushWords(kind, place, locale), tag: topic, url, locale }),
    topic,
    ttlSeconds,
    urgency: PUSH_DELIVERY[kind].urgency,
  };
}

/** The line of this order that has the eSIM now, while its buyer may see it: not one that was refunded or disputed. */
const lineOf = ({ orders }: Ports, order: Order, esim: Esim): Line | undefined =>
  orders.deliveredLines(order).find((line) => planOfLine(esim, orders.deliveryOf(order, line).id));

/** A message that waited may have been overtaken: nothing more is said about a plan that is used up or has ended. */
function isNews({ esims }: Ports, kind: PushKind, esim: Esim): boolean {
  const { planState, installed } = esims.standingOf(esim);
  if (kind === 'data-100') return planState !== 'expired';
  if (kind === 'install' || kind === 'esim-ready') return !installed;
  return planState !== 'finished' && planState !== 'expired';
}
