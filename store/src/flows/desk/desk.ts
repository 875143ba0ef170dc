import type { Db, Queryable } from '../../db/database.ts';
import type { Notices } from '../../db/notices.ts';
import type { AuditLog } from '../../modules/audit/audit.ts';
import { listProblems } from '../../modules/catalogue/catalogue.ts';
import type { PlanBook } from '../../modules/catalogue/desk.ts';
import type { DocumentBook } from '../../modules/documents/documents.ts';
import type { EsimBook } from '../../modules/esims/esims.ts';
import type { DeliveryBook } from '../../modules/fulfilment/fulfilment.ts';
import type { MailQueue } from '../../modules/notifications/notifications.ts';
import type { OrderBook } from '../../modules/orders/orders.ts';
import type { MoneyBook } from '../../modules/payments/payments.ts';
import type { WithdrawalBook } from '../../modules/rights/withdrawals/withdrawals.ts';
import type { Reconciliation } from '../../modules/reconciliation/reconciliation.ts';
import type { RightsBook } from '../../modules/rights/rights.ts';
import type { Tickets } from '../../modules/tickets/tickets.ts';
import { createAddTicketMessage } from '../support/add-ticket-message.ts';
import { createAct } from './act.ts';
import { type AccountPorts, createAccountActions } from './accounts.ts';
import { createAutoTopUpActions } from './auto-top-ups.ts';
import { createBookActions } from './books.ts';
import { createCatalogueActions } from './catalogue.ts';
import { createInstallationActions, type InstallationPorts } from './installation.ts';
import { createMailActions } from './mails.ts';
import { createOrderActions } from './orders.ts';
import { readDisputes } from './read-disputes.ts';
import { createOrderReading } from './read-order.ts';
import { readStuck } from './read-stuck.ts';
import { readWholesalers } from './read-wholesalers.ts';
import { createReceiptActions } from './receipts.ts';
import { createRefundActions } from './refunds.ts';
import { createLossActions, createRefundRequestActions } from './refund-requests.ts';
import { createReplacementActions } from './replacements.ts';
import { readTaxed } from './tax-return.ts';
import { createTicketActions } from './tickets.ts';
import { createTransferActions, type TransferPorts } from './transfer.ts';
import { createWithdrawalActions } from './withdrawals.ts';

export type DeskPorts = AccountPorts &
  TransferPorts &
  InstallationPorts & {
    db: Db;
    notices: Pick<Notices, 'orderChanged' | 'accessEnded'>;
    audit: AuditLog;
    orders: OrderBook;
    payments: MoneyBook;
    documents: DocumentBook;
    fulfilment: DeliveryBook;
    esims: EsimBook;
    notifications: MailQueue;
    rights: RightsBook;
    tickets: Tickets;
    withdrawals: WithdrawalBook;
    reconciliation: Reconciliation;
    planBook: PlanBook;
  };

export type Desk = ReturnType<typeof createDesk>;

/**
 * What an operator can see and do: it returns data, which the command line renders. It asks no vendor and sends no mail:
 * the running application does the work.
 */
export function createDesk(ports: DeskPorts) {
  const { db, audit, payments, notifications, tickets, reconciliation } = ports;
  const act = createAct(ports);
  // The merchant writes the answer and needs no mail about it.
  const addMessage = createAddTicketMessage({ tickets, notifications, merchantMail: undefined });
  return {
    orders: { ...createOrderReading(ports), ...createOrderActions({ ...ports, act }) },
    refunds: createRefundActions({ ...ports, act }),
    receipts: createReceiptActions({ ...ports, act }),
    replacements: createReplacementActions({ ...ports, act }),
    refundRequests: createRefundRequestActions({ ...ports, act }),
    losses: createLossActions({ ...ports, act }),
    withdrawals: createWithdrawalActions({ ...ports, act }),
    autoTopUps: createAutoTopUpActions({ ...ports, act }),
    mails: createMailActions({ act, notifications }),
    tickets: {
      findByNumber: tickets.findByNumber,
      list: tickets.list,
      messages: tickets.messages,
      ...createTicketActions({ act, tickets, addMessage, lastAction: audit.lastOf }),
    },
    books: {
      findRun: reconciliation.findRun,
      latestRun: reconciliation.latestRun,
      differences: reconciliation.open,
      balances: reconciliation.balances,
      ...createBookActions({ act, reconciliation }),
    },
    catalogue: createCatalogueActions({ ...ports, act }),
    accounts: createAccountActions({ ...ports, act }),
    transfer: createTransferActions({ ...ports, act }),
    installation: createInstallationActions({ ...ports, act }),
    stuck: () => readStuck({ ...ports, db, planProblems: () => listProblems(db) }),
    disputes: () => readDisputes({ payments }),
    /** The taxed sales and refunds of a quarter, on the calendar of a zone. */
    taxed: (of: Parameters<typeof readTaxed>[1], on?: Queryable) => readTaxed(ports, of, on),
    wholesalers: (configured: readonly string[]) => readWholesalers(ports, configured),
    /** What operators did last, newest first. */
    lastActions: audit.newest,
  };
}
