import type { Services } from '#src/services.ts';
import packages from './second-sources.json' with { type: 'json' };

/** The wholesaler whose sandbox has a package for each plan of the specification (`sandbox/esim-access/packages.json`). */
const WHOLESALER = 'esim-access';

const MAX_READINGS = 3;

/** Recorded with each change. */
const SANDBOX = {
  actor: { kind: 'job', name: 'sandbox' },
  reason: 'every plan of the sandbox has two sources',
} as const;

/**
 * Gives each plan of the specification that has one source a second one, of another wholesaler, as an operator does.
 * Without that wholesaler, or while its packages can't be read, nothing is done: the next start tries again.
 */
export async function ensureSecondSources({ catalogue, desk, wholesalers }: Services): Promise<void> {
  if (wholesalers.find(WHOLESALER) === null) return;
  const planIds = Object.keys(packages) as (keyof typeof packages)[];
  const missing: typeof planIds = [];
  for (const planId of planIds) {
    const [found] = await desk.catalogue.sources(planId);
    if (found?.sources.length === 1) missing.push(planId);
  }
  if (missing.length === 0 || !(await isRead(catalogue))) return;
  for (const planId of missing)
    await desk.catalogue.addSource(planId, { wholesaler: WHOLESALER, packageId: packages[planId] }, SANDBOX);
}

/** A busy machine may take longer than a call may last. */
async function isRead(catalogue: Services['catalogue']): Promise<boolean> {
  for (let reading = 0; reading < MAX_READINGS; reading += 1) if ((await catalogue.checkPlans()).completed) return true;
  return false;
}
