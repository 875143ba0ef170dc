import { destinationOf } from './destinations.ts';
import type { StoredOrder } from './orders.ts';
import { dataText, type PackageChange, soldPackage, type TopUp } from './packages.ts';
import { invalid, refused, type Ctx } from './wire.ts';

const SUFFIX = '-topup';
/** The package id whose operator has switched top-ups off, as the vendor documents it for its own sandbox. */
const SWITCHED_OFF = 'test-disabled-top-up-7days-1gb';

/**
 * The packages that can be added to the profile of this order, with a test's changes to those of new profiles; none where the
 * operator does not allow it.
 */
export function topUpsFor({ order }: StoredOrder, change: (id: string) => PackageChange | undefined): TopUp[] {
  const destination = destinationOf(order.package_id);
  if (!destination || destination.rechargeability === false) return [];
  const { operator } = destination;
  return destination.packages.flatMap((entry) => {
    const sold = soldPackage(entry.id, change(entry.id));
    if (!sold) return [];
    const { amount, day, price, net_price } = sold;
    return [{ id: entry.id + SUFFIX, entry: { ...entry, amount, day, price, net_price }, operator }];
  });
}

/** A package as in the vendor's list of top-ups. */
export function vendorTopUp({ id, entry }: TopUp) {
  const data = entry.is_unlimited ? 'Unlimited' : dataText(entry.amount);
  return {
    id,
    type: 'topup',
    price: entry.price,
    net_price: entry.net_price,
    amount: entry.amount,
    day: entry.day,
    is_unlimited: entry.is_unlimited,
    title: `${data} - ${entry.day} Days`,
    data,
    short_info: null,
    voice: null,
    text: null,
  };
}

/** The parsed request of a top-up, or the vendor's refusal. */
export function readTopUp(
  c: Ctx,
  fields: Record<string, unknown>,
  {
    profileOf,
    change,
  }: {
    profileOf: (iccid: string) => { order: StoredOrder; isRecycled: boolean } | undefined;
    change: (id: string) => PackageChange | undefined;
  },
): { topUp: TopUp; iccid: string; description: string | null } | Response {
  const { package_id: packageId, iccid, description = null } = fields;
  const wrong: Record<string, string> = {};
  if (typeof packageId !== 'string' || packageId === '') wrong['package_id'] = 'The package id field is required.';
  const profile = typeof iccid === 'string' ? profileOf(iccid) : undefined;
  if (profile === undefined) wrong['iccid'] = 'The iccid field is required.';
  if (Object.keys(wrong).length > 0 || profile === undefined) return invalid(c, wrong);
  if (packageId === SWITCHED_OFF) return refused(c, 23, 'The operator does not allow top-ups at the moment.');
  if (profile.isRecycled) return refused(c, 73, 'The eSIM has been recycled.');
  const topUp = topUpsFor(profile.order, change).find(({ id }) => id === packageId);
  if (topUp === undefined) return invalid(c, { package_id: 'invalid topup package' });
  return { topUp, iccid: String(iccid), description: typeof description === 'string' ? description : null };
}
