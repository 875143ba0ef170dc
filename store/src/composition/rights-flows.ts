import { createRightsFlows } from '../flows/rights/rights-flows.ts';
import { createRefundPages } from '../flows/showing/refund-pages.ts';
import type { createBuyingFlows } from './buying-flows.ts';
import type { Modules } from './modules.ts';

/** What buyers get back for lines, and what is done at the wholesaler about it. */
export function createRights(
  modules: Modules,
  { orderPages }: Pick<ReturnType<typeof createBuyingFlows>, 'orderPages'>,
) {
  const { config } = modules;
  const rightsFlows = createRightsFlows({
    ...modules,
    refundSettings: config.refunds,
    sweepSeconds: config.worker.sweepSeconds,
  });
  return {
    rightsFlows,
    refundPages: createRefundPages({ orderPages, rightsFlows, windowDays: config.refunds.windowDays }),
  };
}
