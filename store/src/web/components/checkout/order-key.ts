import { foldEmail } from '../../../shared/email.ts';
import { type Itinerary, itineraryQuery } from '../../../shared/itinerary.ts';
import { uuidv7 } from '../../../shared/ids.ts';

/**
 * The data that identifies a request: plans, address, country, person, and the trip, the place or the eSIM that the plans
 * are for.
 */
export type OrderRequest = {
  planIds: readonly string[];
  email: string;
  uid: string | null;
  trip?: Itinerary | null;
  forPlace?: string | null;
  /** The buyer's country of residence, as stated. */
  country?: string;
  /** The eSIM that a plan is added to, by its order and line. */
  addedTo?: { orderId: string; line: number };
};

type Kept = { key: string; orderId?: string };

const PREFIX = 'cairn_checkout';

/** For browsers without session storage: a key lives as long as the page. */
const inMemory = new Map<string, string>();

const nameOf = ({ planIds, email, uid, trip, forPlace, country, addedTo }: OrderRequest) =>
  [
    PREFIX,
    planIds.join(',') +
      (trip ? itineraryQuery(trip) : '') +
      (forPlace ? `?for=${forPlace}` : '') +
      (country ? `?in=${country}` : '') +
      (addedTo ? `?esim=${addedTo.orderId}.${addedTo.line}` : ''),
    uid ?? 'guest',
    foldEmail(email),
  ].join(' ');

/**
 * The idempotency key of this order, created once and stored for the tab: a reload, a double click or a retry after a
 * lost answer return the same order. Other plans, another address or person get another key.
 */
export function orderKey(request: OrderRequest): string {
  const name = nameOf(request);
  const known = read(name);
  if (known !== null) return known.key;
  const kept: Kept = { key: uuidv7() };
  write(name, kept);
  return kept.key;
}

/** Stores the order of a key, so that `forgetPaidOrder` finds it. */
export function keepOrder(request: OrderRequest, orderId: string): void {
  write(nameOf(request), { key: orderKey(request), orderId });
}

/** The order of this request in this tab, if there is one. */
export function keptOrder(request: OrderRequest): string | undefined {
  return read(nameOf(request))?.orderId;
}

export function forgetRequest(request: OrderRequest): void {
  remove(nameOf(request));
}

/** Called once an order is paid: the same purchase again is a new order. */
export function forgetPaidOrder(orderId: string): void {
  for (const name of names()) {
    if (read(name)?.orderId === orderId) remove(name);
  }
}

function read(name: string): Kept | null {
  try {
    return JSON.parse(storage()?.getItem(name) ?? inMemory.get(name) ?? 'null') as Kept | null;
  } catch {
    return null; // foreign content under our key
  }
}

function write(name: string, kept: Kept): void {
  const text = JSON.stringify(kept);
  inMemory.set(name, text);
  try {
    storage()?.setItem(name, text);
  } catch {
    // Storage is full or forbidden: memory has it as long as the page.
  }
}

function remove(name: string): void {
  inMemory.delete(name);
  storage()?.removeItem(name);
}

function names(): string[] {
  const stored = storage();
  const all = stored === null ? [] : Array.from({ length: stored.length }, (_, index) => stored.key(index) ?? '');
  return [...new Set([...all, ...inMemory.keys()])].filter((name) => name.startsWith(`${PREFIX} `));
}

function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null; // storage can be forbidden
  }
}
