import type pg from 'pg';
import { isFullDisk, isOutage } from '../shared/outage.ts';

/** How the library asks for the connection on which it listens, whose loss it handles by itself. */
type Connected = Parameters<pg.Pool['connect']>[0];

/**
 * The pool as graphile-worker gets it. The library writes down how a job ended without awaiting it, and tries again only
 * after errors whose code it knows (`RETRYABLE_ERROR_CODES` in its lib.js): any other lost connection, and a full disk,
 * would be an unhandled rejection, which ends the process. Here every outage of the database carries such a code, with
 * which the library waits from 3 seconds up to 2 minutes between its tries. `onFullDisk` is called at each of them.
 */
export function patientPool(pool: pg.Pool, onFullDisk: () => void): pg.Pool {
  return patient(pool, async (work) => {
    try {
      return await work;
    } catch (error) {
      if (isFullDisk(error)) onFullDisk();
      if (error instanceof Error && isOutage(error)) throw Object.assign(error, { code: RETRYABLE });
      throw error;
    }
  });
}

type Marked = <T>(work: Promise<T>) => Promise<T>;

function patient(pool: pg.Pool, marked: Marked): pg.Pool {
  return new Proxy(pool, {
    get(target, key) {
      if (key === 'connect')
        return (callback?: Connected) => (callback ? target.connect(callback) : connect(target, marked));
      return boundTo(target, key);
    },
  });
}

/** A job that outlives the time to stop wants to write down how it ended: its lock is freed by others, so nobody waits for that. */
function connect(pool: pg.Pool, marked: Marked): Promise<pg.PoolClient> {
  return pool.ending
    ? new Promise(() => undefined)
    : marked(pool.connect()).then((client) => patientClient(client, marked));
}

function patientClient(client: pg.PoolClient, marked: Marked): pg.PoolClient {
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
