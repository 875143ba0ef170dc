import type { Tx } from '../../db/database.ts';
import type { Notices } from '../../db/notices.ts';
import type { DocumentBook } from '../../modules/documents/documents.ts';
import type { EsimBook, Esims } from '../../modules/esims/esims.ts';
import type { Account, AccountBook } from '../../modules/identity/identity.ts';
import type { NoticeBook } from '../../modules/notices/notices.ts';
import type { MailQueue } from '../../modules/notifications/notifications.ts';
import type { OrderBook } from '../../modules/orders/orders.ts';
import type { Passkeys } from '../../modules/passkeys/passkeys.ts';
import type { CardBook } from '../../modules/payments/payments.ts';
import type { PhoneModule } from '../../modules/phone/phone.ts';
import type { WithdrawalBook } from '../../modules/rights/withdrawals/withdrawals.ts';
import type { PushBook } from '../../modules/push/push.ts';
import type { RightsBook } from '../../modules/rights/rights.ts';
import type { Tickets } from '../../modules/tickets/tickets.ts';
import type { Acting } from '../../shared/operator.ts';
import { createRemoveAccount } from '../account/delete-account.ts';
import { mailFactorNews } from '../account/enrol-factor.ts';
import type { AutoTopUpBook } from '../../modules/auto-top-ups/auto-top-ups.ts';
import { createExportAccount } from '../account/export-account.ts';
import { createPersonalRecords } from '../account/personal-records.ts';
import { createFindTravellers } from '../support/find-travellers.ts';
import type { Act } from './act.ts';

export type AccountPorts = {
  identity: AccountBook;
  orders: OrderBook;
  esims: EsimBook;
  rights: RightsBook;
  tickets: Tickets;
  documents: DocumentBook;
  noticeBook: NoticeBook;
  autoTopUps: AutoTopUpBook;
  payments: { cards: Pick<CardBook, 'forget' | 'listOf'> };
  withdrawals: Pick<WithdrawalBook, 'forget' | 'ofPerson'>;
  notifications: MailQueue;
  passkeys: Pick<Passkeys, 'list'>;
  push: PushBook;
  phone: Pick<PhoneModule, 'codesOf' | 'forget'>;
  /** The eSIMs with their secrets: needs a key, which only a search by ICCID and an export ask for. */
  openEsims: () => Promise<Pick<Esims, keyof EsimBook | 'findByIccid' | 'activationOf'>>;
  publicUrl: string;
  deviceText: Parameters<typeof createExportAccount>[0]['deviceText'];
};

type Ports = AccountPorts & { act: Act; notices: Pick<Notices, 'accessEnded'> };

/** What an operator sees of travellers and their accounts, and does to an account. */
export function createAccountActions(ports: Ports) {
  const { identity, orders, passkeys } = ports;
  return {
    /** Accounts and orders that match. Throws `invalid-input` for a search that is too short. */
    async find(text: string) {
      const { accountByEmail: byEmail, account: byId, administration } = identity;
      const accounts = { byEmail: (email: string) => byEmail(email), byId, byName: administration.byName };
      return createFindTravellers({ orders, esims: await ports.openEsims(), accounts })(text);
    },
    /** The account of an address. */
    byEmail: (email: string) => identity.accountByEmail(email),
    sessionsOf: (accountId: string) => identity.listSessions(accountId),
    passkeysOf: (accountId: string) => passkeys.list(accountId),
    ordersOf: (accountId: string) => orders.allFor({ accountId, sessionStartedAt: new Date() }),
    export: (account: Account, acting: Acting) => exportAccount(ports, account, acting),
    remove: (account: Account, acting: Acting) => removeAccount(ports, account, acting),
    removeFactors: (account: Account, acting: Acting) => removeFactors(ports, account, acting),
  };
}

const subjectOf = ({ localId }: Account) => ({ kind: 'account', id: localId });

/** The owner's own export. The owner sees in it, from then on, who exported it and why. */
const exportAccount = (ports: Ports, account: Account, acting: Acting) =>
  ports.act('account.export', acting, subjectOf(account), async (tx) => {
    const { identity } = ports;
    const personalRecords = createPersonalRecords(ports);
    const read = createExportAccount({ ...ports, esims: await ports.openEsims(), personalRecords });
    const result = await read({ accountId: account.id, sessionStartedAt: new Date() });
    await identity.securityEvent(tx, account.id, 'exported', statedBy(acting));
    const after = { orders: result.orders.length, esims: result.esims.length, tickets: result.tickets.length };
    return { result, changed: { before: {}, after } };
  });

/** Deletes an account with the same effects as a deletion by its owner. Throws IdentityError USER_NOT_FOUND. */
async function removeAccount(ports: Ports, given: Account, acting: Acting): Promise<void> {
  const { act, identity, orders, notices } = ports;
  const remove = createRemoveAccount(ports);
  const ended = await act('account.delete', acting, subjectOf(given), async (tx) => {
    const account = await identity.administration.lock(tx, given.localId);
    const kept = await orders.allFor({ accountId: account.id, sessionStartedAt: new Date() });
    const result = await remove(tx, account, statedBy(acting));
    const facts = { orders: kept.length };
    return { result, changed: { before: { ...facts, exists: true }, after: { ...facts, exists: false } } };
  });
  if (!acting.dryRun) await notices.accessEnded(ended);
}

/**
 * Removes all second factors of an account whose owner has lost them, and mails the owner. Returns their number. Throws
 * IdentityError USER_NOT_FOUND.
 */
const removeFactors = (ports: Ports, { localId }: Account, acting: Acting): Promise<number> =>
  ports.act('factors.remove', acting, { kind: 'account', id: localId }, async (tx: Tx) => {
    const { identity, notifications } = ports;
    const account = await identity.administration.lock(tx, localId);
    const factors = account.secondFactors;
    if (factors.length === 0) return { result: 0, changed: null };
    await identity.removeSecondFactors(tx, account.id);
    for (const { id: factor, kind } of factors) {
      const detail = { kind, factor, by: 'operator', operator: acting.actor.name };
      await identity.securityEvent(tx, account.id, 'second-factor-removed', detail);
      await mailFactorNews(notifications, tx, account, { kind: 'second-factor-removed', detail: { way: kind } });
    }
    return { result: factors.length, changed: { before: { factors: factors.length }, after: { factors: 0 } } };
  });

const statedBy = ({ actor, reason }: Acting) => ({ by: actor.name, ...(reason !== undefined && { reason }) });
