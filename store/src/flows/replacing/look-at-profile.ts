import type { Limits } from '../../db/limits.ts';
import type { Esim, Esims } from '../../modules/esims/esims.ts';
import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import type { ReportedProfileState, Usage } from '../../modules/fulfilment/wholesaler.ts';
import type { Order, Orders } from '../../modules/orders/orders.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import type { FlowBase } from '../buying/flow-base.ts';

/**
 * Asks the wholesaler now where a profile is, and stores the answer. Null: it says nothing about the profile, or does not
 * answer.
 */
export type LookAtProfile = (esim: Esim) => Promise<ReportedProfileState | null>;

type Ports = Pick<FlowBase, 'db' | 'log' | 'notices'> & {
  esims: Esims;
  fulfilment: Pick<Fulfilment, 'wholesalers' | 'referenceOf'>;
};

/** Where a profile that a phone held can be when its code works again. */
const ON_PHONE: readonly Esim['profileState'][] = ['downloaded', 'installed', 'enabled'];

/**
 * Unlike the ordinary reading of the usage, which only moves a profile forward, this one believes a wholesaler that releases
 * profiles again (`reinstalls`): after the buyer has deleted the eSIM, its code works once more.
 */
export function createLookAtProfile(ports: Ports): LookAtProfile {
  const readProfile = createReadProfile(ports);
  return async function lookAtProfile(esim) {
    const usage = await readProfile(esim);
    return usage?.status === 'recycled' ? 'deleted' : (usage?.profileState ?? null);
  };
}

/** What the wholesaler says about a profile now, which is stored; null: it says nothing, or does not answer. */
export type ReadProfile = (esim: Esim) => Promise<Usage | null>;

export function createReadProfile({ db, log, notices, esims, fulfilment }: Ports): ReadProfile {
  return async function readProfile(esim) {
    const wholesaler = fulfilment.wholesalers.find(esim.wholesaler);
    if (!wholesaler?.capabilities.reportsUsage || esim.endedAt !== null) return null;
    try {
      const { iccid } = esims.activationOf(esim);
      const usage = await wholesaler.usage({ iccid, reference: fulfilment.referenceOf(esim.plans[0].lineId) });
      await esims.applyUsage(db, esim, usage);
      const isReleased = usage.profileState === 'released' && ON_PHONE.includes(esim.profileState);
      if (isReleased && wholesaler.capabilities.reinstalls) await esims.releaseAgain(db, esim.id);
      await notices.orderChanged(esim.orderId);
      return usage;
    } catch (error) {
      log.warn({ esimId: esim.id, wholesaler: wholesaler.name, fault: codeOf(error) }, 'the profile could not be read');
      return null;
    }
  };
}

type OfLinePorts = {
  limits: Pick<Limits, 'consume'>;
  orders: Pick<Orders, 'profileLines' | 'deliveryOf'>;
  esims: Pick<Esims, 'listByOrders' | 'ofLine'>;
  lookAtProfile: LookAtProfile;
};

/** A buyer says that the old phone has lost the eSIM: looks where its profile is. Throws `not-found`, `too-many-requests`. */
export type LookForBuyer = (input: { order: Order; line: number }) => Promise<void>;

export function createLookForBuyer(ports: OfLinePorts): LookForBuyer {
  return async function lookForBuyer({ order, line }) {
    const esim = await esimOfNumber(ports, order, line);
    if (!esim) throw new AppError('not-found');
    await ports.limits.consume({ 'profile-looks-per-order': order.id });
    await ports.lookAtProfile(esim);
  };
}

/** The eSIM that this line of the order has now (its number, from 1). */
export async function esimOfNumber(
  { orders, esims }: Pick<OfLinePorts, 'orders' | 'esims'>,
  order: Order,
  number: number,
): Promise<Esim | undefined> {
  const line = orders.profileLines(order).find(({ position }) => position === number - 1);
  return line && esims.ofLine(await esims.listByOrders([order.id]), orders.deliveryOf(order, line).id);
}
