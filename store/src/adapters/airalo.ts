import type {
  GiveBack,
  WholesaleBooking,
  WholesaleOrder,
  WholesalerCapabilities,
  Wholesaler,
} from '../modules/fulfilment/wholesaler.ts';
import { type AiraloOptions, createAiraloClient, parsed } from './airalo/client.ts';
import { devicesReply } from './airalo/devices.ts';
import { addableReply, packageList } from './airalo/packages.ts';
import { readHint } from './airalo/hints.ts';
import { givenBack, isEnded, ordered } from './airalo/outcomes.ts';
import {
  balanceReply,
  listedBooking,
  listedDescription,
  listedOrder,
  orderReply,
  planReply,
  usageReply,
} from './airalo/replies.ts';
import { WholesaleError } from './wholesale-call.ts';

export type { AiraloOptions } from './airalo/client.ts';

/** The list of all orders is longer: half a million at 50 a page. */
const MAX_BOOKING_PAGES = 10_000;

/** The name in rows, metrics and logs. */
export const AIRALO = 'airalo';

const CAPABILITIES: WholesalerCapabilities = {
  listsOrdersAfterSeconds: 0,
  sendsHints: true,
  addsPlans: true,
  listsAddedPlans: true,
  takesBack: 'by-request',
  endsProfiles: false,
  reinstalls: false,
  reportsUsage: true,
  reportsProfileState: false,
  // The vendor caches its answer for 20 minutes, and allows 5 calls per second.
  usageEveryMinutes: 20,
  usageReadsPerSecond: 4,
  reportsBalance: true,
  listsBookings: true,
  listsDevices: true,
};

const FIXED = {
  name: AIRALO,
  capabilities: CAPABILITIES,
  endProfile: () => Promise.reject(new Error('the vendor ends no profiles')),
};

/** The vendor's words for the reasons of a refund. */
const REFUND_REASONS: Record<GiveBack['reason'], string> = {
  'ordered-twice': 'OTHERS',
  'not-wanted': 'WRONG_PURCHASE',
  'does-not-work': 'INSTALLATION_FAILURE',
};
/** The vendor's limit of the note of a refund. */
const MAX_NOTE = 255;

/**
 * Client of Airalo's Partner API v2. It has no idempotency key: `Wholesaler` describes how an order is placed only
 * once.
 */
export function createAiralo(options: AiraloOptions): Wholesaler {
  const { base, now, get, list, post } = createAiraloClient(options);

  return {
    ...FIXED,
    address: new URL(base),

    async packages() {
      return packageList(await list('/v2/packages', {}));
    },

    async placeOrder({ packageId, reference }) {
      const order = { quantity: 1, package_id: packageId, type: 'sim', description: reference };
      return ordered(await post('/v2/orders', order), orderReply({ packageId, reference }));
    },

    async addable({ iccid }) {
      const answer = await get(`/v2/sims/${encodeURIComponent(iccid)}/topups`);
      return isEnded(answer) ? 'ended' : parsed(addableReply, answer);
    },

    async addPlan({ profile: { iccid }, packageId, reference }) {
      const order = { package_id: packageId, iccid, description: reference };
      return ordered(await post('/v2/orders/topups', order), planReply({ packageId, reference }));
    },

    async giveBack({ iccid, reason, note }) {
      const refund = { iccids: [iccid], reason: REFUND_REASONS[reason], notes: note.slice(0, MAX_NOTE) };
      return givenBack(await post('/v2/refund', refund));
    },

    async findByReference(reference): Promise<WholesaleOrder[]> {
      const rows = await list('/v2/orders', { 'filter[description]': reference, include: 'sims,status' });
      const found = new Map<string, WholesaleOrder>();
      for (const row of rows) {
        // The vendor's filter is a case-insensitive substring match.
        if (listedDescription.safeParse(row).data !== reference) continue;
        const order = listedOrder.safeParse(row).data;
        if (!order) throw new WholesaleError('bad-reply');
        // Orders created meanwhile move rows to the next page, where they appear again.
        found.set(order.vendorOrderId, order);
      }
      return [...found.values()].sort((a, b) => ageOf(a) - ageOf(b));
    },

    async bookings(prefix, since) {
      const day = (date: Date) => date.toISOString().slice(0, 10);
      // The vendor filters by day. Tomorrow is included, because its clock may be ahead.
      const created = since && `${day(since)} - ${day(new Date(now() + 86_400_000))}`;
      const query = { 'filter[description]': prefix, ...(created && { 'filter[created_at]': created }) };
      const found = new Map<string, WholesaleBooking>();
      for (const row of await list('/v2/orders', query, MAX_BOOKING_PAGES)) {
        if (!listedDescription.safeParse(row).data?.startsWith(prefix)) continue;
        const booking = listedBooking.safeParse(row).data;
        if (!booking) throw new WholesaleError('bad-reply');
        found.set(booking.vendorOrderId, booking);
      }
      return [...found.values()];
    },

    async balance() {
      return parsed(balanceReply, await get('/v2/balance'));
    },

    async usage({ iccid }) {
      return parsed(usageReply, await get(`/v2/sims/${encodeURIComponent(iccid)}/usage`));
    },

    readHint: (body, header) => readHint(body, header('airalo-signature'), options.clientSecret),

    async compatibleDevices() {
      return parsed(devicesReply, await get('/v2/compatible-devices-lite'));
    },
  };
}

/** Sort key; an order without a readable date counts as the newest. */
const ageOf = ({ createdAt }: WholesaleOrder) => createdAt?.getTime() ?? Number.MAX_SAFE_INTEGER;
