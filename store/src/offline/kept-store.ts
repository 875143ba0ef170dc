import { type Change, type KeptOrder, staysAfter, withoutEnded } from './kept.ts';
import { CodedError } from '../shared/errors.ts';

/**
 * The only code that reads and writes stored eSIMs: the IndexedDB database `cairn-kept`, one record per order. Local
 * storage has a flag (`cairn_kept`), so that a browser without stored eSIMs never opens the database.
 */
const DATABASE = 'cairn-kept';
const STORE = 'orders';
const MARK = 'cairn_kept';

/** Why nothing could be stored: the browser's quota is exhausted, or storage is forbidden. */
export class KeepError extends CodedError<'full' | 'unavailable'> {
  constructor(code: KeepError['code'], cause: unknown) {
    super(code, code, { cause });
  }
}

/** False only when nothing was ever stored here; unreadable storage may contain something. */
export function mayHaveKept(): boolean {
  try {
    return localStorage.getItem(MARK) !== null;
  } catch {
    return true;
  }
}

/** The stored orders; expired ones are removed on the way. */
export async function readKept(now = Date.now()): Promise<KeptOrder[]> {
  if (!mayHaveKept()) return [];
  return withOrders('readwrite', async (orders) => {
    const all = await resultOf<KeptOrder[]>(orders.getAll());
    const current = all.map((order) => withoutEnded(order, now));
    all.forEach((order, at) => {
      const left = current[at];
      if (!left) orders.delete(order.orderId);
      else if (left.esims.length < order.esims.length) orders.put(left);
    });
    const kept = current.filter((order) => order !== null);
    // Inside the transaction: `keep` of another tab sets the flag after its own.
    if (kept.length === 0) unmark();
    return kept;
  });
}

/** Stores an order; replaces its earlier copy. Throws KeepError. */
export async function keep(order: KeptOrder): Promise<void> {
  // Set before and after the write: a copy must never exist without the flag, and another tab may clear it in between.
  mark();
  await withOrders('readwrite', (orders) => resultOf(orders.put(order)));
  mark();
}

/** Updates a copy if it is still stored for the same person. A copy that was removed meanwhile is not restored. */
export async function refreshKept(order: KeptOrder): Promise<void> {
  await withOrders('readwrite', async (orders) => {
    const before = await resultOf<KeptOrder | undefined>(orders.get(order.orderId));
    if (before !== undefined && before.owner === order.owner) orders.put(order);
  });
}

export async function removeKept(orderId: string): Promise<void> {
  if (!mayHaveKept()) return;
  await withOrders('readwrite', (orders) => resultOf(orders.delete(orderId)));
  await readKept();
}

/** Removes everything, including the database. */
export async function removeAllKept(): Promise<void> {
  if (!mayHaveKept()) return;
  await withOrders('readwrite', (orders) => resultOf(orders.clear()));
  await new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(DATABASE);
    // The database is already empty, so another tab that has it open does not matter.
    request.onsuccess = request.onerror = request.onblocked = () => resolve();
  });
  unmark();
}

/** Removes the copies that must not stay after a change of the session. */
export async function removeAfter(change: Change): Promise<void> {
  if (!mayHaveKept()) return;
  if (change.is === 'signed-out') return removeAllKept();
  for (const order of await readKept()) if (!staysAfter(order, change)) await removeKept(order.orderId);
}

async function withOrders<T>(mode: IDBTransactionMode, work: (orders: IDBObjectStore) => Promise<T>): Promise<T> {
  const database = await open();
  try {
    const transaction = database.transaction(STORE, mode);
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
    });
    const [result] = await Promise.all([work(transaction.objectStore(STORE)), done]);
    return result;
  } catch (error) {
    throw new KeepError((error as Error)?.name === 'QuotaExceededError' ? 'full' : 'unavailable', error);
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new KeepError('unavailable', cause));
    try {
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'orderId' });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => fail(request.error);
    } catch (error) {
      fail(error);
    }
  });
}

function resultOf<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(request.error ?? new Error('refused'));
  });
}

function mark(): void {
  try {
    localStorage.setItem(MARK, '1');
  } catch (error) {
    throw new KeepError('unavailable', error);
  }
}

function unmark(): void {
  try {
    localStorage.removeItem(MARK);
  } catch {
    // The flag then means "maybe", and each read finds nothing.
  }
}
