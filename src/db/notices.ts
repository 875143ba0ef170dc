import { EventEmitter } from 'node:events';
import pg from 'pg';

const CHANNEL = 'cairn_order';

/**
 * Tells every process that an order changed (LISTEN/NOTIFY). A notice is a hint and may be lost: whoever waits also polls.
 * It is sent outside of transactions, since a NOTIFY inside one serialises commits.
 */
export type Notices = {
  orderChanged(orderId: string): Promise<void>;
  /** Calls `listener` for each change of this order until the returned function is called. */
  onOrder(orderId: string, listener: () => void): () => void;
  close(): Promise<void>;
};

export function createNotices(options: { pool: pg.Pool; url: string; onError: (error: unknown) => void }): Notices {
  const emitter = new EventEmitter().setMaxListeners(0);
  let client: pg.Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  /** One connection of its own per process: a pooled one would be handed to others. Reconnects for ever. */
  async function listen(): Promise<void> {
    if (closed) return;
    const next = new pg.Client({ connectionString: options.url, application_name: 'cairn notices', keepAlive: true });
    let lost = false;
    const again = (error?: unknown) => {
      if (lost || closed) return;
      lost = true;
      if (error) options.onError(error);
      retry = setTimeout(() => void listen(), 500);
      next.end().catch(() => undefined);
    };
    next.on('error', again);
    next.on('end', () => again());
    next.on('notification', ({ payload }) => payload && emitter.emit(payload));
    client = next;
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
    } catch (error) {
      again(error);
    }
  }

  void listen();
  return {
    async orderChanged(orderId) {
      await options.pool.query('select pg_notify($1, $2)', [CHANNEL, orderId]).catch(options.onError);
    },
    onOrder(orderId, listener) {
      emitter.on(orderId, listener);
      return () => emitter.off(orderId, listener);
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}
