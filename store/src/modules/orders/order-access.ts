import type { Db, Queryable, Tx } from '../../db/database.ts';
import { hashSecret, keyedHash, newSecret } from '../../db/vault.ts';
import { foldEmail } from '../../shared/email.ts';
import * as access from './access-store.ts';
import { networkOf } from '../../shared/network.ts';
import { insertEvent, type OrderRow } from './store.ts';
import type { OrderAccess, Viewer } from './types.ts';

export type AccessSettings = {
  /** The key from which the secret of an ordering browser is computed. */
  key: Buffer;
  /** Lifetime of a browser's cookie, in days. */
  accessDays: number;
  /** Lifetime of a mailed link, in days. */
  linkDays: number;
  /** The maximum number of cookies per order, both of payers' browsers and of browsers that opened one mail's link. */
  mostBrowsers: number;
};

/** Send attempts of one mail whose links stay valid: any of them may have arrived. */
const TRIES_OF_A_MAIL = 3;

type Owned = Pick<OrderRow, 'id' | 'accountId' | 'accountVia' | 'accountSince'>;

/** Ends access that was given: needs no key. */
export const accessEnds = {
  /** Ends the links of mails before this time, because a new one was requested; without it, those of all until now. */
  endMailLinks: (tx: Queryable, orderId: string, before?: Date) => access.endMailLinks(tx, orderId, before),

  endMailed,

  /**
   * Ends the cookies and mailed links of an account's orders; from now on only the account opens them. Returns the
   * orders.
   */
  endAccessOf: (tx: Tx, accountId: string) => access.endAccessOf(tx, accountId),
};

type Ports = { db: Db; settings: AccessSettings };

/**
 * Decides who may open an order, and which account it joins (decisions 0001, 0010 and 0019). Part of the orders module.
 */
export function createOrderAccess(ports: Ports) {
  return {
    grantOrderer: (tx: Tx, orderId: string, clientAddress: string) => grantOrderer(ports, tx, orderId, clientAddress),

    orderersAgain: (orderId: string, from: { held: string | null; clientAddress: string }) =>
      orderersAgain(ports, orderId, from),

    grantAs: (tx: Queryable, orderId: string, as: OrderAccess, clientAddress: string) =>
      grantAs(ports, tx, orderId, as, clientAddress),

    grantMail: (orderId: string, mail: { id: string; recipient: string }) => grantMail(ports, orderId, mail),

    openMailedLink: (orderId: string, secret: string, held: string | null) =>
      openMailedLink(ports, orderId, secret, held),

    accessOf: (order: Owned, input: Viewer) => accessOf(ports, order, input),

    /**
     * True for the payer and for the account. False for a viewer with the mail only: it was delivered, but its reader
     * may be another person.
     */
    mayCorrectAddress: (order: Owned, by: OrderAccess) =>
      by === 'browser' || (by === 'account' && order.accountVia !== 'link'),

    addToAccount,

    addProven,
  };
}

/** The secret for the cookie of the browser that has just ordered. Only its hash is stored. */
async function grantOrderer(ports: Ports, tx: Queryable, orderId: string, clientAddress: string): Promise<string> {
  const { settings } = ports;
  const secret = orderersSecret(ports, orderId, clientAddress);
  const { row } = newAccess(orderId, 'browser', null, settings.accessDays, { secret, hash: hashSecret(secret) });
  await access.insertAccess(tx, row, settings.mostBrowsers);
  return secret;
}

/**
 * The secret for the cookie of a browser that ordered something for an order that it may open `as`: it may do as much with
 * the new one.
 */
const grantAs = (ports: Ports, tx: Queryable, orderId: string, as: OrderAccess, clientAddress: string) =>
  as === 'link' ? grantLinkCookie(ports, orderId, null, tx) : grantOrderer(ports, tx, orderId, clientAddress);

/**
 * The secret for the cookie of a browser that repeats its order: the one it holds, or the one it was sent before,
 * in an answer that may have been lost, when it asks from the same network. Null for any other caller: an
 * idempotency key is no proof of who calls (decision 0047).
 */
async function orderersAgain(
  ports: Ports,
  orderId: string,
  from: { held: string | null; clientAddress: string },
): Promise<string | null> {
  for (const secret of [from.held, orderersSecret(ports, orderId, from.clientAddress)])
    if ((await cookieKind(ports, orderId, secret)) === 'browser') return secret;
  return null;
}

/**
 * The secret of the link in a mail; it is not valid as a cookie. Null when the order's address is no longer the
 * recipient's.
 */
async function grantMail(
  { db, settings }: Ports,
  orderId: string,
  mail: { id: string; recipient: string },
): Promise<string | null> {
  const { secret, row } = newAccess(orderId, 'mail', mail.id, settings.linkDays);
  const to = { emailKey: foldEmail(mail.recipient), most: TRIES_OF_A_MAIL };
  return (await access.insertMailAccess(db, row, to)) ? secret : null;
}

/**
 * The secret for the cookie of a browser that opens a mailed link: its current one, or a new one; null when the
 * link is wrong or has ended.
 */
async function openMailedLink(
  ports: Ports,
  orderId: string,
  secret: string,
  held: string | null,
): Promise<string | null> {
  const { db } = ports;
  const link = await access.findAccess(db, hashSecret(secret), orderId);
  if (link?.kind !== 'mail') return null;
  if (held !== null && (await cookieKind(ports, orderId, held)) !== null) return held;
  return grantLinkCookie(ports, orderId, link.mailId);
}

/** Why this viewer may see the order; null when access is denied. */
async function accessOf(ports: Ports, order: Owned, { account, browserSecret }: Viewer): Promise<OrderAccess | null> {
  const isTheirs =
    account !== null && order.accountId === account.accountId && isInSight(order, account.sessionStartedAt);
  if (isTheirs && order.accountVia !== 'link') return 'account';
  const kind = await cookieKind(ports, order.id, browserSecret);
  return isTheirs && kind !== 'browser' ? 'account' : kind;
}

/** Adds a guest's order to an account; false when it belongs to another account. */
async function addToAccount(
  tx: Tx,
  orderId: string,
  to: { accountId: string; via: Exclude<OrderAccess, 'account'> },
): Promise<boolean> {
  if (!(await access.joinOrder(tx, orderId, to))) return false;
  await insertEvent(tx, orderId, 'joined-account', { via: to.via });
  return true;
}

/**
 * Adds all guest orders of an address to the account whose owner has just verified it by signing in. `since` is the
 * start of that session: older sessions do not see these orders; null when none is left. Returns the orders.
 */
async function addProven(tx: Tx, to: { accountId: string; email: string; since: Date | null }): Promise<string[]> {
  // Whole seconds, because a session that replaces this one keeps the time of the sign-in without its milliseconds.
  const since = to.since && new Date(Math.floor(to.since.getTime() / 1000) * 1000);
  const joined = await access.joinOrdersOf(tx, foldEmail(to.email), { accountId: to.accountId, since });
  for (const id of joined) await insertEvent(tx, id, 'joined-account', { via: 'address' });
  return joined;
}

/**
 * Ends the access that mails to a wrong address have given: the links, the cookies made from them, and the account
 * that the order joined through them, unless that account itself corrected the address. The payer's own browser
 * keeps its cookie.
 */
async function endMailed(tx: Tx, orderId: string, { keepAccount }: { keepAccount: boolean }): Promise<void> {
  await access.endLinkAccess(tx, orderId);
  if (!keepAccount) await access.leaveAccount(tx, orderId);
}

function newAccess(
  orderId: string,
  kind: access.AccessRow['kind'],
  mailId: string | null,
  days: number,
  { secret, hash } = newSecret(),
): { secret: string; row: access.NewAccess } {
  return { secret, row: { hash, orderId, kind, mailId, days } };
}

async function grantLinkCookie(
  { db, settings }: Ports,
  orderId: string,
  mailId: string | null,
  tx: Queryable = db,
): Promise<string> {
  const { secret, row } = newAccess(orderId, 'link', mailId, settings.accessDays);
  await access.insertAccess(tx, row, settings.mostBrowsers);
  return secret;
}

/**
 * The secret of the ordering browser: 256 bits that only our key can compute. A repetition from the same network gets
 * it again although only its hash is stored.
 */
const orderersSecret = ({ settings }: Ports, orderId: string, clientAddress: string) =>
  keyedHash(settings.key, `orderer:${orderId}:${networkOf(clientAddress).network}`);

const cookieKind = async ({ db }: Ports, orderId: string, secret: string | null) => {
  const row = secret === null ? null : await access.findAccess(db, hashSecret(secret), orderId);
  return row === null || row.kind === 'mail' ? null : row.kind;
};

/** False for an order that joined the account after this session was opened. */
function isInSight({ accountSince }: Owned, sessionStartedAt: Date): boolean {
  return accountSince === null || accountSince <= sessionStartedAt;
}
