import type { Context } from 'hono';
import type { Order, Viewer } from '../../modules/orders/orders.ts';
import type { Services } from '../../services.ts';
import { codeOf } from '../../shared/errors.ts';
import { isLive } from '../../shared/live-order.ts';
import { type HttpEnv, requestLog } from '../context.ts';
import type { OpenStreams } from './open-streams.ts';
import { createOrderFeed } from './order-feed.ts';
import type { Watchers } from './watchers.ts';

const HEARTBEAT_MS = 15_000;
/**
 * Maximum duration, because proxies cut longer streams. Each stream ends at another moment of the last part, so that
 * those that were opened together don't come back together.
 */
const MAX_MS = 30 * 60_000;
const LAST_PART = 0.2;

type Reader = { order: Order; viewer: Viewer; viewerNow: () => Promise<Viewer> };
type Ports = { streams: OpenStreams; watchers: Watchers };

/**
 * The order's state as an event stream: at once and on each change. It ends when the state is final or its reader loses
 * access to the order. A heartbeat says how late a client should reconnect (`retry`). The stream also starts, once, a
 * check of an unpaid order at the payment vendor, so that a buyer who returns from the payment page need not wait for
 * the webhook. Throws `too-many-requests` and `unavailable`: the page then reads the order itself, and tries again.
 */
export async function streamOrder(
  c: Context<HttpEnv>,
  services: Services,
  ports: Ports,
  reader: Reader,
): Promise<Response> {
  const orderId = reader.order.id;
  let finish = (_gone?: 'gone') => {};
  const leave = ports.streams.take({ orderId, address: c.var.clientAddress, end: () => finish() });
  try {
    await services.lookAgain.atPayment(orderId);
  } catch (error) {
    leave();
    throw error;
  }

  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const open = openStream(controller, leave, ports.streams);
      finish = (gone) => finishStream(open, gone);
      const onError = (error: unknown) => requestLog(c).warn({ err: error }, 'order stream: check failed');
      const look = watchOrder(open, services, ports.watchers, reader, onError);
      sendRetry(open);
      if (ports.streams.isEnding()) finish();
      else void look('changed');
    },
    cancel: () => finish('gone'),
  });

  return c.body(stream, 200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
}

/** An open event stream, and what must stop at its end. */
type OpenStream = {
  controller: ReadableStreamDefaultController<Uint8Array>;
  streams: Pick<OpenStreams, 'reconnectMs'>;
  stops: (() => void)[];
  over: boolean;
};

const encoder = new TextEncoder();

/** Starts the heartbeat and the time limit. `leave` frees the stream's place. */
function openStream(
  controller: OpenStream['controller'],
  leave: () => void,
  streams: OpenStream['streams'],
): OpenStream {
  const open: OpenStream = { controller, streams, stops: [leave], over: false };
  const heartbeat = setInterval(() => sendRetry(open), HEARTBEAT_MS);
  const longest = setTimeout(() => finishStream(open), MAX_MS * (1 - LAST_PART * Math.random()));
  open.stops.push(
    () => clearInterval(heartbeat),
    () => clearTimeout(longest),
  );
  return open;
}

function send({ over, controller }: OpenStream, text: string): void {
  if (!over) controller.enqueue(encoder.encode(text));
}

/** Also what a client finds that lost the connection: it keeps the last delay that it got. */
const sendRetry = (open: OpenStream) => send(open, `retry: ${open.streams.reconnectMs()}\n\n`);

function finishStream(open: OpenStream, gone?: 'gone'): void {
  // After a disconnect the stream is closed already, and sending would throw.
  if (gone === undefined) sendRetry(open);
  if (open.over) return;
  open.over = true;
  for (const stop of open.stops) stop();
  try {
    open.controller.close();
  } catch {
    // The client had disconnected.
  }
}

/** Looks at the order on notices of changes and of ended access, and when notices were lost. Returns the look. */
function watchOrder(
  open: OpenStream,
  { notices, orders, orderPages }: Services,
  watchers: Watchers,
  { order: { id: orderId }, viewer, viewerNow }: Reader,
  onError: (error: unknown) => void,
) {
  const { look, seenAt } = createOrderFeed({
    async glance() {
      const order = await orders.glance(orderId);
      const by = await viewerNow().catch(nullIfUnauthenticated);
      return order && by && (await orders.accessOf(order, by)) && order.updatedAt;
    },
    async read() {
      const found = await orderPages.findFor(orderId, viewer);
      if (!found) return null;
      const view = await orderPages.present(found.order, found.access);
      return { data: JSON.stringify(view), isFinal: !isLive(view) };
    },
    send: (data) => send(open, `event: order\ndata: ${data}\n\n`),
    end: () => finishStream(open),
    onError,
  });

  const accountId = viewer.account?.accountId;
  open.stops.push(
    notices.onOrder(orderId, () => void look('changed')),
    ...[orderId, ...(accountId === undefined ? [] : [accountId])].map((id) =>
      notices.onAccessEnded(id, () => void look('access')),
    ),
    watchers.join({ orderId, seenAt, look: () => look('poll') }),
  );
  return look;
}

/** Null for an expired token or an ended session: the client reconnects with a new token, if it has one. */
function nullIfUnauthenticated(error: unknown): null {
  if (codeOf(error) === 'unauthenticated') return null;
  throw error;
}
