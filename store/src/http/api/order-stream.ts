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
const MAX_MS = 10 * 60_000;

type Reader = { order: Order; viewer: Viewer; viewerNow: () => Promise<Viewer> };
type Ports = { streams: OpenStreams; catchUp: CatchUp };

/**
 * The order's state as an event stream: at once, on each change, and a comment as a heartbeat. It ends when its reader
 * loses access to the order. It also starts, once, a check of an unpaid order at the payment vendor, so that a buyer
 * who returns from the payment page need not wait for the webhook. Throws `too-many-requests`: the page then polls.
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
      const open = openStream(controller, leave);
      finish = (gone) => finishStream(open, gone);
      const onError = (error: unknown) => requestLog(c).warn({ err: error }, 'order stream: check failed');
      const look = watchOrder(open, services, ports.catchUp, reader, onError);
      send(open, 'retry: 2000\n\n');
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
  stops: (() => void)[];
  over: boolean;
};

const encoder = new TextEncoder();

/** Starts the heartbeat and the time limit. `leave` frees the stream's place. */
function openStream(controller: OpenStream['controller'], leave: () => void): OpenStream {
  const open: OpenStream = { controller, stops: [leave], over: false };
  const heartbeat = setInterval(() => send(open, ': alive\n\n'), HEARTBEAT_MS);
  const longest = setTimeout(() => finishStream(open), MAX_MS);
  open.stops.push(
    () => clearInterval(heartbeat),
    () => clearTimeout(longest),
  );
  return open;
}

function send({ over, controller }: OpenStream, text: string): void {
  if (!over) controller.enqueue(encoder.encode(text));
}

function finishStream(open: OpenStream, gone?: 'gone'): void {
  // After a disconnect the stream is closed already, and sending would throw.
  if (gone === undefined) send(open, 'retry: 1000\n\n');
  if (open.over) return;
  open.over = true;
  for (const stop of open.stops) stop();
  try {
    open.controller.close();
  } catch {
    // The client had disconnected.
  }
}

/** Looks at the order on notices of changes and of ended access, and at intervals. Returns the look. */
function watchOrder(
  open: OpenStream,
  { notices, orders, orderPages }: Services,
  catchUp: CatchUp,
  { order: { id: orderId }, viewer, viewerNow }: Reader,
  onError: (error: unknown) => void,
): ReturnType<typeof createOrderFeed> {
  let status: OrderStatus | undefined;
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
    send: (data) => send(open, `event: order\ndata: ${data}\n\n`),
    end: () => finishStream(open),
    onError,
  });

  const accountId = viewer.account?.accountId;
  const poll = setInterval(() => void look('poll'), POLL_MS);
  open.stops.push(
    notices.onOrder(orderId, () => void look('changed')),
    ...[orderId, ...(accountId === undefined ? [] : [accountId])].map((id) =>
      notices.onAccessEnded(id, () => void look('access')),
    ),
    // What is settled changes rarely, and the next poll finds it.
    catchUp.join(async () => (isSettled(status) ? undefined : look('poll'))),
    () => clearInterval(poll),
  );
  return look;
}

const isSettled = (status: OrderStatus | undefined) =>
  status !== undefined && (SETTLED_STATUSES as readonly OrderStatus[]).includes(status);

/** Null for an expired token or an ended session: the client reconnects with a new token, if it has one. */
function nullIfUnauthenticated(error: unknown): null {
  if (codeOf(error) === 'unauthenticated') return null;
  throw error;
}
