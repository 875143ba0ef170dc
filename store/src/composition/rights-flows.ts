import { createRightsFlows } from '../flows/rights/rights-flows.ts';
import type { Modules } from './modules.ts';

/** What buyers get back for lines, and what is done at the wholesaler about it. */
export const createRights = (modules: Modules) => ({
  rightsFlows: createRightsFlows({
    ...modules,
    refundSettings: modules.config.refunds,
    sweepSeconds: modules.config.worker.sweepSeconds,
  }),
});
