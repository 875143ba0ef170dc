import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import type { Control } from '../kit/control.ts';
import { queueDelivery } from './events.ts';
import { now } from './ids.ts';
import type { Delivery, Store } from './store.ts';

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** Stripe retries for three days. */
const GIVES_UP_AFTER_MS = 3 * 86_400_000;
/** The time limit for the endpoint's response. */
const ANSWER_WITHIN_MS = 20_000;
const AT_ONCE = 20;

/** The result of one attempt: the endpoint's status, or why there is none. */
interface Attempt {
  status: number | null;
  error: string | null;
}

type Ports = { store: Store; control: Control; secret: string };

/** The ports, the deliveries that are being sent, and the timer of the next one. */
type Sender = Ports & { inFlight: Set<string>; closing: AbortController; timer?: NodeJS.Timeout };

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Sends due deliveries, signed as Stripe signs, until the endpoint answers 2xx. */
export function createWebhooks(ports: Ports) {
  const { store } = ports;
  const closing = new AbortController();
  const sender: Sender = { ...ports, inFlight: new Set(), closing };
  return {
    /** Sends due deliveries after the current transaction has ended. */
    schedule: () => void setImmediate(() => wake(sender)),
    setEndpoint(url: string): void {
      store.settings.put({ id: 'webhook', url });
      wake(sender);
    },
    /** Sends an event again at once, without faults, holds and retries: a duplicate, or an event out of order. */
    async sendNow(event: Stripe.Event): Promise<Delivery | undefined> {
      const delivery = queueDelivery(store, event, true);
      return record(sender, delivery.id, await post(sender, event), false);
    },
    close(): void {
      closing.abort();
      clearTimeout(sender.timer);
    },
  };
}

const endpointOf = (store: Store) => store.settings.get('webhook')?.url;

/** Sends what is due and sets the timer for the next delivery. */
function wake(sender: Sender): void {
  const { store, inFlight, closing } = sender;
  if (closing.signal.aborted || !endpointOf(store)) return;
  clearTimeout(sender.timer);
  let next = Infinity;
  for (const delivery of store.deliveries.list({ status: 'pending' })) {
    const at = delivery.next_attempt_at;
    if (at === null || inFlight.has(delivery.id)) continue;
    if (at > Date.now()) next = Math.min(next, at);
    else if (inFlight.size < AT_ONCE) void deliver(sender, delivery);
  }
  if (next < Infinity) sender.timer = setTimeout(() => wake(sender), next - Date.now());
}

async function deliver(sender: Sender, delivery: Delivery): Promise<void> {
  const { store, inFlight } = sender;
  inFlight.add(delivery.id);
  try {
    const event = store.events.get(delivery.event);
    if (event) record(sender, delivery.id, await attempt(sender, event), true);
  } finally {
    inFlight.delete(delivery.id);
  }
  wake(sender);
}

/** An attempt with the control plane: a failure "before" sends nothing, one "after" loses the endpoint's response. */
async function attempt(sender: Sender, event: Stripe.Event): Promise<Attempt> {
  const { control } = sender;
  const lost = (fault: { hangup: boolean; status: number }): Attempt =>
    fault.hangup
      ? { status: null, error: 'connection closed' }
      : { status: fault.status, error: 'the sandbox was told to fail' };
  const before = await control.pass('webhooks.deliver', 'before');
  if (before) return lost(before);
  const outcome = await post(sender, event);
  const after = await control.pass('webhooks.deliver', 'after');
  return after ? lost(after) : outcome;
}

async function post({ store, secret, closing }: Sender, event: Stripe.Event): Promise<Attempt> {
  const url = endpointOf(store);
  if (!url) return { status: null, error: 'no endpoint is set' };
  const body = JSON.stringify(event, null, 2);
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signature(body, secret),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
    await answer.body?.cancel();
    return { status: answer.status, error: null };
  } catch (error) {
    return {
      status: null,
      error: error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : String(error),
    };
  }
}

/** Stripe's scheme: `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body" under the whole secret>`. */
function signature(body: string, secret: string): string {
  const t = now();
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}

function record(
  { store, closing }: Sender,
  id: string,
  { status, error }: Attempt,
  retry: boolean,
): Delivery | undefined {
  const delivery = closing.signal.aborted ? undefined : store.deliveries.get(id);
  if (!delivery) return undefined;
  const delivered = status !== null && status >= 200 && status < 300;
  const attempts = delivery.attempts + 1;
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), MAX_PAUSE_MS);
  const again = !delivered && retry && Date.now() - delivery.created * 1000 < GIVES_UP_AFTER_MS;
  const event = store.events.get(delivery.event);
  return store.ledger.transaction(() => {
    if (delivered && event) store.events.put({ ...event, pending_webhooks: 0 });
    return store.deliveries.put({
      ...delivery,
      attempts,
      last_status: status,
      last_error: error,
      status: delivered ? 'delivered' : again ? 'pending' : 'failed',
      delivered_at: delivered ? now() : null,
      next_attempt_at: again ? Date.now() + pause : null,
    });
  });
}
