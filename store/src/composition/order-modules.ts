import { createAuditLog } from '../modules/audit/audit.ts';
import { createAutoTopUpBook, createAutoTopUpTokens } from '../modules/auto-top-ups/auto-top-ups.ts';
import { createDocumentPrinter, createDocuments } from '../modules/documents/documents.ts';
import { createEsims } from '../modules/esims/esims.ts';
import { createFulfilment } from '../modules/fulfilment/fulfilment.ts';
import { findLostTimeAt } from '../modules/installation/installation.ts';
import { createNoticeBook, createNoticeTokens } from '../modules/notices/notices.ts';
import { createNotifications } from '../modules/notifications/notifications.ts';
import { createOrders } from '../modules/orders/orders.ts';
import { createPayments } from '../modules/payments/payments.ts';
import { createWithdrawalBook, createWithdrawalTokens } from '../modules/rights/withdrawals/withdrawals.ts';
import { createReconciliation } from '../modules/reconciliation/reconciliation.ts';
import { createRightsBook } from '../modules/rights/rights.ts';
import { createTickets } from '../modules/tickets/tickets.ts';
import type { Vendors } from '../vendors.ts';
import type { Foundation } from './foundation.ts';

/** Everything about an order: its payment, its eSIMs, its mails, its tickets, its place in the books. */
export async function createOrderModules(
  { config, db, log, vault, clock, keyFor }: Pick<Foundation, 'config' | 'db' | 'log' | 'vault' | 'clock' | 'keyFor'>,
  { wholesalers, paymentProviders, transport }: Pick<Vendors, 'wholesalers' | 'paymentProviders' | 'transport'>,
) {
  const payments = createPayments({ db, providers: paymentProviders, ...config.checkout, clock });
  return {
    orders: createOrders({ db, access: { ...config.orderAccess, key: await keyFor('order-access') }, clock }),
    payments,
    fulfilment: createFulfilment({ db, wholesalers, windows: config.fulfilment, clock, lostTimeAt: findLostTimeAt }),
    esims: createEsims({
      db,
      vault,
      iccidKey: await keyFor('esim-iccid'),
      usageMaxAgeMinutes: config.fulfilment.usageMaxAgeMinutes,
      reportsEveryMinutes: (name) => wholesalers.find(name)?.capabilities.usageEveryMinutes ?? null,
      clock,
    }),
    notifications: createNotifications({ db, transport, firstRetrySeconds: config.mail.firstRetrySeconds, clock }),
    documents: createDocuments({
      db,
      clock,
      merchant: config.merchant,
      lostTimeAt: findLostTimeAt,
      refundDays: config.refunds.windowDays,
      spreadRefunds: payments.spreadRefunds,
    }),
    documentPrinter: createDocumentPrinter({ publicUrl: config.publicUrl, merchant: config.merchant, log }),
    autoTopUps: createAutoTopUpBook({ db, clock }),
    autoTopUpTokens: createAutoTopUpTokens({ key: await keyFor('auto-top-ups') }),
    noticeBook: createNoticeBook({ db, clock }),
    noticeTokens: createNoticeTokens({ key: await keyFor('notices') }),
    rights: createRightsBook({ db, clock }),
    tickets: createTickets({ db }),
    withdrawals: createWithdrawalBook({ db, clock }),
    withdrawalTokens: createWithdrawalTokens({ key: await keyFor('withdrawals') }),
    reconciliation: createReconciliation({ db }),
    audit: createAuditLog({ db }),
  };
}
