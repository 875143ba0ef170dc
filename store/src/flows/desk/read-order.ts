import type { AuditEntry, AuditLog } from '../../modules/audit/audit.ts';
import type { AutoTopUpBook } from '../../modules/auto-top-ups/auto-top-ups.ts';
import type { Esim, EsimBook } from '../../modules/esims/esims.ts';
import type { DeliveryBook, Try, WholesaleRow } from '../../modules/fulfilment/fulfilment.ts';
import type { Mail, MailQueue } from '../../modules/notifications/notifications.ts';
import type { Notice, NoticeBook } from '../../modules/notices/notices.ts';
import type { Order, OrderBook, Replacement } from '../../modules/orders/orders.ts';
import type { Attempt, Dispute, FraudWarning, MoneyBook, Refund } from '../../modules/payments/payments.ts';
import type { Withdrawal, WithdrawalBook } from '../../modules/rights/withdrawals/withdrawals.ts';
import type { RefundRequest, RightsBook } from '../../modules/rights/rights.ts';
import { AppError } from '../../shared/errors.ts';
import { isUuid } from '../../shared/ids.ts';
import { autoTopUpsOf, type ShownAutoTopUp } from './auto-top-ups.ts';
import { versionOf } from './lock-order.ts';

type Ports = {
  orders: Pick<OrderBook, 'find' | 'findByNumber' | 'history' | 'lastEvent' | 'replacements'>;
  payments: Pick<MoneyBook, 'attemptsOf' | 'refundsOfOrder' | 'disputesOfOrder' | 'warningsOfOrder'>;
  fulfilment: Pick<DeliveryBook, 'listByOrder' | 'triesOf'>;
  esims: Pick<EsimBook, 'listByOrders'>;
  notifications: Pick<MailQueue, 'about'>;
  noticeBook: Pick<NoticeBook, 'ofOrders'>;
  autoTopUps: Pick<AutoTopUpBook, 'ofOrders' | 'charges'>;
  rights: Pick<RightsBook, 'ofOrders'>;
  withdrawals: Pick<WithdrawalBook, 'ofOrder'>;
  audit: Pick<AuditLog, 'about'>;
};

/** An order as it was shown: `seen` is its version, for the action that follows. */
export type ShownOrder = { order: Order; seen: string };

/** An order with all its records. Activation data is left out: support does not need it. */
export type OrderRecord = ShownOrder & {
  attempts: Attempt[];
  wholesale: WholesaleRow[];
  /** The sources that had their turn, of all lines. */
  tries: Try[];
  esims: Esim[];
  /** Newest first. */
  replacements: Replacement[];
  /** Newest first. */
  refundRequests: RefundRequest[];
  /** Declarations that name it, newest first; not all are by its owner (`proof`). */
  withdrawals: Withdrawal[];
  autoTopUps: ShownAutoTopUp[];
  refunds: Refund[];
  disputes: Dispute[];
  warnings: FraudWarning[];
  mails: Mail[];
  /** What was told about its eSIMs, oldest first. */
  notices: Notice[];
  history: Awaited<ReturnType<OrderBook['history']>>;
};

/** What an operator reads about one order. */
export function createOrderReading(ports: Ports) {
  const { orders, payments, fulfilment, esims, notifications, noticeBook, audit } = ports;

  /** By its id or its number. Null: there is none. */
  async function find(idOrNumber: string): Promise<ShownOrder | null> {
    const found =
      (await orders.findByNumber(idOrNumber.toUpperCase())) ?? (isUuid(idOrNumber) ? { id: idOrNumber } : null);
    if (!found) return null;
    // The version first: a change between the two readings then counts as not seen.
    const seen = versionOf(await orders.lastEvent(found.id));
    const order = await orders.find(found.id);
    return order && { order, seen };
  }

  return {
    find,

    /** Throws `not-found`. */
    async record(idOrNumber: string): Promise<OrderRecord> {
      const found = await find(idOrNumber);
      if (!found) throw new AppError('not-found', { field: 'order' });
      const { id } = found.order;
      const wholesale = await fulfilment.listByOrder(id);
      return {
        ...found,
        attempts: await payments.attemptsOf(id),
        wholesale,
        tries: await fulfilment.triesOf(wholesale.map((row) => row.id)),
        esims: await esims.listByOrders([id]),
        replacements: await orders.replacements.ofOrders([id]),
        refundRequests: await ports.rights.ofOrders([id]),
        withdrawals: await ports.withdrawals.ofOrder(id),
        autoTopUps: await autoTopUpsOf(ports, id),
        refunds: await payments.refundsOfOrder(id),
        disputes: await payments.disputesOfOrder(id),
        warnings: await payments.warningsOfOrder(id),
        mails: await notifications.about(id),
        notices: await noticeBook.ofOrders([id]),
        history: await orders.history(id),
      };
    },

    /** What operators did to an order, a ticket or any other thing with this id; oldest first. */
    actionsOn: (id: string): Promise<AuditEntry[]> => audit.about(id),
  };
}
