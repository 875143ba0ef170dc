import type { Desk } from '../flows/desk/desk.ts';
import type { Found } from '../flows/support/find-travellers.ts';
import type { MailedByHand } from '../flows/desk/orders.ts';
import { esimOfLine } from '../modules/esims/esims.ts';
import type { Account } from '../modules/identity/identity.ts';
import { deliveries } from '../modules/orders/line-state.ts';
import type { Order } from '../modules/orders/orders.ts';
import { maskedNumber } from '../shared/masked-number.ts';
import type { Acting } from '../shared/operator.ts';
import { amount, DRY_RUN, esimState, row, time } from './format.ts';

/** The commands for a traveller who writes: search, orders and accounts. */
export function createTravellerCommands({ orders, accounts }: Pick<Desk, 'orders' | 'accounts'>) {
  return {
    accountOf: (email: string) => accounts.byEmail(email),
    /** Accounts and orders that match, each order with the state of its eSIMs. */
    async find(text: string): Promise<string[]> {
      const found = await accounts.find(text);
      return [
        `accounts: ${found.accounts.length}`,
        ...found.accounts.map(accountLine),
        `orders: ${found.orders.length}`,
        ...found.orders.flatMap(orderLines),
        ...(found.more ? ['There are more: search for something longer.'] : []),
      ];
    },

    /** Mails the eSIMs of an order again. */
    async send(order: Order, acting: Acting): Promise<string[]> {
      const sent = await orders.send(order.id, acting);
      return [...mailLines(sent), 'The links of earlier mails no longer work.', ...endOf(acting)];
    },

    /** Corrects the address of an order. */
    async correctAddress(order: Order, email: string, acting: Acting): Promise<string[]> {
      const sent = await orders.correctAddress(order.id, { ...acting, email });
      return [
        `address of order ${order.number}: ${order.email} → ${sent.to}`,
        ...(sent.mailed === 0 ? ['No eSIM is delivered yet: its mail goes to the new address.'] : mailLines(sent)),
        'Links and access through mails to the old address no longer work.',
        ...endOf(acting),
      ];
    },

    /** What support needs to know about an account. Numbers are masked. */
    showAccount: (account: Account): Promise<string[]> => accountLines(accounts, account),

    /** The owner's own export, as JSON. */
    async exportAccount(account: Account, acting: Acting): Promise<string[]> {
      return JSON.stringify(await accounts.export(account, acting), null, 2).split('\n');
    },

    /** Deletes the account as its owner could; the owner gets a mail. */
    async deleteAccount(account: Account, acting: Acting): Promise<string[]> {
      const kept = await accounts.ordersOf(account.id);
      await accounts.remove(account, acting);
      return [
        `account ${account.localId} deleted, with its sessions, links, passkeys, photo and tickets; the owner gets a mail`,
        `Its ${kept.length} orders stay for accounting, without the address once they are closed.`,
        ...endOf(acting),
      ];
    },
  };
}

async function accountLines(accounts: Desk['accounts'], account: Account): Promise<string[]> {
  const [sessions, passkeys, orders] = await Promise.all([
    accounts.sessionsOf(account.id),
    accounts.passkeysOf(account.id),
    accounts.ordersOf(account.id),
  ]);
  const ways = [...(account.hasPassword ? ['password'] : []), ...account.providers.map(({ provider }) => provider)];
  return [
    row('account', `${account.email ?? ''}  ${account.localId}  ${account.disabled ? 'disabled' : ''}`),
    row('name', account.displayName ?? '-'),
    row('address', account.emailVerified ? 'verified' : 'not verified'),
    row('phone', account.phoneNumber === null ? '-' : maskedNumber(account.phoneNumber)),
    row('sign-in', ways.length > 0 ? ways.join(', ') : 'mailed links only'),
    row('passkeys', `${passkeys.length}  second factors ${account.secondFactors.length}`),
    row('language', account.locale),
    row('created', `${time(account.createdAt)}  last sign-in ${time(account.lastLoginAt)}`),
    row('sessions', `${sessions.length} open`),
    row('orders', String(orders.length)),
    ...orders.map(orderLine),
  ];
}

const endOf = ({ dryRun }: Pick<Acting, 'dryRun'>) => (dryRun ? [DRY_RUN] : []);

function mailLines({ to, mailed, installed }: MailedByHand): string[] {
  return [
    `mail to ${to}: ${mailed} eSIM${mailed === 1 ? '' : 's'}`,
    ...(installed > 0 ? [`${installed} installed already: a QR code works once.`] : []),
  ];
}

const accountLine = ({ email, localId, displayName, emailVerified, disabled, lastLoginAt }: Account) =>
  [
    `  ${email ?? 'no address'}`,
    localId,
    displayName ?? '',
    emailVerified ? 'verified' : 'not verified',
    ...(disabled ? ['disabled'] : []),
    `last sign-in ${time(lastLoginAt)}`,
  ].join('  ');

const orderLine = ({ number, status, email, totalAmount, currency, createdAt }: Order) =>
  `  ${number}  ${status}  ${email}  ${amount(totalAmount, currency)}  opened ${time(createdAt)}`;

function orderLines(order: Found['orders'][number]): string[] {
  return [
    orderLine(order),
    ...deliveries(order).map((line) => {
      const esim = esimOfLine(order.esims, line.id);
      const name = line.purpose === 'replacement' ? 'replacement' : `line ${line.position + 1}`;
      return `    ${name}  ${line.planId}  ${line.status}  ${esim ? esimState(esim) : 'no eSIM'}`;
    }),
  ];
}
