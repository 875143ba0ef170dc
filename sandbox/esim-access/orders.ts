import type { Entry } from './catalogue.ts';
import { notify } from './notifications.ts';
import { soldPackage } from './packages.ts';
import { makeProfiles } from './profiles.ts';
import { Refusal, numberPrefix, requiredText, vendorTime, type Fields } from './wire.ts';
import { allocationOf, balanceOf, type World } from './world.ts';
import type { Item, StoredOrder } from './stored.ts';

const MAX_PROFILES = 30;
const MAX_TRANSACTION_ID = 50;
const MAX_PERIOD = 365;

/** The transaction id of a call, refused when it is missing or too long. */
export const transactionIdIn = (fields: Fields) => requiredText(fields, 'transactionId', MAX_TRANSACTION_ID);

/**
 * Makes an order, durable on return, or returns the one that has the transaction id already, whatever else the call
 * asks for. Throws the vendor's refusal.
 */
export function placeOrder(world: World, fields: Fields): StoredOrder {
  const { ledger, orders, waiting, transactions } = world;
  const transactionId = transactionIdIn(fields);
  const known = transactions.get(transactionId);
  if (known?.isTopUp) throw new Refusal('200008');
  const before = known && orders.get(known.of);
  if (before) return before;
  const { items, amount } = readItems(world, fields);
  if (amount > balanceOf(world)) throw new Refusal('200007');
  return ledger.transaction(() => {
    const now = new Date();
    const id = `B${numberPrefix(now)}${String(ledger.nextNumber('orders')).padStart(4, '0')}`;
    const { afterMs, isHeld } = allocationOf(world);
    const profiles = world.armed.shift();
    waiting.put({ id, at: isHeld ? null : now.getTime() + afterMs });
    transactions.put({ id: transactionId, of: id, isTopUp: false });
    const order = { id, transactionId, createdAt: now.getTime(), amount, items, allocatedAt: null };
    return orders.put({ ...order, ...(profiles && { profiles }) });
  });
}

function readItems(world: World, fields: Fields): { items: Item[]; amount: number } {
  const list = fields['packageInfoList'];
  if (list === undefined) throw new Refusal('000105');
  if (!Array.isArray(list) || list.length === 0) throw new Refusal('000106');
  const items = list.map((each: unknown) => readItem(world, each));
  if (items.reduce((sum, { count }) => sum + count, 0) > MAX_PROFILES) throw new Refusal('200008');
  const amount = items.reduce((sum, { price, count }) => sum + price * count, 0);
  if (isGiven(fields['amount']) && fields['amount'] !== amount) throw new Refusal('200006');
  return { items, amount };
}

const isGiven = (value: unknown) => value !== undefined && value !== null;

function readItem(world: World, value: unknown): Item {
  if (typeof value !== 'object' || value === null) throw new Refusal('000105');
  const asked: Fields = { ...value };
  const code = asked['packageCode'] || asked['slug'];
  if (!code) throw new Refusal('000105');
  const entry = typeof code === 'string' ? soldPackage(code, (id) => world.changes.get(id)) : undefined;
  if (!entry || entry.isTopUp) throw new Refusal('310241');
  const count = asked['count'];
  if (!isGiven(count)) throw new Refusal('000105');
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1) throw new Refusal('200008');
  const daily = entry.dataType > 1 ? periodIn(asked, entry) : undefined;
  const price = entry.price * (daily ?? 1);
  if (isGiven(asked['price']) && asked['price'] !== entry.price) throw new Refusal('200005');
  return {
    packageCode: entry.packageCode,
    slug: entry.slug,
    name: entry.name,
    price,
    volume: entry.volume,
    duration: daily ?? entry.duration,
    dataType: entry.dataType,
    location: entry.location,
    activeType: entry.activeType,
    apn: entry.apn,
    unusedValidTime: entry.unusedValidTime,
    supportTopUpType: entry.supportTopUpType,
    count,
    ...(daily !== undefined && { periodNum: daily }),
  };
}

/** The days of a daily plan. */
function periodIn(asked: Fields, { duration }: Entry): number {
  const days = asked['periodNum'] ?? duration;
  if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > MAX_PERIOD) throw new Refusal('200008');
  return days;
}

/** Gives an order its profiles and notifies the merchant, in one transaction. */
export function allocate(world: World, orderNo: string): void {
  const { ledger, orders, waiting } = world;
  ledger.transaction(() => {
    waiting.delete(orderNo);
    const order = orders.get(orderNo);
    if (!order || order.allocatedAt !== null) return;
    const allocated = orders.put({ ...order, allocatedAt: Date.now() });
    if (order.profiles !== 'none') makeProfiles(world, allocated);
    notify(world, 'ORDER_STATUS', orderStatusOf(allocated));
  });
}

/** Adds the profiles of an order that was made without any. */
export function completeOrder(world: World, order: StoredOrder): void {
  const { profiles: _, ...rest } = order;
  world.ledger.transaction(() => {
    makeProfiles(world, world.orders.put(rest));
    notify(world, 'ORDER_STATUS', orderStatusOf(order));
  });
}

/** The content of the notification about an order. */
export const orderStatusOf = ({ id, transactionId }: StoredOrder) => ({
  orderNo: id,
  orderStatus: 'GOT_RESOURCE',
  transactionId,
});

/** An order in the ledger's view, with the vendor's field names. */
export const ledgerOrder = (order: StoredOrder) => ({
  orderNo: order.id,
  transactionId: order.transactionId,
  amount: order.amount,
  createTime: vendorTime(new Date(order.createdAt)),
  orderStatus: order.allocatedAt === null ? 'GETTING_RESOURCE' : 'GOT_RESOURCE',
  packageInfoList: order.items.map(({ packageCode, slug, count, price, periodNum }) => {
    return { packageCode, slug, count, price, ...(periodNum !== undefined && { periodNum }) };
  }),
});
