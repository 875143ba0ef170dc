import * as z from 'zod';
import type { Usage, WholesaleBooking, WholesaleOrder, WholesaleSim } from '../../modules/fulfilment/wholesaler.ts';
import { count, iccid, identifier, installCodes, number, text } from '../wholesale-fields.ts';

/* The answers of Airalo's Partner API v2, parsed before use. Unknown fields are accepted (the vendor adds some
   without notice), numbers may be text (as in lists of orders), and `data` of a list is an object keyed by index
   from page 2 on. */

/** The vendor bills in US dollars. */
export const CURRENCY = 'USD';
const netPrice = number.pipe(z.number().min(0).max(1_000_000));
/** `YYYY-MM-DD HH:mm:ss`, which is UTC, or an ISO instant. */
const instant = z
  .string()
  .max(40)
  .transform(
    (value) => new Date(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value) ? `${value.replace(' ', 'T')}Z` : value),
  )
  .refine((date) => !Number.isNaN(date.getTime()));

/** A list, or the same list as an object keyed by index. */
const rows = z.union([
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()).transform((byIndex) => Object.values(byIndex)),
]);

/** One page of a list. `hasMore` follows the pagination; without one, an empty page is the last. */
export const pageReply = z
  .looseObject({
    data: rows,
    links: z.looseObject({ next: z.string().nullish() }).nullish(),
    meta: z.looseObject({ current_page: count.nullish(), last_page: count.nullish() }).nullish(),
  })
  .transform(({ data, links, meta }) => ({
    data,
    hasMore:
      meta?.last_page != null && meta.current_page != null
        ? meta.current_page < meta.last_page
        : data.length > 0 && links?.next !== null,
  }));

export const tokenReply = z
  .looseObject({ data: z.looseObject({ access_token: z.string().min(1).max(5000), expires_in: count }) })
  .transform(({ data }) => ({ token: data.access_token, expiresInSeconds: data.expires_in }));

const APPLE = 'https://esimsetup.apple.com/';

const simReply = z
  .looseObject({
    iccid,
    qrcode: installCodes,
    confirmation_code: text.nullish(),
    apn_type: text.nullish(),
    apn_value: text.nullish(),
    direct_apple_installation_url: text.nullish(),
  })
  .transform((sim): WholesaleSim => ({
    iccid: sim.iccid,
    ...sim.qrcode,
    confirmationCode: sim.confirmation_code || null,
    apn: sim.apn_type === 'automatic' ? null : sim.apn_value || null,
    appleUrl: sim.direct_apple_installation_url?.startsWith(APPLE) ? sim.direct_apple_installation_url : null,
  }));

/** The single profile of an order; null when there is none, more than one, or an unreadable one. */
const onlySim = z.tuple([simReply]).transform(([sim]) => sim);

/**
 * An order of ours exists and costs money even when other fields are invalid, so only its id and reference are
 * required.
 */
const order = z
  .looseObject({
    id: identifier,
    description: z.string().max(5000),
    package_id: z.string().min(1).max(200).nullable().catch(null),
    created_at: instant.nullable().catch(null),
    net_price: netPrice.nullable().catch(null),
    sims: onlySim.nullable().catch(null),
  })
  .transform((reply): WholesaleOrder => ({
    vendorOrderId: reply.id,
    reference: reply.description,
    packageId: reply.package_id,
    createdAt: reply.created_at,
    netPriceCents: reply.net_price === null ? null : centsUp(reply.net_price),
    netCurrency: CURRENCY,
    sim: reply.sims,
  }));

/** The answer to an order; it must be the one requested eSIM. */
export function orderReply(asked: { packageId: string; reference: string }) {
  return z
    .looseObject({ data: order })
    .transform(({ data }) => data)
    .refine((made) => made.sim !== null && made.reference === asked.reference && made.packageId === asked.packageId);
}

/** The answer to an order of a plan for a profile; such an order lists no profile. */
export function planReply(asked: { packageId: string; reference: string }) {
  return z
    .looseObject({ data: order })
    .transform(({ data }) => data)
    .refine((made) => made.reference === asked.reference && made.packageId === asked.packageId);
}

/** The id of a request for a refund. */
export const refundReply = z
  .looseObject({ data: z.looseObject({ refund_id: identifier }) })
  .transform(({ data }) => data.refund_id);

export const listedOrder = order;
/**
 * The minimum needed to decide whether a listed order is ours: another order's invalid fields must not break the
 * search.
 */
export const listedDescription = z
  .looseObject({ description: z.string().nullish() })
  .transform((row) => row.description ?? null);

/** A listed order as a booking: its price, without its profile. */
export const listedBooking = z
  .looseObject({ id: identifier, description: z.string().max(5000), net_price: number.nullish() })
  .transform((row): WholesaleBooking => ({
    vendorOrderId: row.id,
    reference: row.description,
    netPriceCents: row.net_price == null ? null : centsUp(row.net_price),
    netCurrency: CURRENCY,
  }));

const balanceEntry = z.looseObject({
  availableBalance: z.looseObject({ amount: number, currency: z.literal(CURRENCY) }),
});
/**
 * The balance of the prepaid account in US cents. The vendor documents one object; of a list, the first entry counts.
 */
export const balanceReply = z
  .looseObject({ data: z.looseObject({ balances: z.union([balanceEntry, z.tuple([balanceEntry], z.unknown())]) }) })
  .transform(({ data: { balances } }) => {
    const { amount } = (Array.isArray(balances) ? balances[0] : balances).availableBalance;
    return { cents: Math.floor(Number((amount * 100).toFixed(4))), currency: CURRENCY };
  });

const megabytes = number.pipe(z.number().int().min(-1_000_000_000).max(1_000_000_000));

const STATUS: Record<string, Usage['status']> = {
  NOT_ACTIVE: 'not-active',
  ACTIVE: 'active',
  FINISHED: 'finished',
  EXPIRED: 'expired',
  RECYCLED: 'recycled',
};

export const usageReply = z
  .looseObject({
    data: z.looseObject({
      // A figure below zero is an answer too; `belief.ts` refuses it.
      remaining: megabytes,
      total: megabytes,
      expired_at: instant.nullish(),
      is_unlimited: z.boolean().nullish(),
      status: z.string(),
    }),
  })
  .transform(({ data }): Usage => ({
    status: STATUS[data.status] ?? 'unknown',
    remainingMb: data.remaining,
    totalMb: data.total,
    unlimited: data.is_unlimited ?? false,
    expiresAt: data.expired_at ?? null,
    profileState: null,
  }));

/** A refusal: a business code, or messages about fields of the request. */
export const refusalReply = z.union([
  z.looseObject({ code: count }).transform(({ code }) => ({ kind: 'business' as const, code })),
  z
    .looseObject({ data: z.record(z.string(), z.unknown()).refine((fields) => Object.keys(fields).length > 0) })
    .transform(({ data }) => ({ kind: 'validation' as const, fields: data })),
]);

/**
 * US dollars to whole cents, rounded up, because it is a cost (with a tolerance for binary fractions: 1.1 is 110
 * cents).
 */
export function centsUp(dollars: number): number {
  return Math.ceil(Number((dollars * 100).toFixed(4)));
}
