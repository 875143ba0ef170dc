import type { Context } from 'hono';
import type { Services } from '../services.ts';
import type { HttpEnv } from './context.ts';

/** GET /healthz: the process lives. */
export const health = (c: Context<HttpEnv>) => c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' });

/** GET /readyz: it can serve: the database answers and it is not stopping. Vendors don't count: the shop degrades without them. */
export function readiness(services: Pick<Services, 'pool'>, isStopping: () => boolean) {
  return async (c: Context<HttpEnv>) => {
    if (isStopping()) return c.json({ status: 'stopping' }, 503, { 'Cache-Control': 'no-store' });
    try {
      await services.pool.query('select 1');
      return c.json({ status: 'ready' }, 200, { 'Cache-Control': 'no-store' });
    } catch {
      return c.json({ status: 'no database' }, 503, { 'Cache-Control': 'no-store' });
    }
  };
}
