import type { Context } from 'hono';
import type { Services } from '../../services.ts';
import { type HttpEnv, requestLog } from '../context.ts';

/** Streams that are open in this process: ended, with a hint when to come back, when it stops. */
export type OpenStreams = { add(end: () => void): () => void; endAll(): void };

export function createOpenStreams(): OpenStreams {
  const ends = new Set<() => void>();
  return {
    add(end) {
      ends.add(end);
      return () => ends.delete(end);
    },
    endAll() {
      for (const end of ends) end();
    },
  };
}

const HEARTBEAT_MS = 15_000;
/** A notice may get lost, so the state is also looked at now and then. */
const LOOK_MS = 5_000;
/** What a proxy would cut anyway; the client comes back at once. */
const LONGEST_MS = 10 * 60_000;

/**
 * The order's state as an event stream: at once, at each change, and a comment as a heartbeat. Also asks, once, how an
 * unpaid order stands at the payment vendor: whoever comes back from the payment page need not wait for the webhook.
 */
export async function streamOrder(
  c: Context<HttpEnv>,
  services: Services,
  streams: OpenStreams,
  orderId: string,
): Promise<Response> {
  await services.lookAgain.atPayment(orderId);
  const encoder = new TextEncoder();
  let finish = (_gone?: 'gone') => {};

  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      let last = '';
      let looking = false;
      let again = false;
      let over = false;

      const send = (text: string) => !over && controller.enqueue(encoder.encode(text));
      const look = async () => {
        if (looking) {
          again = true;
          return;
        }
        looking = true;
        try {
          do {
            again = false;
            const order = await services.orders.find(orderId);
            const data = order ? JSON.stringify(await services.orderPages.present(order)) : last;
            if (data !== last) send(`event: order\ndata: ${data}\n\n`);
            last = data;
          } while (again && !over);
        } catch (error) {
          requestLog(c).warn({ err: error }, 'order stream could not look');
        } finally {
          looking = false;
        }
      };

      const stopListening = services.notices.onOrder(orderId, () => void look());
      const timers = [setInterval(() => send(': alive\n\n'), HEARTBEAT_MS), setInterval(() => void look(), LOOK_MS)];
      const longest = setTimeout(() => finish(), LONGEST_MS);
      const forget = streams.add(() => finish());
      finish = (gone) => {
        // To a reader who has gone nothing can be said: the stream is closed already and would throw.
        if (gone === undefined) send('retry: 1000\n\n');
        if (over) return;
        over = true;
        stopListening();
        forget();
        clearTimeout(longest);
        for (const timer of timers) clearInterval(timer);
        try {
          controller.close();
        } catch {
          // The reader was gone already.
        }
      };
      send('retry: 2000\n\n');
      void look();
    },
    cancel: () => finish('gone'),
  });

  return c.body(stream, 200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
}
