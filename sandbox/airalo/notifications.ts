import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { Fault, When } from '../kit/control.ts';
import { createOutbox, deliveryOf, putMessage, type OutboxMessage } from '../kit/outbox.ts';
import { fieldsOf, invalid, success, type Ctx } from './wire.ts';
import { webhookUrlOf, setWebhookUrl, type Notice, type World } from './world.ts';

export type Level = '75%' | '90%' | '3days' | '1days';

const LOW_DATA = 'webhook_low_data';

type About = { iccid: string; level: Level; packageName: string; leftShare: number | null };
export const noticeOf = ({ iccid, level, packageName, leftShare }: About): Notice => ({
  level,
  package_name: packageName,
  remaining_percentage: leftShare === null ? 100 : Math.round(leftShare * 100),
  iccid,
});

/** Stores a notice; it is sent after the current transaction (`Outbox.schedule`). None without an address. */
export function notify(world: World, notice: Notice): void {
  const { ledger, notices: messages } = world;
  if (webhookUrlOf(world)) putMessage({ ledger, messages }, notice, Date.now());
}

/** The vendor's JSON, with escaped slashes, and its signature: hex HMAC-SHA512 of these bytes with the API secret. */
export function written(notice: Notice, secret: string): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify(notice).replaceAll('/', '\\/');
  return { body, headers: { 'airalo-signature': createHmac('sha512', secret).update(body).digest('hex') } };
}

export type Notifier = ReturnType<typeof createNotifier>;

export function createNotifier(world: World, secret: string, pass: (when: When) => Promise<Fault | undefined>) {
  return createOutbox<Notice>({
    ledger: world.ledger,
    messages: world.notices,
    url: () => webhookUrlOf(world),
    written: (notice) => written(notice, secret),
    pass,
  });
}

/** A notice in the ledger's view. */
export const ledgerNotice = (message: OutboxMessage<Notice>) => ({ ...deliveryOf(message), notice: message.envelope });

/** `POST /v2/notifications/opt-in`: keeps an address that answers HEAD with 200. Only notices of low data are sent. */
export async function optIn(c: Ctx, world: World): Promise<Response> {
  const { type, webhook_url: url } = (await fieldsOf(c)) ?? {};
  if (type !== LOW_DATA) return invalid(c, { type: 'The selected type is invalid.' });
  if (typeof url !== 'string' || !URL.canParse(url)) return invalid(c, { webhook_url: 'The webhook url is invalid.' });
  const answer = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(5000) }).catch(
    () => null,
  );
  if (answer?.status !== 200) return invalid(c, { webhook_url: 'The webhook url must answer HEAD with 200.' });
  setWebhookUrl(world, url);
  return optedIn(c, world);
}

export function optedIn(c: Ctx, world: World): Response {
  const url = webhookUrlOf(world);
  return success(c, url === null ? [] : [{ type: LOW_DATA, contact_point: url }]);
}

export async function optOut(c: Ctx, world: World): Promise<Response> {
  const { type } = (await fieldsOf(c)) ?? {};
  if (type !== LOW_DATA) return invalid(c, { type: 'The selected type is invalid.' });
  setWebhookUrl(world, null);
  return c.body(null, 204);
}

/** Control: `{"deliver":{"iccid":"89…","level":"90%","times":2}}`; `content` replaces fields. */
export const deliverVerb = z.strictObject({
  iccid: z.string().optional(),
  level: z.enum(['75%', '90%', '3days', '1days']).default('75%'),
  content: z.record(z.string(), z.unknown()).optional(),
  times: z.int().min(1).max(100).default(1),
});

/** Sends a notice at once, without retries. */
export async function deliver(
  { world, notifier }: { world: World; notifier: Notifier },
  { iccid = '', level, content, times }: z.output<typeof deliverVerb>,
) {
  const order = world.orders.bySim(iccid);
  if (!order && !content) throw new Error('no profile has this ICCID; give a content');
  const notice = {
    ...noticeOf({ iccid, level, packageName: order?.order.package ?? '', leftShare: 0.25 }),
    ...content,
  };
  const sent = [];
  for (let n = 0; n < times; n += 1) {
    const message = await notifier.sendNow(notice);
    if (message) sent.push(ledgerNotice(message));
  }
  return sent;
}
