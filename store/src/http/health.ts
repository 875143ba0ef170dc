import type { Context } from 'hono';
import type { Services } from '../services.ts';
import type { HttpEnv } from './context.ts';

const FRESH = { 'Cache-Control': 'private, no-store' };

/** GET /healthz: liveness. */
export const health = (c: Context<HttpEnv>) => c.json({ status: 'ok' }, 200, FRESH);

/** A process is ready once all that its configuration asks for is started: listeners and the worker. */
export type Phase = 'starting' | 'ready' | 'stopping';

/**
 * GET /readyz: readiness. The process is ready, the database answers within seconds, is no standby, and its disk has
 * space. The store works without a vendor, so a vendor that is unreachable or skipped is a warning. A copy that is quiet gets no visitors
 * from a load balancer.
 */
export function readiness(
  services: Pick<Services, 'databaseStanding' | 'isDiskFull' | 'quiet' | 'unreachableVendors' | 'skippedWholesalers'>,
  phase: () => Phase,
) {
  return async (c: Context<HttpEnv>) => {
    const no = (status: string) => c.json({ status }, 503, { ...FRESH, 'Retry-After': '5' });
    const now = phase();
    if (now !== 'ready') return no(now);
    const standing = await services.databaseStanding();
    if (standing === 'away') return no('no database');
    if (standing === 'standby') return no('the database is a standby');
    if (services.quiet.isOn()) return no('quiet');
    if (await services.isDiskFull()) return no('disk full');
    const unreachable = await services.unreachableVendors();
    const skipped = await services.skippedWholesalers();
    const warnings = [
      ...unreachable.map((vendor) => `${vendor} can not be reached`),
      ...skipped.map((wholesaler) => `${wholesaler} is skipped: its circuit breaker is open`),
    ];
    return c.json({ status: 'ready', ...(warnings.length > 0 && { warnings }) }, 200, FRESH);
  };
}
