import type { Esim, Esims } from '../../modules/esims/esims.ts';
import type { Account } from '../../modules/identity/identity.ts';
import type { Order, Orders } from '../../modules/orders/orders.ts';
import { AppError } from '../../shared/errors.ts';
import { isUuid } from '../../shared/ids.ts';

type Ports = {
  orders: Pick<Orders, 'find' | 'findByNumber' | 'findMany' | 'search'>;
  esims: Pick<Esims, 'find' | 'listByOrders'> & { findByIccid(iccid: string): Promise<Esim[]> };
  accounts: {
    byEmail(email: string): Promise<Account | null>;
    byId(id: string): Promise<Account | null>;
    byName(part: string, limit: number): Promise<Account[]>;
  };
};

/** `more`: at least one list was cut. */
export type Found = { accounts: Account[]; orders: (Order & { esims: Esim[] })[]; more: boolean };

const MAX_FOUND = 50;
const MIN_NAME = 2;
/** ITU-T E.118: 19 digits, in practice 18 to 20, printed in groups, sometimes with a filler F at the end. */
const ICCID = /^89\d{16,18}F?$/i;

export type FindTravellers = (text: string) => Promise<Found>;

/**
 * Finds accounts and orders with their eSIMs, for an operator: by an e-mail address, an ICCID, an order's number, the id of
 * an order, an eSIM or an account, or a part of an account's name. An account comes with its orders. Throws
 * `invalid-input` for less than two letters.
 */
export function createFindTravellers({ orders, esims, accounts }: Ports): FindTravellers {
  async function accountsFor(text: string): Promise<Account[]> {
    if (text.includes('@')) return present([await accounts.byEmail(text)]);
    const id = idIn(text);
    if (id !== null) return present([await accounts.byId(id)]);
    return accounts.byName(text, MAX_FOUND + 1);
  }

  async function ordersFor(text: string): Promise<Order[]> {
    const id = idIn(text);
    if (id !== null) {
      const esim = await esims.find(id);
      return present([await orders.find(esim?.orderId ?? id)]);
    }
    const iccid = text.replaceAll(/[\s-]/g, '');
    if (ICCID.test(iccid))
      return orders.findMany((await esims.findByIccid(iccid.replace(/F$/i, ''))).map(({ orderId }) => orderId));
    return present([await orders.findByNumber(text.toUpperCase())]);
  }

  return async function findTravellers(given) {
    const text = given.trim();
    if (text.length < MIN_NAME) throw new AppError('invalid-input', { field: 'search' });
    const found = await accountsFor(text);
    const named = await ordersFor(text);
    const theirs = await orders.search(
      { email: text.includes('@') ? text : null, accountIds: found.map(({ id }) => id) },
      MAX_FOUND + 1,
    );
    const all = [...named, ...theirs.filter(({ id }) => !named.some((order) => order.id === id))];
    const issued = await esims.listByOrders(all.map(({ id }) => id));
    return {
      accounts: found.slice(0, MAX_FOUND),
      orders: all.slice(0, MAX_FOUND).map((order) => ({
        ...order,
        esims: issued.filter(({ plans }) => plans.some(({ orderId }) => orderId === order.id)),
      })),
      more: found.length > MAX_FOUND || all.length > MAX_FOUND,
    };
  };
}

const idIn = (text: string) => (isUuid(text) ? text : null);

const present = <T>(rows: readonly (T | null)[]): T[] => rows.filter((row) => row !== null);
