import type { Esims } from '../../modules/esims/esims.ts';
import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import { codeOf } from '../../shared/errors.ts';
import type { FlowBase } from '../buying/flow-base.ts';

/** Reads an eSIM's data usage from its wholesaler, at most once per interval. */
export type RefreshEsim = (esimId: string) => Promise<void>;

export function createRefreshEsim({
  db,
  notices,
  log,
  esims,
  fulfilment,
}: FlowBase & { esims: Esims; fulfilment: Pick<Fulfilment, 'wholesalers' | 'referenceOf'> }): RefreshEsim {
  return async function refreshEsim(esimId) {
    if (!(await esims.claimRefresh(esimId))) return;
    const esim = await esims.find(esimId);
    if (!esim) return;
    const wholesaler = fulfilment.wholesalers.find(esim.wholesaler);
    // The last known figures stay: nobody can be asked about this profile.
    if (!wholesaler?.capabilities.reportsUsage) return;
    try {
      const { iccid } = esims.activationOf(esim);
      const reference = fulfilment.referenceOf(esim.plans[0].lineId);
      if ((await esims.applyUsage(db, esim, await wholesaler.usage({ iccid, reference }))) === 'contradicted')
        log.warn(
          { esimId, orderId: esim.orderId, wholesaler: wholesaler.name },
          'the wholesaler reports the profile of a running plan as recycled: it may have given the ICCID twice',
        );
      await notices.orderChanged(esim.orderId);
    } catch (error) {
      // The last known figures stay. The next view after the interval retries.
      log.warn({ esimId, wholesaler: wholesaler.name, fault: codeOf(error) }, 'usage could not be read');
    }
  };
}
