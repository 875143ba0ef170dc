import type { Db } from '#src/db/database.ts';
import type { Found } from '#src/flows/support/find-travellers.ts';
import type { MailedByHand } from '#src/flows/desk/orders.ts';
import { esimOfLine } from '#src/modules/esims/esims.ts';
import type { Account } from '#src/modules/identity/identity.ts';
import type { Order } from '#src/modules/orders/orders.ts';
import { maskedNumber } from '#src/shared/masked-number.ts';
import type { Acting, OperatorAction } from '#src/shared/operator.ts';
import { amount, DRY_RUN, esimState, row, time } from './format.ts';
import { OpsError } from './ops-error.ts';
import type { Site } from './site.ts';
import type { OpenDesk } from './desk.ts';
import { createTravellerParts } from './traveller-parts.ts';

/** The commands for a traveller who writes: search, orders and accounts. */
export function createTravellerDesk(db: Db, site: Pick<Site, 'settings' | 'secretKeys'>, opened: OpenDesk) {
  const { desk } = opened;
  const parts = createTravellerParts(db, site, opened);

  async function accountOf(address: string): Promise<Account> {
    const account = await parts.accountOf(address);
    if (!account) throw new OpsError('There is no account with this address.');
    return account;
  }

  return {
    /** Accounts and orders that match, each order with the state of its eSIMs. */
    async find(text: string): Promise<string[]> {
      const { accounts, orders, more } = await parts.find(text);
      return [
        `accounts: ${accounts.length}`,
        ...accounts.map(accountLine),
        `orders: ${orders.length}`,
        ...orders.flatMap(orderLines),
        ...(more ? ['There are more: search for something longer.'] : []),
      ];
    },

    /** Mails the eSIMs of an order again. */
    async send(order: Order, acting: Acting): Promise<string[]> {
      const sent = await desk.orders.send(order.id, acting);
      return [...mailLines(sent), 'The links of earlier mails no longer work.', ...endOf(acting)];
    },

    /** Corrects the address of an order. */
    async correctAddress(order: Order, email: string, acting: Acting): Promise<string[]> {
      const sent = await desk.orders.correctAddress(order.id, { ...acting, email });
      return [
        `address of order ${order.number}: ${order.email} → ${sent.to}`,
        ...(sent.mailed === 0 ? ['No eSIM is delivered yet: its mail goes to the new address.'] : mailLines(sent)),
        'Links and access through mails to the old address no longer work.',
        ...endOf(acting),
      ];
    },

    /** What support needs to know about an account. Numbers are masked. */
    async showAccount(address: string): Promise<string[]> {
      const account = await accountOf(address);
      const [sessions, passkeys, orders] = await Promise.all([
        parts.sessionsOf(account.id),
        parts.passkeysOf(account.id),
        parts.ordersOf(account.id),
      ]);
      return accountLines(account, { sessions: sessions.length, passkeys: passkeys.length, orders });
    },

    /** The owner's own export, as JSON. The audit log has an entry. */
    async exportAccount(address: string, { by, reason }: OperatorAction): Promise<string[]> {
      const { id } = await accountOf(address);
      const file = await parts.exportAccount(id);
      await parts.securityEvent(null, id, 'exported', { by, reason });
      return JSON.stringify(file, null, 2).split('\n');
    },

    /** Deletes the account as its owner could. The audit log has an entry, and the owner gets a mail. */
    async deleteAccount(address: string, action: OperatorAction): Promise<string[]> {
      const account = await accountOf(address);
      const orders = await parts.ordersOf(account.id);
      await parts.removeAccount({ localId: account.localId, ...action });
      return [
        `account ${account.localId} deleted, with its sessions, links, passkeys, photo and tickets; the owner gets a mail`,
        `Its ${orders.length} orders stay for accounting, without the address once they are closed.`,
        ...endOf(action),
      ];
    },
  };
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

function accountLines(
  account: Account,
  { sessions, passkeys, orders }: { sessions: number; passkeys: number; orders: readonly Order[] },
): string[] {
  const ways = [...(account.hasPassword ? ['password'] : []), ...account.providers.map(({ provider }) => provider)];
  return [
    row('account', `${account.email ?? ''}  ${account.localId}  ${account.disabled ? 'disabled' : ''}`),
    row('name', account.displayName ?? '-'),
    row('address', account.emailVerified ? 'verified' : 'not verified'),
    row('phone', account.phoneNumber === null ? '-' : maskedNumber(account.phoneNumber)),
    row('sign-in', ways.length > 0 ? ways.join(', ') : 'mailed links only'),
    row('passkeys', `${passkeys}  second factors ${account.secondFactors.length}`),
    row('language', account.locale),
    row('created', `${time(account.createdAt)}  last sign-in ${time(account.lastLoginAt)}`),
    row('sessions', `${sessions} open`),
    row('orders', String(orders.length)),
    ...orders.map(orderLine),
  ];
}

const orderLine = ({ number, status, email, totalAmount, currency, createdAt }: Order) =>
  `  ${number}  ${status}  ${email}  ${amount(totalAmount, currency)}  opened ${time(createdAt)}`;

function orderLines(order: Found['orders'][number]): string[] {
  return [
    orderLine(order),
    ...order.lines.map((line) => {
      const esim = esimOfLine(order.esims, line.id);
      return `    line ${line.position + 1}  ${line.planId}  ${line.status}  ${esim ? esimState(esim) : 'no eSIM'}`;
    }),
  ];
}
