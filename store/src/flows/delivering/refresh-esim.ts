import type { Esims } from '../../modules/esims/esims.ts';
import type { Wholesalers } from '../../modules/fulfilment/wholesalers.ts';
import { codeOf } from '../../shared/errors.ts';
import type { FlowBase } from '../buying/flow-base.ts';

/** Reads an eSIM's data usage from its wholesaler, at most once per interval. */
export type RefreshEsim = (esimId: string) => Promise<void>;

export function createRefreshEsim({
  db,
  notices,
  log,
  esims,
  wholesalers,
}: FlowBase & { esims: Esims; wholesalers: Pick<Wholesalers, 'find'> }): RefreshEsim {
  return async function refreshEsim(esimId) {
    if (!(await esims.claimRefresh(esimId))) return;
    const esim = await esims.find(esimId);
    if (!esim) return;
    const wholesaler = wholesalers.find(esim.wholesaler);
    // The last known figures stay: nobody can be asked about this profile.
    if (!wholesaler?.capabilities.reportsUsage) return;
    try {
      await esims.applyUsage(db, esim, await wholesaler.usage(esims.activationOf(esim).iccid));
      await notices.orderChanged(esim.orderId);
    } catch (error) {
      // The last known figures stay. The next view after the interval retries.
      log.warn({ esimId, wholesaler: wholesaler.name, fault: codeOf(error) }, 'usage could not be read');
    }
  };
}
