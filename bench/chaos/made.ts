import { ledger } from '#test/support/wire.ts';
import type { ChaosWorld } from './world.ts';

/** An order in the ledger of a wholesaler. Its id is unique there. */
export type Made = {
  wholesaler: 'airalo' | 'esim-access';
  id: string;
  reference: string;
  packageId: string;
  /** What it has cost, in cents, rounded up. */
  netCents: number;
  createdAt: Date;
  /** Of an order that added a plan to a profile which exists: the ICCID of that. Null for one that makes a profile. */
  addedTo: string | null;
  profiles: { iccid: string; activationCode: string; lpa: string }[];
  /** Its profiles are not made yet. */
  isAllocating: boolean;
  /** Given back before it was used: it has cost nothing. */
  isCancelled: boolean;
};

type AtFirst = {
  id: number;
  description: string | null;
  package_id: string;
  net_price: number;
  created_at: string;
  /** Missing in a top-up, which has an `iccid`. */
  sims?: { iccid: string; matching_id: string; qrcode: string }[];
  iccid?: string;
};
type AtSecond = {
  orderNo: string;
  transactionId: string;
  amount: number;
  createTime: string;
  orderStatus: string;
  packageInfoList: { packageCode: string }[];
  esimList: { iccid: string; ac: string; esimStatus: string }[];
};
type TopUpAtSecond = {
  transactionId: string;
  iccid: string;
  packageCode: string;
  amount: number;
  createTime: string;
};

export type WholesaleLedgers = Pick<ChaosWorld, 'airalo' | 'esimAccess'>;

/** Every order at every wholesaler of the world. */
export async function ordersMade({ airalo, esimAccess }: WholesaleLedgers): Promise<Made[]> {
  const [first, second] = await Promise.all([
    ledger<{ orders: AtFirst[] }>(airalo),
    esimAccess ? ledger<{ orders: AtSecond[]; topups: TopUpAtSecond[] }>(esimAccess) : { orders: [], topups: [] },
  ]);
  return [...first.orders.map(madeAtFirst), ...second.orders.map(madeAtSecond), ...second.topups.map(addedAtSecond)];
}

function madeAtFirst({ id, description, package_id, net_price, created_at, sims = [], iccid }: AtFirst): Made {
  return {
    wholesaler: 'airalo',
    id: String(id),
    reference: description ?? '',
    packageId: package_id,
    netCents: Math.ceil(Number((net_price * 100).toFixed(4))),
    createdAt: new Date(`${created_at}Z`),
    addedTo: iccid ?? null,
    profiles: sims.map((sim) => ({ iccid: sim.iccid, activationCode: sim.matching_id, lpa: sim.qrcode })),
    isAllocating: false,
    isCancelled: false,
  };
}

function madeAtSecond({
  orderNo,
  transactionId,
  amount,
  createTime,
  orderStatus,
  packageInfoList,
  esimList,
}: AtSecond): Made {
  return {
    wholesaler: 'esim-access',
    id: orderNo,
    reference: transactionId,
    packageId: packageInfoList[0]?.packageCode ?? '',
    netCents: Math.ceil(amount / 100),
    createdAt: timeAtSecond(createTime),
    addedTo: null,
    profiles: esimList.map(({ iccid, ac }) => ({ iccid, activationCode: ac.split('$')[2] ?? '', lpa: ac })),
    isAllocating: orderStatus === 'GETTING_RESOURCE',
    isCancelled: esimList.length > 0 && esimList.every(({ esimStatus }) => esimStatus === 'CANCEL'),
  };
}

const timeAtSecond = (time: string) => new Date(time.replace(/\+0000$/, 'Z'));

/** The second wholesaler shows a top-up by the reference alone. */
const addedAtSecond = ({ transactionId, iccid, packageCode, amount, createTime }: TopUpAtSecond): Made => ({
  wholesaler: 'esim-access',
  id: transactionId,
  reference: transactionId,
  packageId: packageCode,
  netCents: Math.ceil(amount / 100),
  createdAt: timeAtSecond(createTime),
  addedTo: iccid,
  profiles: [],
  isAllocating: false,
  isCancelled: false,
});

/** Names an order of any wholesaler: ids may repeat at another one. */
export const keyOf = ({ wholesaler, id }: Pick<Made, 'id'> & { wholesaler: string }): string => `${wholesaler} ${id}`;

/**
 * True for an order that our books must know: issued or listed. One that ended without a profile can be found at the first
 * wholesaler alone: the second shows profiles, never an order without one.
 */
export const mustBeKnown = ({ wholesaler, profiles, addedTo, isCancelled }: Made): boolean =>
  !isCancelled && (wholesaler === 'airalo' || addedTo !== null || profiles.length > 0);

/**
 * Orders whose profile a later order got as well, by mistake. The second wholesaler shows the profile of an ICCID for its
 * last order alone: nothing can be read of an earlier one.
 */
export function hiddenOrders(made: readonly Made[]): Set<string> {
  const second = made.filter(({ wholesaler, profiles }) => wholesaler === 'esim-access' && profiles.length > 0);
  const holders = Map.groupBy(second, ({ profiles }) => profiles[0]!.iccid);
  return new Set([...holders.values()].filter((orders) => orders.length > 1).flatMap((orders) => orders.map(keyOf)));
}
