import * as z from 'zod';
import { newIccid } from '../kit/iccid.ts';
import type { Collection, Ledger } from '../kit/ledger.ts';
import type { Life } from '../kit/life.ts';
import { dataText, soldPackage, type PackageChange, type SoldPackage, type TopUp } from './packages.ts';
import { ISSUERS, newSim, type VendorSim } from './sims.ts';
import { invalid, refused, vendorTime, type Ctx } from './wire.ts';

/** An order in the ledger. `amount` is its data in MB. `addedTo`: the ICCID of a top-up, which has no profile of its own. */
export type StoredOrder = {
  id: string;
  amount: number;
  order: ReturnType<typeof vendorOrder>;
  sims: VendorSim[];
  addedTo?: string;
};

/** How an eSIM lives, and what a test has set of its usage since. Everything else follows from the order. */
export type StoredUsage = { id: string; status?: string; remaining?: number; expired_at?: string | null; life?: Life };

/**
 * Control: `{"profiles":{"next":"none","times":2}}` creates the next orders without a profile, `"duplicate"` with the
 * profile of the order before. `{"profiles":{"complete":"ref"}}` adds the missing profiles to the orders with this
 * description.
 */
export const profilesVerb = z.union([
  z.strictObject({ next: z.enum(['none', 'duplicate']), times: z.int().min(1).default(1) }),
  z.strictObject({ complete: z.string() }),
]);

export type Orders = {
  orders: Collection<StoredOrder>;
  usage: Collection<StoredUsage>;
  packageChange(id: string): PackageChange | undefined;
  /** Creates the order, durable on return. Returns null when the package is not on sale. */
  place(order: { packageId: string; quantity: number; description: string | null }): StoredOrder | null;
  bySim(iccid: string): StoredOrder | undefined;
  /** Adds a package to a profile, durable on return. */
  topUp(order: { topUp: TopUp; iccid: string; description: string | null }): StoredOrder;
  /** The top-ups of a profile. */
  topUpsOf(iccid: string): StoredOrder[];
  /** Runs the control verb `profiles`. */
  profiles(verb: z.output<typeof profilesVerb>): void;
  /** Resets `profiles.next`. */
  disarm(): void;
};

type NewOrder = Parameters<Orders['place']>[0];
type NewTopUp = Parameters<Orders['topUp']>[0];

/** The orders in the ledger, and what the control plane has set for the next ones. */
type Book = {
  ledger: Ledger;
  orders: Collection<StoredOrder>;
  sims: Collection<{ id: string; order: string }>;
  changes: Collection<PackageChange>;
  armed: ('none' | 'duplicate')[];
  /** The ids of the top-ups of each ICCID; null: to be read. */
  topUps: Map<string, string[]> | null;
};

export function createOrders(ledger: Ledger): Orders {
  const book: Book = {
    ledger,
    orders: ledger.collection('orders'),
    sims: ledger.collection('sims'),
    changes: ledger.collection('package_changes'),
    armed: [],
    topUps: null,
  };
  const { orders, sims, changes } = book;
  return {
    orders,
    usage: ledger.collection('usage'),
    packageChange: (id) => changes.get(id),
    place: (order) => place(book, order),
    topUp: (order) => topUp(book, order),
    topUpsOf: (iccid) => (topUpsIn(book).get(iccid) ?? []).flatMap((id) => orders.get(id) ?? []),
    bySim(iccid) {
      const found = sims.get(iccid);
      return found && orders.get(found.order);
    },
    profiles: (verb) => setProfiles(book, verb),
    disarm() {
      book.armed = [];
      book.topUps = null;
    },
  };
}

function place(book: Book, { packageId, quantity, description }: NewOrder): StoredOrder | null {
  const { ledger, orders, changes } = book;
  const sold = soldPackage(packageId, changes.get(packageId));
  if (!sold) return null;
  return ledger.transaction(() => {
    const now = new Date();
    const number = 9_000 + ledger.nextNumber('orders');
    return orders.put({
      id: String(number),
      amount: sold.amount,
      order: vendorOrder(number, now, sold, quantity, description),
      sims: simsOf(book, String(number), quantity, now, sold.apn),
    });
  });
}

/** The profiles of a new order: its own, unless the control plane has set something else. */
function simsOf(book: Book, orderId: string, count: number, now: Date, apn: string | null): VendorSim[] {
  const wanted = book.armed.shift();
  if (wanted === 'none') return [];
  const before = wanted === 'duplicate' && book.orders.list().findLast((each) => each.sims.length > 0);
  return before ? before.sims : makeSims(book, orderId, count, now, apn);
}

function makeSims({ ledger, sims }: Book, orderId: string, count: number, now: Date, apn: string | null): VendorSim[] {
  return Array.from({ length: count }, () => {
    const iccid = newIccid(ISSUERS, (taken) => sims.get(taken) !== undefined);
    sims.put({ id: iccid, order: orderId });
    return newSim({ id: 11_000 + ledger.nextNumber('sims'), iccid, createdAt: vendorTime(now), apn });
  });
}

function topUpsIn(book: Book): Map<string, string[]> {
  if (book.topUps) return book.topUps;
  const made = new Map<string, string[]>();
  for (const { id, addedTo } of book.orders.list())
    if (addedTo !== undefined) made.set(addedTo, [...(made.get(addedTo) ?? []), id]);
  return (book.topUps = made);
}

function topUp(book: Book, { topUp: { id: packageId, entry, operator }, iccid, description }: NewTopUp): StoredOrder {
  const { amount, day, price, net_price, is_unlimited } = entry;
  const { ledger, orders } = book;
  const data = is_unlimited ? 'Unlimited' : dataText(amount);
  const title = `${data} - ${day} Days`;
  const sold = { id: packageId, amount, day, price, net_price, is_unlimited, title, data, operator, apn: null };
  return ledger.transaction(() => {
    const number = 9_000 + ledger.nextNumber('orders');
    const order = { ...vendorOrder(number, new Date(), sold, 1, description), type: 'topup' };
    book.topUps = null;
    return orders.put({ id: String(number), amount, order, sims: [], addedTo: iccid });
  });
}

function setProfiles(book: Book, verb: z.output<typeof profilesVerb>): void {
  const { orders, armed } = book;
  if ('next' in verb) {
    armed.push(...Array.from({ length: verb.times }, () => verb.next));
    return;
  }
  const now = new Date();
  for (const each of orders.list().filter(({ order }) => order.description === verb.complete)) {
    if (each.sims.length === 0 && each.addedTo === undefined)
      orders.put({ ...each, sims: makeSims(book, each.id, each.order.quantity, now, null) });
  }
}

function vendorOrder(number: number, now: Date, sold: SoldPackage, quantity: number, description: string | null) {
  return {
    id: number,
    code: `${vendorTime(now).slice(0, 10).replaceAll('-', '')}-${String(number).padStart(6, '0')}`,
    currency: 'USD',
    package_id: sold.id,
    quantity,
    type: 'sim',
    description,
    esim_type: 'Prepaid',
    validity: sold.day,
    package: `${sold.operator}-${sold.title}`,
    data: sold.data,
    price: sold.price,
    net_price: sold.net_price,
    pricing_model: 'net_pricing',
    text: null,
    voice: null,
    created_at: vendorTime(now),
    manual_installation: '<p>Enter the SM-DP+ address and the activation code.</p>',
    qrcode_installation: '<p>Scan the QR code.</p>',
    installation_guides: { en: 'https://wholesale.example/installation-guide' },
    brand_settings_name: '',
  };
}

/** The order with its profiles, as in the response of `POST /v2/orders` and in the ledger; a top-up has none. */
export const fullOrder = ({ order, sims, addedTo }: StoredOrder) =>
  addedTo === undefined ? { ...order, sims } : order;

/**
 * The order in lists and look-ups: numbers are strings in lists, and profiles and status are present only when
 * included.
 */
export function listedOrder({ order, sims }: StoredOrder, include: string, inList: boolean) {
  const included = new Set(include.split(',').map((name) => name.trim()));
  return {
    ...order,
    ...(inList && { price: String(order.price), validity: String(order.validity), quantity: String(order.quantity) }),
    ...(included.has('sims') && { sims }),
    ...(included.has('status') && { status: { name: 'Completed', slug: 'completed' } }),
  };
}

/** Package ids that fail, as the vendor documents them for its own sandbox. */
const FAILING: Record<string, [code: number, reason: string]> = {
  'test-insufficient-balance-7days-1gb': [11, 'Insufficient Airalo credit. Please top up your balance to continue.'],
  'test-maintenance-mode-7days-1gb': [13, 'The operator is currently undergoing maintenance. Please try again later.'],
  'test-not-enough-7days-1gb': [33, 'Insufficient stock of eSIMs remaining for this package.'],
  'test-out-of-stock-7days-1gb': [34, 'The requested eSIM package is invalid or it is currently out of stock.'],
};

/** The parsed order request, or the vendor's refusal. */
export function readOrder(
  c: Ctx,
  fields: Record<string, unknown>,
  orders: Orders,
): { packageId: string; quantity: number; description: string | null } | Response {
  const { quantity, type = 'sim', description = null } = fields;
  const packageId = typeof fields['package_id'] === 'string' ? fields['package_id'] : '';
  const failing = FAILING[packageId];
  const wrong: Record<string, string> = {};
  const count = quantity === '' || quantity === undefined ? Number.NaN : Number(quantity);
  if (quantity === undefined || quantity === '') wrong['quantity'] = 'The quantity field is required.';
  else if (!Number.isInteger(count)) wrong['quantity'] = 'The quantity must be an integer.';
  else if (count < 1) wrong['quantity'] = 'The quantity must be at least 1.';
  else if (count > 50) wrong['quantity'] = 'The quantity may not be greater than 50.';
  if (packageId === '') wrong['package_id'] = 'The package id field is required.';
  else if (!failing && !soldPackage(packageId, orders.packageChange(packageId)))
    wrong['package_id'] = 'The selected package is invalid.';
  if (type !== 'sim') wrong['type'] = 'The selected type is invalid.';
  if (description !== null && typeof description !== 'string')
    wrong['description'] = 'The description must be a string.';
  if (Object.keys(wrong).length > 0) return invalid(c, wrong);
  if (failing) return refused(c, ...failing);
  return { packageId, quantity: count, description: typeof description === 'string' ? description : null };
}
