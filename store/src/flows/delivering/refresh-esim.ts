import type { Esims } from '../../modules/esims/esims.ts';
import type { Wholesaler } from '../../modules/fulfilment/wholesaler.ts';
import { codeOf } from '../../shared/errors.ts';
import type { FlowBase } from '../buying/flow-base.ts';

/** Reads an eSIM's data usage from the wholesaler, at most once per interval. */
export type RefreshEsim = (esimId: string) => Promise<void>;

export function createRefreshEsim({
  db,
  notices,
  log,
  esims,
  wholesaler,
}: FlowBase & { esims: Esims; wholesaler: Pick<Wholesaler, 'usage'> }): RefreshEsim {
  return async function refreshEsim(esimId) {
    if (!(await esims.claimRefresh(esimId))) return;
    const esim = await esims.find(esimId);
    if (!esim) return;
    try {
      await esims.applyUsage(db, esim, await wholesaler.usage(esims.activationOf(esim).iccid));
      await notices.orderChanged(esim.orderId);
    } catch (error) {
      // The last known figures stay. The next view after the interval retries.
      log.warn({ esimId, fault: codeOf(error) }, 'usage could not be read');
    }
  };
}
