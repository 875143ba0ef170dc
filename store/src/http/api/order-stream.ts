import type { Context } from 'hono';
import type { Order, Viewer } from '../../modules/orders/orders.ts';
import type { Services } from '../../services.ts';
import { codeOf } from '../../shared/errors.ts';
import { type HttpEnv, requestLog } from '../context.ts';
import type { OpenStreams } from './open-streams.ts';
import { isMoving } from '../../shared/moving-order.ts';
import type { CatchUp } from './catch-up.ts';
import { createOrderFeed } from './order-feed.ts';

const HEARTBEAT_MS = 15_000;
/**
 * Maximum duration: proxies cut longer streams, and the client reconnects at once. Each stream gets between half and all
 * of it, because those that started together would return together.
 */
const MAX_MS = 10 * 60_000;
const RETRY_MS = 1_000;
/** Lets a client that does not know the event `final` reconnect rarely. The page does not reconnect. */
const FINAL = 'retry: 600000\nevent: final\ndata: {}\n\n';
const retryAfter = (ms: number) => `retry: ${ms}\n\n`;

type Reader = { order: Order; viewer: Viewer; viewerNow: () => Promise<Viewer> };
type Ports = { streams: OpenStreams; catchUp: CatchUp };

/**
 * The order's state as an event stream: at once, on each change, and a comment as a heartbeat. It ends with the event
 * `final` when the order no longer changes by itself, and when its reader loses access to it. It also starts, once, a
 * check of an unpaid order at the payment vendor, so that a buyer who returns from the payment page need not wait for the
 * webhook. Throws `too-many-requests` or `unavailable`: the page then polls.
 */
export async function streamOrder(
  c: Context<HttpEnv>,
  services: Services,
  ports: Ports,
  reader: Reader,
): Promise<Response> {
  const orderId = reader.order.id;
  let finish = (_lastWords?: string) => {};
  const leave = ports.streams.take({ orderId, address: c.var.clientAddress, end: (ms) => finish(retryAfter(ms)) });
  try {
    await services.lookAgain.atPayment(orderId);
  } catch (error) {
    leave();
    throw error;
  }

  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const open = openStream(controller, leave);
      finish = (lastWords) => finishStream(open, lastWords);
      const onError = (error: unknown) => requestLog(c).warn({ err: error }, 'order stream: check failed');
      const look = watchOrder(open, services, ports.catchUp, reader, onError);
      // The last that a client hears of a process that is killed.
      send(open, retryAfter(ports.streams.retryMs()));
      if (ports.streams.isEnding()) finish(retryAfter(ports.streams.retryMs()));
      else void look('changed');
    },
    cancel: () => finish(),
  });

  return c.body(stream, 200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
}

/** An open event stream, and what must stop at its end. */
type OpenStream = {
  controller: ReadableStreamDefaultController<Uint8Array>;
  stops: (() => void)[];
  over: boolean;
};

const encoder = new TextEncoder();

/** Starts the heartbeat and the time limit. `leave` frees the stream's place. */
function openStream(controller: OpenStream['controller'], leave: () => void): OpenStream {
  const open: OpenStream = { controller, stops: [leave], over: false };
  const heartbeat = setInterval(() => send(open, ': alive\n\n'), HEARTBEAT_MS);
  const longest = setTimeout(() => finishStream(open, retryAfter(RETRY_MS)), MAX_MS * (0.5 + Math.random() / 2));
  open.stops.push(
    () => clearInterval(heartbeat),
    () => clearTimeout(longest),
  );
  return open;
}

function send({ over, controller }: OpenStream, text: string): void {
  if (!over) controller.enqueue(encoder.encode(text));
}

/** Without last words after a disconnect: the stream is closed already, and sending would throw. */
function finishStream(open: OpenStream, lastWords?: string): void {
  if (open.over) return;
  if (lastWords !== undefined) send(open, lastWords);
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
  catchUp: CatchUp,
  { order: { id: orderId }, viewer, viewerNow }: Reader,
  onError: (error: unknown) => void,
): ReturnType<typeof createOrderFeed> {
  let isBehind = false;
  const look = createOrderFeed({
    async glance() {
      const order = await orders.glance(orderId);
      const by = await viewerNow().catch(nullIfUnauthenticated);
      return order && by && (await orders.accessOf(order, by)) && order.updatedAt;
    },
    async read() {
      const found = await orderPages.findFor(orderId, viewer);
      const view = found && (await orderPages.present(found.order, found.access));
      return view && { data: JSON.stringify(view), isFinal: !isMoving(view) };
    },
    send: (data) => send(open, `event: order\ndata: ${data}\n\n`),
    end: (why) => finishStream(open, why === 'final' ? FINAL : retryAfter(RETRY_MS)),
    onError(error) {
      isBehind = true;
      onError(error);
    },
  });

  const accountId = viewer.account?.accountId;
  open.stops.push(
    notices.onOrder(orderId, () => void look('changed')),
    ...[orderId, ...(accountId === undefined ? [] : [accountId])].map((id) =>
      notices.onAccessEnded(id, () => void look('access')),
    ),
    catchUp.join({
      orderId,
      isBehind: () => isBehind,
      look() {
        const reason = isBehind ? 'changed' : 'poll';
        isBehind = false;
        return look(reason);
      },
    }),
  );
  return look;
}

/** Null for an expired token or an ended session: the client reconnects with a new token, if it has one. */
function nullIfUnauthenticated(error: unknown): null {
  if (codeOf(error) === 'unauthenticated') return null;
  throw error;
}
