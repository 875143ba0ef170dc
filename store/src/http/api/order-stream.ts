import type { Context } from 'hono';
import type { Order, Viewer } from '../../modules/orders/orders.ts';
import type { Services } from '../../services.ts';
import { codeOf } from '../../shared/errors.ts';
import { type HttpEnv, requestLog } from '../context.ts';
import type { OpenStreams } from './open-streams.ts';
import { type OrderStatus, SETTLED_STATUSES } from '../../shared/order-status.ts';
import type { CatchUp } from './catch-up.ts';
import { createOrderFeed } from './order-feed.ts';

const HEARTBEAT_MS = 15_000;
/** Poll interval: a notice may be lost. */
const POLL_MS = 30_000;
/** Maximum duration: proxies cut longer streams, and the client reconnects at once. */
const MAX_STREAM_MS = 10 * 60_000;

/**
 * The order's state as an event stream: at once, on each change, and a comment as a heartbeat. It ends when its reader
 * loses access to the order. It also starts, once, a check of an unpaid order at the payment vendor, so that a buyer
 * who returns from the payment page need not wait for the webhook. Throws `too-many-requests`: the page then polls.
 */
export async function streamOrder(
  c: Context<HttpEnv>,
  services: Services,
  { streams, catchUp }: { streams: OpenStreams; catchUp: CatchUp },
  { order: { id: orderId }, viewer, viewerNow }: { order: Order; viewer: Viewer; viewerNow: () => Promise<Viewer> },
): Promise<Response> {
  let finish = (_gone?: 'gone') => {};
  const leave = streams.take({ orderId, address: c.var.clientAddress, end: () => finish() });
  try {
    await services.lookAgain.atPayment(orderId);
  } catch (error) {
    leave();
    throw error;
  }

  const { notices, orders, orderPages } = services;
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      let over = false;
      let status: OrderStatus | undefined;
      const send = (text: string) => !over && controller.enqueue(encoder.encode(text));
      const look = createOrderFeed({
        async glance() {
          const order = await orders.glance(orderId);
          const by = await viewerNow().catch(nullIfUnauthenticated);
          return order && by && (await orders.accessOf(order, by)) && order.updatedAt;
        },
        async read() {
          const found = await orderPages.findFor(orderId, viewer);
          status = found?.order.status;
          return found && JSON.stringify(await orderPages.present(found.order, found.access));
        },
        send: (data) => send(`event: order\ndata: ${data}\n\n`),
        end: () => finish(),
        onError: (error) => requestLog(c).warn({ err: error }, 'order stream: check failed'),
      });

      const accountId = viewer.account?.accountId;
      const stops = [
        notices.onOrder(orderId, () => void look('changed')),
        ...[orderId, ...(accountId === undefined ? [] : [accountId])].map((id) =>
          notices.onAccessEnded(id, () => void look('access')),
        ),
        // What is settled changes rarely, and the next poll finds it.
        catchUp.join(async () => (isSettled(status) ? undefined : look('poll'))),
        leave,
      ];
      const timers = [
        setInterval(() => send(': alive\n\n'), HEARTBEAT_MS),
        setInterval(() => void look('poll'), POLL_MS),
      ];
      const longest = setTimeout(() => finish(), MAX_STREAM_MS);
      finish = (gone) => {
        // After a disconnect the stream is closed already, and sending would throw.
        if (gone === undefined) send('retry: 1000\n\n');
        if (over) return;
        over = true;
        for (const stop of stops) stop();
        clearTimeout(longest);
        for (const timer of timers) clearInterval(timer);
        try {
          controller.close();
        } catch {
          // The client had disconnected.
        }
      };
      send('retry: 2000\n\n');
      if (streams.isEnding()) finish();
      else void look('changed');
    },
    cancel: () => finish('gone'),
  });

  return c.body(stream, 200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
}

const isSettled = (status: OrderStatus | undefined) =>
  status !== undefined && (SETTLED_STATUSES as readonly OrderStatus[]).includes(status);

/** Null for an expired token or an ended session: the client reconnects with a new token, if it has one. */
function nullIfUnauthenticated(error: unknown): null {
  if (codeOf(error) === 'unauthenticated') return null;
  throw error;
}
