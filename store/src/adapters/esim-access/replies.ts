import * as z from 'zod';
import type { Usage, WholesaleOrder, WholesaleSim } from '../../modules/fulfilment/wholesaler.ts';
import { iccid, identifier, installCodes, number, text } from '../wholesale-fields.ts';
import { centsDown, CURRENCY, megabytes } from './units.ts';

/* The answers of eSIM Access' partner API, parsed before use. Unknown fields are accepted, and numbers may be text. */

/** Amounts in 10,000ths, and bytes: below a million units, and below a petabyte. */
export const amount = number.pipe(z.number().int().max(10_000_000_000));
export const bytes = number.pipe(
  z
    .number()
    .int()
    .min(0)
    .max(2 ** 50),
);
/** An ISO instant, also with an offset such as `+0000`, which `Date` reads in no other runtime. */
const instant = z
  .string()
  .max(40)
  .transform((value) => new Date(value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')))
  .refine((date) => !Number.isNaN(date.getTime()));

/** Six digits, which lose their zeros as a number. Null, `"0"` and 0 mean none. */
const errorCode = z
  .union([z.number().int().min(0).max(999_999).transform(String), z.string().max(20)])
  .nullish()
  .transform((code) => (code == null || /^0*$/.test(code) ? null : code.padStart(6, '0')));

/** `{ success, errorCode, errorMsg, obj }`: a success without a code, or a refusal with one; anything else proves nothing. */
export const envelopeReply = z
  .looseObject({
    success: z.union([z.boolean(), z.enum(['true', 'false'])]).transform(String),
    errorCode,
    obj: z.unknown(),
  })
  .transform(({ success, errorCode: code, obj }, context) => {
    if (success === 'true' && code === null) return { object: obj };
    if (success === 'false' && code !== null) return { refusal: code };
    context.addIssue({ code: 'custom', message: 'neither a success nor a refusal' });
    return z.NEVER;
  });

/** The answer to an order. */
export const orderReply = z
  .looseObject({ orderNo: identifier, transactionId: z.string() })
  .transform(({ orderNo, transactionId }) => ({ vendorOrderId: orderNo, reference: transactionId }));

/** The answer to an order of a plan for a profile. */
export const planReply = z.looseObject({ transactionId: z.string(), iccid: z.string() });

const packageOfProfile = z.looseObject({
  packageCode: z.string().min(1).max(200).nullable().catch(null),
  createTime: instant.nullable().catch(null),
  transactionId: z.string().min(1).max(5000).nullish().catch(null),
});
const packagesOfProfile = z.looseObject({ transactionId: z.string(), packageList: z.array(z.unknown()) });

/**
 * The plans that were added to a profile: the packages of its row that are not the one with which it was ordered. Their
 * transaction id is their order's id as well, because the number of a plan is in some answers only. `reference` is null
 * where the vendor does not say whose a package is.
 */
export function addedOrders(row: unknown): (Omit<WholesaleOrder, 'reference'> & { reference: string | null })[] {
  const profile = packagesOfProfile.safeParse(row).data;
  const packages = (profile?.packageList ?? []).map((each) => packageOfProfile.safeParse(each).data);
  return packages.flatMap((each, at) => {
    const reference = each?.transactionId ?? null;
    if (reference === profile?.transactionId || (at === 0 && reference === null)) return [];
    const { packageCode: packageId = null, createTime: createdAt = null } = each ?? {};
    const made = { vendorOrderId: reference ?? '', reference, packageId, createdAt };
    return [{ ...made, netPriceCents: null, netCurrency: CURRENCY, sim: null }];
  });
}

const simReply = z.looseObject({ iccid, ac: installCodes, apn: text.nullish() }).transform((sim): WholesaleSim => ({
  iccid: sim.iccid,
  ...sim.ac,
  confirmationCode: null,
  apn: sim.apn || null,
  appleUrl: null,
}));

/** The package with which a profile was ordered is the first. Others were added. */
const boughtReply = z.tuple(
  [
    z.looseObject({
      packageCode: z.string().min(1).max(200).nullable().catch(null),
      createTime: instant.nullable().catch(null),
    }),
  ],
  z.unknown(),
);

/**
 * A profile in a list of orders. One of ours exists and costs money even when other fields are invalid, so only its
 * order and reference are required. `sim`: null when the profile can't be used.
 */
export const listedProfile = z
  .looseObject({ orderNo: identifier, transactionId: z.string().max(5000), esimStatus: z.string().catch('') })
  .transform((row) => {
    const bought = boughtReply.safeParse(row['packageList']).data?.[0];
    return {
      vendorOrderId: row.orderNo,
      reference: row.transactionId,
      status: row.esimStatus,
      packageId: bought?.packageCode ?? null,
      createdAt: bought?.createTime ?? null,
      sim: isRevoked(row.esimStatus) ? null : (simReply.safeParse(row).data ?? null),
    };
  });

export type ListedProfile = z.infer<typeof listedProfile>;

/** Its price came back, and it holds nothing. */
export const isCancelled = ({ status }: Pick<ListedProfile, 'status'>) => status === 'CANCEL';
const isRevoked = (status: string) => status === 'REVOKE' || status === 'REVOKED';

/** The orders of these profiles. One with several profiles has none that is the buyer's. */
export function ordersOf(profiles: readonly ListedProfile[]): WholesaleOrder[] {
  const orders = new Map<string, WholesaleOrder>();
  for (const { vendorOrderId, reference, packageId, createdAt, sim } of profiles) {
    const isSecond = orders.has(vendorOrderId);
    orders.set(vendorOrderId, {
      vendorOrderId,
      reference,
      packageId,
      createdAt,
      netPriceCents: null,
      netCurrency: CURRENCY,
      sim: isSecond ? null : sim,
    });
  }
  return [...orders.values()];
}

/** The least of a row that decides whether it is ours: an invalid row of another must not break a search. */
export const listedReference = z
  .looseObject({ transactionId: z.string() })
  .transform(({ transactionId }) => transactionId);
/** Rows that appear on two pages are one. */
export const listedKey = z.looseObject({ esimTranNo: identifier }).transform(({ esimTranNo }) => esimTranNo);

/** One page of a list of profiles. */
export const pageReply = z
  .looseObject({
    esimList: z.array(z.unknown()),
    pager: z.looseObject({ total: number.pipe(z.number().int().min(0)) }),
  })
  .transform(({ esimList, pager }) => ({ rows: esimList, total: pager.total }));

/** The profiles of an order, or of an ICCID. */
export const profilesReply = z.looseObject({ esimList: z.array(z.unknown()) }).transform(({ esimList }) => esimList);

export const balanceReply = z
  .looseObject({ balance: amount })
  .transform(({ balance }) => ({ cents: centsDown(balance, CURRENCY), currency: CURRENCY }));

const STATUS: Record<string, Usage['status']> = {
  CREATE: 'not-active',
  PAYING: 'not-active',
  PAID: 'not-active',
  GETTING_RESOURCE: 'not-active',
  GOT_RESOURCE: 'not-active',
  IN_USE: 'active',
  USED_UP: 'finished',
  UNUSED_EXPIRED: 'expired',
  USED_EXPIRED: 'expired',
  CANCEL: 'expired',
  REVOKE: 'expired',
  REVOKED: 'expired',
};

const STATE: Record<string, Usage['profileState']> = {
  RELEASED: 'released',
  DOWNLOAD: 'downloaded',
  INSTALLATION: 'installed',
  ENABLED: 'enabled',
  // On the phone, and switched off.
  DISABLED: 'installed',
  DELETED: 'deleted',
};

/** The validity has started. Before, `expiredTime` is the end of the time in which the eSIM may be installed. */
const STARTED = new Set(['IN_USE', 'USED_UP', 'USED_EXPIRED']);

/** The usage of a profile, with the reference of its order. */
export const usageReply = z
  .looseObject({
    iccid: z.string(),
    transactionId: z.string(),
    totalVolume: bytes,
    orderUsage: bytes,
    esimStatus: z.string(),
    smdpStatus: z.string().nullish().catch(null),
    activateTime: instant.nullish().catch(null),
    expiredTime: instant.nullish().catch(null),
  })
  .transform((row): { iccid: string; reference: string; usage: Usage } => {
    const hasStarted = STARTED.has(row.esimStatus) || row.activateTime != null;
    return {
      iccid: row.iccid,
      reference: row.transactionId,
      usage: {
        status: STATUS[row.esimStatus] ?? 'unknown',
        remainingMb: megabytes(Math.max(0, row.totalVolume - row.orderUsage)),
        totalMb: megabytes(row.totalVolume),
        unlimited: false,
        expiresAt: hasStarted ? (row.expiredTime ?? null) : null,
        profileState: STATE[row.smdpStatus ?? ''] ?? null,
      },
    };
  });

/** The usage of an ICCID that has become another customer's. */
export const RECYCLED: Usage = {
  status: 'recycled',
  remainingMb: 0,
  totalMb: 0,
  unlimited: false,
  expiresAt: null,
  profileState: null,
};

/** A message to the store's address. `content`: what it is about. */
export const hintReply = z.looseObject({
  notifyType: z.string().min(1).max(100),
  content: z.looseObject({
    transactionId: z.string().min(1).max(100).nullish().catch(null),
    orderNo: z.string().min(1).max(100).nullish().catch(null),
    iccid: iccid.nullish().catch(null),
  }),
});
