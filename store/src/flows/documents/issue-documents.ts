import type { Db, Queryable, Tx } from '../../db/database.ts';
import type { Document, Documents, RefundOfOrder } from '../../modules/documents/documents.ts';
import { isPseudonym, type Order, type Orders } from '../../modules/orders/orders.ts';
import type { Payments, Refund } from '../../modules/payments/payments.ts';
import { enqueue } from '../../queue/queue.ts';

export type IssuePorts = {
  orders: Pick<Orders, 'find'>;
  payments: Pick<Payments, 'paidAttempt' | 'refundsOf'>;
  documents: Pick<Documents, 'issue'>;
};

/**
 * Issues what the books of an order lack: its receipt once it is paid, a credit note for each refund that was made, the
 * cancellation of one whose refund came back, and another receipt for one that is corrected. In a transaction that has locked the order, as the last thing in it: the
 * series of numbers is locked until its end. A second payment that was sent back has no receipt.
 */
export async function issueDocuments(ports: IssuePorts, tx: Tx, orderId: string): Promise<void> {
  const { orders, payments, documents } = ports;
  const order = await orders.find(orderId, tx);
  if (!order || order.paidAt === null) return;
  const attempt = await payments.paidAttempt(orderId, tx);
  if (!attempt) return;
  const { cardBrand, cardLast4 } = attempt;
  await documents.issue(
    tx,
    {
      ...order,
      paidAt: order.paidAt,
      accountId: billedAccount(order),
      email: isPseudonym(order.email) ? null : order.email,
      card: cardBrand && cardLast4 ? { brand: cardBrand, last4: cardLast4 } : null,
      refundPolicy: order.acceptedTexts.refund,
    },
    (await payments.refundsOf(attempt.id, tx)).map(refundOf),
  );
}

/** Not an account that added the order by its mailed link: it may be of another person, to whom the mail was forwarded. */
const billedAccount = ({ accountId, accountVia }: Order) => (accountVia === 'link' ? null : accountId);

const refundOf = ({ id, status, amount, lineId, shares, reason, updatedAt, bankReference }: Refund): RefundOfOrder => ({
  id,
  status,
  amount,
  shares: lineId === null ? (shares ?? {}) : { [lineId]: amount },
  reason,
  at: updatedAt,
  reference: bankReference,
});

type FlowPorts = {
  db: Db;
  orders: Pick<Orders, 'find' | 'lock' | 'changedIds' | 'findMany'>;
  payments: Pick<Payments, 'paidAttempt' | 'refundsOf' | 'refundsOfOrders'>;
  documents: Pick<Documents, 'issue' | 'ofOrders' | 'isBehind'>;
};

/** Orders that changed in these days are looked at: an older one gets its documents when they are first asked for. */
const SWEEP_DAYS = 2;
const PAGE = 200;

/** Documents outside of the transaction of their cause: of orders that an older version has settled or refunded. */
export const createIssueDocuments = (ports: FlowPorts) => ({
  /** Idempotent. */
  issueDocuments: (orderId: string) => issueFor(ports, orderId),
  sweepDocuments: () => sweepDocuments(ports),
});

export async function issueFor(ports: FlowPorts, orderId: string): Promise<void> {
  const { db, orders } = ports;
  await db.transaction(async (tx) => {
    if (await orders.lock(tx, orderId)) await issueDocuments(ports, tx, orderId);
  });
}

async function sweepDocuments(ports: FlowPorts): Promise<void> {
  const since = new Date(Date.now() - SWEEP_DAYS * 86_400_000);
  for (let after: string | null = null; ;) {
    const ids: string[] = await ports.orders.changedIds({ since, after, limit: PAGE });
    for (const id of await behind(ports, ids)) await queueDocuments(ports.db, id);
    if (ids.length < PAGE) return;
    after = ids.at(-1)!;
  }
}

/** The paid orders among these that lack a document, in their order. */
export async function behind(ports: FlowPorts, ids: string[]): Promise<string[]> {
  const { orders, payments, documents } = ports;
  const found = new Map((await orders.findMany(ids)).map((order) => [order.id, order]));
  const paid = ids.filter((id) => found.get(id)?.paidAt instanceof Date);
  const issued = Map.groupBy<string, Document>(await documents.ofOrders(paid), ({ orderId }) => orderId);
  const refunds = Map.groupBy<string, Refund>(await payments.refundsOfOrders(paid), ({ orderId }) => orderId);
  return paid.filter((id) => documents.isBehind(issued.get(id) ?? [], (refunds.get(id) ?? []).map(refundOf)));
}

/** Queues the documents of an order in the transaction of their cause, for a caller that has not the whole book. */
export const queueDocuments = (tx: Queryable, orderId: string) =>
  enqueue(tx, 'issue-documents', { orderId }, { key: `documents:${orderId}` });
