import type { At, WholesaleRow } from '../../modules/fulfilment/fulfilment.ts';
import type { WholesaleOrder } from '../../modules/fulfilment/wholesaler.ts';
import { codeOf } from '../../shared/errors.ts';
import type { DeliveryPorts } from './delivery.ts';

/**
 * Orders of one line by whether their profile is on a phone. After lost time two of them may be complete: one that its
 * buyer saw, and one that was listed as extra. Which is which was lost, but a profile in use is certainly the buyer's.
 */
export async function inUseFirst(
  ports: Pick<DeliveryPorts, 'fulfilment' | 'log'>,
  row: WholesaleRow,
  found: readonly At<WholesaleOrder>[],
): Promise<readonly At<WholesaleOrder>[]> {
  const complete = found.filter(({ sim }) => sim !== null);
  if (complete.length < 2 || !ports.fulfilment.isAfterLostTime(row)) return found;
  const used = new Set<At<WholesaleOrder>>();
  for (const order of complete) if (await isInUse(ports, row, order)) used.add(order);
  return [...used, ...found.filter((order) => !used.has(order))];
}

/** False also when its wholesaler can't say. */
async function isInUse(
  { fulfilment, log }: Pick<DeliveryPorts, 'fulfilment' | 'log'>,
  { orderId, reference }: WholesaleRow,
  { wholesaler: name, vendorOrderId, sim }: At<WholesaleOrder>,
): Promise<boolean> {
  const wholesaler = fulfilment.wholesalers.find(name);
  if (!sim || !wholesaler?.capabilities.reportsUsage) return false;
  try {
    const { status, profileState } = await wholesaler.usage({ iccid: sim.iccid, reference });
    return status === 'active' || status === 'finished' || profileState === 'installed' || profileState === 'enabled';
  } catch (error) {
    const details = { orderId, wholesaler: name, vendorOrderId, fault: codeOf(error) };
    log.warn(details, 'it is unknown whether this profile is in use');
    return false;
  }
}
