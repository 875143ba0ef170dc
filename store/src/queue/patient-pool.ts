import type pg from 'pg';
import { isFullDisk, isOutage } from '../shared/outage.ts';

/** The arguments with which the library asks for its listening connection, whose loss it handles by itself. */
type Connected = Parameters<pg.Pool['connect']>[0];

/**
 * The pool for graphile-worker. The library stores the end of a job without awaiting it, and retries only after errors
 * whose code it knows (`RETRYABLE_ERROR_CODES` in its lib.js). Any other lost connection, and a full disk, would be an
 * unhandled rejection, which ends the process. This pool gives every database outage such a code; the library then
 * retries with a back-off of 3 seconds to 2 minutes. `onFullDisk` is called on each of them.
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

/**
 * A job that outlives the shutdown still tries to store its end. Other processes free its lock, so the shutdown does
 * not wait for it.
 */
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
