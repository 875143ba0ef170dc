import type {
  KnownOrder,
  OwnProfile,
  Usage,
  WholesaleBooking,
  WholesaleOrder,
} from '../../modules/fulfilment/wholesaler.ts';
import { WholesaleError } from '../wholesale-call.ts';
import { type Client, CODES, type Limits, parsed } from './client.ts';
import {
  addedOrders,
  isCancelled,
  listedKey,
  listedProfile,
  type ListedProfile,
  listedReference,
  ordersOf,
  pageReply,
  profilesReply,
  RECYCLED,
  usageReply,
} from './replies.ts';
import { CURRENCY } from './units.ts';

const DAY_MS = 86_400_000;
/** The first version of the API: no order is older. */
const BEGINNING = new Date('2022-10-01T00:00:00Z');
/** The vendor's largest page number. */
const MAX_PAGES = 10_000;
/** The profiles of one order, or of one ICCID: a batch has at most 30. */
const ONE_PAGE = { pageNum: 1, pageSize: 50 };

/** An order by its number. `allocating`: it exists, and its profile is made. `unknown`: no order has this number. */
export async function orderNumbered(
  client: Client,
  { vendorOrderId, reference }: { vendorOrderId: string; reference: string },
  limits: Partial<Limits> = {},
): Promise<ListedProfile[] | 'allocating' | 'unknown'> {
  const said = await client.ask('/esim/query', { orderNo: vendorOrderId, pager: ONE_PAGE }, limits);
  if ('refusal' in said && said.refusal === CODES.beingAllocated) return 'allocating';
  if ('refusal' in said && said.refusal === CODES.noOrder) return 'unknown';
  const profiles = parsed(profilesReply, said).map((row) => listedProfile.safeParse(row).data);
  return profiles.map((profile) => {
    if (profile?.vendorOrderId !== vendorOrderId || profile.reference !== reference)
      throw new WholesaleError('bad-reply');
    return profile;
  });
}

/** Every order with this reference, except cancelled ones, oldest first. */
export async function profilesWith(
  client: Client,
  reference: string,
  { since, vendorOrderId }: KnownOrder,
): Promise<WholesaleOrder[]> {
  if (vendorOrderId !== null) {
    const found = await orderNumbered(client, { vendorOrderId, reference });
    if (found === 'allocating') return [allocating({ vendorOrderId, reference })];
    if (found !== 'unknown' && found.length > 0) return usable(found);
  }
  return usable(await profilesSince(client, since, (each) => each === reference));
}

const usable = (profiles: readonly ListedProfile[]) =>
  ordersOf(profiles.filter((each) => !isCancelled(each))).sort((a, b) => ageOf(a) - ageOf(b));

/** Sort key; an order without a readable date counts as the newest. */
const ageOf = ({ createdAt }: WholesaleOrder) => createdAt?.getTime() ?? Number.MAX_SAFE_INTEGER;

/** An order whose profile is not there yet. */
export const allocating = (order: Pick<WholesaleOrder, 'vendorOrderId' | 'reference'>): WholesaleOrder => ({
  ...order,
  packageId: null,
  createdAt: null,
  netPriceCents: null,
  netCurrency: CURRENCY,
  sim: null,
});

/**
 * The profiles since that day (null: since the beginning) whose reference is wanted, from all pages. A day is added at
 * both ends, because the vendor's clock may differ, and because it is not documented which time of an order counts.
 */
export async function profilesSince(
  client: Client,
  since: Date | null,
  isWanted: (reference: string) => boolean,
): Promise<ListedProfile[]> {
  const rows = await rowsSince(client, since);
  return wantedOf(rows, isWanted);
}

/** The rows of the profiles since that day, as the vendor lists them. */
async function rowsSince(client: Client, since: Date | null): Promise<unknown[]> {
  const startTime = minuteOf(since === null ? BEGINNING : new Date(since.getTime() - DAY_MS));
  const endTime = minuteOf(new Date(client.now() + DAY_MS));
  const rows = new Map<string, unknown>();
  // Orders that are made meanwhile are not waited for: they move rows to the next page, where those appear again.
  let total: number | undefined;
  for (let pageNum = 1; pageNum <= MAX_PAGES; pageNum += 1) {
    const pager = { pageNum, pageSize: client.pageSize };
    const page = parsed(pageReply, await client.ask('/esim/query', { startTime, endTime, pager }));
    total ??= page.total;
    for (const row of page.rows) rows.set(listedKey.safeParse(row).data ?? `${pageNum}:${rows.size}`, row);
    if (rows.size >= total) return [...rows.values()];
    if (page.rows.length === 0) throw new WholesaleError('bad-reply');
  }
  throw new WholesaleError('reply-too-large');
}

/** As the vendor documents it: `2010-06-30T01:20+00:00`. */
const minuteOf = (date: Date) => `${date.toISOString().slice(0, 16)}+00:00`;

function wantedOf(rows: readonly unknown[], isWanted: (reference: string) => boolean): ListedProfile[] {
  return rows
    .filter((row) => isWanted(listedReference.safeParse(row).data ?? ''))
    .map((row) => {
      const profile = listedProfile.safeParse(row).data;
      if (profile === undefined) throw new WholesaleError('bad-reply');
      return profile;
    });
}

/**
 * Every order whose reference starts with `prefix`: of the profiles since that day, and of the plans that were added to
 * them. The vendor states no price. A cancelled order has cost nothing.
 */
export async function bookings(client: Client, prefix: string, since: Date | null): Promise<WholesaleBooking[]> {
  const rows = await rowsSince(client, since);
  const isOurs = (reference: string | null) => reference?.startsWith(prefix) === true;
  const profiles = wantedOf(rows, isOurs).filter((each) => !isCancelled(each));
  const added = rows.flatMap((row) => addedOrders(row)).filter((each) => isOurs(each.reference));
  return [...ordersOf(profiles), ...added.map((each) => ({ ...each, reference: each.reference! }))].map(
    ({ vendorOrderId, reference, netPriceCents, netCurrency }) => ({
      vendorOrderId,
      reference,
      netPriceCents,
      netCurrency,
    }),
  );
}

/** The usage of a profile. Its ICCID may be another customer's by now. */
export async function profileUsage(client: Client, profile: OwnProfile): Promise<Usage> {
  const own = await ownProfile(client, profile);
  if (own === null) return RECYCLED;
  const read = usageReply.safeParse(own).data;
  if (read?.iccid !== profile.iccid) throw new WholesaleError('bad-reply');
  return read.usage;
}

/** The row of a profile as the vendor lists it; null when its ICCID has become another customer's. */
export async function ownProfile(
  client: Client,
  { iccid, reference }: OwnProfile,
  limits: Partial<Limits> = {},
): Promise<unknown> {
  const rows = parsed(profilesReply, await client.ask('/esim/query', { iccid, pager: ONE_PAGE }, limits));
  if (rows.length === 0) throw new WholesaleError('not-found');
  const own = rows.find((row) => listedReference.safeParse(row).data === reference);
  if (own !== undefined) return own;
  if (rows.some((row) => iccidOf(row) === iccid)) return null;
  throw new WholesaleError('bad-reply');
}

const iccidOf = (row: unknown) => (row as { iccid?: unknown } | null)?.iccid;
