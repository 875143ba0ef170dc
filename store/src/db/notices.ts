import { EventEmitter } from 'node:events';
import pg from 'pg';
import { KEEP_ALIVE } from './database.ts';
import { closeWhenSilent } from './silence.ts';

/** Channels. Payloads: the id of an order that changed; ids of orders and accounts to which access has ended. */
const CHANGED = 'cairn_order';
const ENDED = 'cairn_access';
/** An event within this process: notices arrive again. */
const RECONNECTED = 'reconnected';

const CONNECT_MS = 5_000;
/** The listening connection proves that it is alive: a dead server sends nothing, like a quiet one. */
const ASK_EVERY_MS = 5_000;
/** Shorter than the interval, so that questions never queue. */
const ANSWER_MS = 3_000;
const RECONNECT_MS = 500;

/**
 * Notifies every process of a changed order (LISTEN/NOTIFY). A notice is a hint and may be lost, so listeners also
 * look by themselves, all the more while the connection is down. It is sent outside of transactions, because a NOTIFY
 * inside one serialises commits.
 */
export type Notices = {
  orderChanged(orderId: string): Promise<void>;
  /** Cookies, links or sessions of these orders and accounts have ended: streams check whether they may continue. */
  accessEnded(ids: readonly string[]): Promise<void>;
  /**
   * Calls `listener` for each change of this order until the returned function is called. Notices during an
   * interruption of the connection are lost: `onReconnect` reports its end.
   */
  onOrder(orderId: string, listener: () => void): () => void;
  /** Calls `listener` when access to this order or account ends, until the returned function is called. */
  onAccessEnded(id: string, listener: () => void): () => void;
  /** Calls `listener` after each interruption, when notices arrive again, until the returned function is called. */
  onReconnect(listener: () => void): () => void;
  /** False while the connection is down, or silent for seconds: no notice arrives. */
  isListening(): boolean;
  close(): Promise<void>;
};

/** Sends notices without listening to any: for a command. */
export function createNoticeSender({
  pool,
  onError,
}: {
  pool: pg.Pool;
  onError: (error: unknown) => void;
}): Pick<Notices, 'orderChanged' | 'accessEnded'> {
  const tell = async (channel: string, ids: readonly string[]) => {
    const query = 'select pg_notify($1, id) from unnest($2::text[]) as id';
    if (ids.length > 0) await pool.query(query, [channel, ids]).catch(onError);
  };
  return {
    orderChanged: (orderId) => tell(CHANGED, [orderId]),
    accessEnded: (ids) => tell(ENDED, ids),
  };
}

export function createNotices(options: { pool: pg.Pool; url: string; onError: (error: unknown) => void }): Notices {
  const emitter = new EventEmitter().setMaxListeners(0);
  let client: pg.Client | undefined;
  let closed = false;
  let isListening = false;
  let retry: NodeJS.Timeout | undefined;
  let asking: NodeJS.Timeout | undefined;

  /** A dedicated connection per process, because a pooled one would be shared. Reconnects forever. */
  async function listen(): Promise<void> {
    if (closed) return;
    const next = new pg.Client({
      connectionString: options.url,
      application_name: 'cairn notices',
      connectionTimeoutMillis: CONNECT_MS,
      ...KEEP_ALIVE,
    });
    let lost = false;
    const again = (error?: unknown) => {
      if (lost || closed) return;
      lost = true;
      isListening = false;
      clearInterval(asking);
      if (error) options.onError(error);
      retry = setTimeout(() => void listen(), RECONNECT_MS);
      next.end().catch(() => undefined);
    };
    next.on('error', again);
    next.on('end', () => again());
    next.on('notification', ({ channel, payload }) => payload && emitter.emit(`${channel} ${payload}`));
    client = next;
    try {
      await next.connect();
      closeWhenSilent(next, ANSWER_MS);
      await next.query(`listen ${CHANGED}`);
      await next.query(`listen ${ENDED}`);
      asking = setInterval(() => void next.query('select 1').catch(again), ASK_EVERY_MS).unref();
      isListening = true;
      emitter.emit(RECONNECTED);
    } catch (error) {
      again(error);
    }
  }

  const on = (name: string, listener: () => void) => subscribe(emitter, name, listener);

  void listen();
  return {
    ...createNoticeSender(options),
    onOrder: (orderId, listener) => on(`${CHANGED} ${orderId}`, listener),
    onAccessEnded: (id, listener) => on(`${ENDED} ${id}`, listener),
    onReconnect: (listener) => on(RECONNECTED, listener),
    isListening: () => isListening,
    async close() {
      closed = true;
      isListening = false;
      clearTimeout(retry);
      clearInterval(asking);
      await client?.end().catch(() => undefined);
    },
  };
}

/** Returns the function that ends it. */
function subscribe(emitter: EventEmitter, name: string, listener: () => void): () => void {
  emitter.on(name, listener);
  return () => emitter.off(name, listener);
}
