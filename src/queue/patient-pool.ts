import type pg from 'pg';
import { isLostConnection } from '../shared/outage.ts';

/** How the library asks for the connection on which it listens, whose loss it handles by itself. */
type Connected = Parameters<pg.Pool['connect']>[0];

/**
 * The pool as graphile-worker gets it. The library writes down how a job ended without awaiting it, and tries again only
 * after errors whose code it knows (`RETRYABLE_ERROR_CODES` in its lib.js): any other lost connection would be an unhandled
 * rejection, which ends the process. Here every lost connection carries such a code.
 */
export function patientPool(pool: pg.Pool): pg.Pool {
  return new Proxy(pool, {
    get(target, key) {
      if (key === 'connect') return (callback?: Connected) => (callback ? target.connect(callback) : connect(target));
      return boundTo(target, key);
    },
  });
}

/** A job that outlives the time to stop wants to write down how it ended: its lock is freed by others, so nobody waits for that. */
function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  return pool.ending ? new Promise(() => undefined) : marked(pool.connect()).then(patientClient);
}

function patientClient(client: pg.PoolClient): pg.PoolClient {
  return new Proxy(client, {
    get(target, key) {
      if (key === 'query') return (...args: [pg.QueryConfig]) => marked(target.query(...args));
      return boundTo(target, key);
    },
    set: (target, key, value) => Reflect.set(target, key, value),
  });
}

function boundTo(target: object, key: string | symbol): unknown {
  const value: unknown = Reflect.get(target, key);
  return typeof value === 'function' ? value.bind(target) : value;
}

const RETRYABLE = 'ETIMEDOUT';

async function marked<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && isLostConnection(error)) throw Object.assign(error, { code: RETRYABLE });
    throw error;
  }
}
