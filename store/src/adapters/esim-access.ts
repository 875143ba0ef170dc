import type { Wholesaler, WholesalerCapabilities } from '../modules/fulfilment/wholesaler.ts';
import { addable, addPlan, planWith } from './esim-access/added-plans.ts';
import { createEsimAccessClient, type EsimAccessOptions, parsed } from './esim-access/client.ts';
import { endProfile, giveBack } from './esim-access/end-profile.ts';
import { bookings, profileUsage, profilesWith } from './esim-access/lists.ts';
import { packageList, packagesReply } from './esim-access/packages.ts';
import { placeOrder } from './esim-access/place-order.ts';
import { balanceReply, hintReply } from './esim-access/replies.ts';
import { jsonOf } from './wholesale-fields.ts';

export type { EsimAccessOptions } from './esim-access/client.ts';

/** The name in rows, metrics and logs, and in the address of its messages. */
export const ESIM_ACCESS = 'esim-access';

const CAPABILITIES: WholesalerCapabilities = {
  // The vendor documents up to 30 seconds until an order has its profile; only then does it appear in lists.
  listsOrdersAfterSeconds: 30,
  sendsHints: true,
  addsPlans: true,
  // Lists are by the time of the profile's order.
  listsAddedPlans: false,
  takesBack: 'at-once',
  endsProfiles: true,
  reinstalls: true,
  reportsUsage: true,
  reportsProfileState: true,
  // The vendor's figures are two to three hours old. Its 8 calls per second are for orders as well.
  usageEveryMinutes: 180,
  usageReadsPerSecond: 4,
  reportsBalance: true,
  listsBookings: true,
  listsDevices: false,
};

/** The whole list is one answer of several megabytes. */
const MAX_LIST_BYTES = 32 * 1024 * 1024;

/**
 * Client of the eSIM Access partner API v1. Its transaction ids are idempotency keys, and can't be searched for: a search
 * reads the orders of a time range (docs/decisions/0066-esim-access.md).
 */
export function createEsimAccess(options: EsimAccessOptions): Wholesaler {
  const client = createEsimAccessClient(options);

  return {
    name: ESIM_ACCESS,
    address: new URL(client.base),
    capabilities: CAPABILITIES,

    async packages() {
      const list = { locationCode: '', type: 'BASE', packageCode: '', slug: '', iccid: '' };
      return packageList(parsed(packagesReply, await client.ask('/package/list', list, { maxBytes: MAX_LIST_BYTES })));
    },

    placeOrder: (order) => placeOrder(client, order, MAX_LIST_BYTES),

    addable: (profile) => addable(client, profile),

    addPlan: (order) => addPlan(client, order),

    giveBack: (profile) => giveBack(client, profile),

    endProfile: (profile) => endProfile(client, profile),

    findByReference: (reference, known) =>
      known.addedTo ? planWith(client, reference, known) : profilesWith(client, reference, known),

    bookings: (prefix, since) => bookings(client, prefix, since),

    async balance() {
      return parsed(balanceReply, await client.ask('/balance/query', {}));
    },

    usage: (profile) => profileUsage(client, profile),

    // The vendor signs nothing. The text of SMDP_EVENT and the figures of DATA_USAGE are not believed either.
    readHint(body) {
      const hint = hintReply.safeParse(jsonOf(body)).data;
      if (hint === undefined) return null;
      const { transactionId = null, orderNo = null, iccid = null } = hint.content;
      // CHECK_HEALTH names an order that does not exist. Notices about the account name none.
      if (hint.notifyType === 'CHECK_HEALTH' || (transactionId ?? orderNo ?? iccid) === null) return 'nothing';
      return { reference: transactionId, vendorOrderId: orderNo, iccid };
    },

    compatibleDevices: () => Promise.reject(new Error('eSIM Access has no list of devices')),
  };
}
