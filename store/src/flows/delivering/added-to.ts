import type { Esims } from '../../modules/esims/esims.ts';
import type { AddedTo, Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import type { Line } from '../../modules/orders/orders.ts';

type Ports = { esims: Pick<Esims, 'find' | 'activationOf'>; fulfilment: Pick<Fulfilment, 'referenceOf'> };

/** The profile to which a line adds a plan; null for a line that makes one. */
export async function addedToOf(
  { esims, fulfilment }: Ports,
  line: Pick<Line, 'purpose' | 'esimId'> | null,
): Promise<AddedTo | null> {
  if (line?.purpose !== 'plan' || line.esimId === null) return null;
  const esim = await esims.find(line.esimId);
  if (!esim) return null;
  const { iccid } = esims.activationOf(esim);
  return { wholesaler: esim.wholesaler, iccid, reference: fulfilment.referenceOf(esim.plans[0].lineId) };
}
