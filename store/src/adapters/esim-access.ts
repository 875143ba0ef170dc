import type { PlaceOutcome, Wholesaler, WholesalerCapabilities } from '../modules/fulfilment/wholesaler.ts';
import { createEsimAccessClient, type EsimAccessOptions, parsed } from './esim-access/client.ts';
import { endProfile } from './esim-access/end-profile.ts';
import { bookingsOf, profileUsage, profilesSince, profilesWith } from './esim-access/lists.ts';
import { givenBack, ordered } from './esim-access/outcomes.ts';
import { addableOf, packageList, packagesReply } from './esim-access/packages.ts';
import { placeOrder } from './esim-access/place-order.ts';
import { balanceReply, hintReply, planReply } from './esim-access/replies.ts';
import { CURRENCY } from './esim-access/units.ts';
import { jsonOf } from './wholesale-fields.ts';

export type { EsimAccessOptions } from './esim-access/client.ts';

/** The name in rows, metrics and logs, and in the address of its messages. */
export const ESIM_ACCESS = 'esim-access';

const CAPABILITIES: WholesalerCapabilities = {
  // The vendor documents up to 30 seconds until an order has its profile; only then does it appear in lists.
  listsOrdersAfterSeconds: 30,
  sendsHints: true,
  addsPlans: true,
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

    async addable(iccid) {
      const list = { locationCode: '', type: 'TOPUP', packageCode: '', slug: '', iccid };
      return addableOf(parsed(packagesReply, await client.ask('/package/list', list)));
    },

    async addPlan({ iccid, packageId, reference }): Promise<PlaceOutcome> {
      const topUp = { iccid, packageCode: packageId, transactionId: reference };
      const outcome = await ordered(client.post('/esim/topup', topUp, client.timeLimit()), (object) => {
        const reply = planReply.safeParse(object).data;
        return reply?.transactionId === reference && reply.iccid === iccid ? reply : undefined;
      });
      if (!('made' in outcome)) return outcome;
      const vendorOrderId = outcome.made.topUpEsimTranNo ?? reference;
      const order = { vendorOrderId, reference, packageId, createdAt: null, netPriceCents: null };
      return { kind: 'done', order: { ...order, netCurrency: CURRENCY, sim: null } };
    },

    giveBack: ({ iccid }) => givenBack(client.post('/esim/cancel', { iccid }, client.timeLimit())),

    endProfile: (profile) => endProfile(client, profile),

    findByReference: (reference, known) => profilesWith(client, reference, known),

    async bookings(prefix, since) {
      return bookingsOf(await profilesSince(client, since, (reference) => reference.startsWith(prefix)));
    },

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
