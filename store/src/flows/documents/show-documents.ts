import type { Document, DocumentBook, DocumentPrinter, Printed } from '../../modules/documents/documents.ts';
import type { Order, Orders, Viewer } from '../../modules/orders/orders.ts';
import type { Billing } from '../../shared/documents.ts';
import { documentNumber } from '../../shared/documents.ts';
import type { Locale } from '../../shared/locale.ts';
import type { AccountDocuments, DocumentView } from '../../shared/document-view.ts';
import { behind, type createIssueDocuments, issueFor } from './issue-documents.ts';

type Ports = Parameters<typeof createIssueDocuments>[0] & {
  orders: Pick<Orders, 'allFor'>;
  documents: Pick<DocumentBook, 'billingOf' | 'putBilling'>;
  documentPrinter: DocumentPrinter;
};

type Account = NonNullable<Viewer['account']>;

/** Orders without documents that one request issues: of an account from before there were any. */
const MAX_ISSUED = 50;

/** Receipts and credit notes for those who may see the order, and all of an account. */
export function createShowDocuments(ports: Ports) {
  const { documents, documentPrinter } = ports;
  return {
    ofOrder: async (order: Order): Promise<DocumentView[]> => (await listOf(ports, order)).map(viewOf),
    /** A document of the order; without an id the receipt that counts. Null when there is none, or it is of another order. */
    async print(order: Order, documentId?: string): Promise<Printed | null> {
      const found = (await listOf(ports, order)).find(({ id, kind, cancelledBy }) =>
        documentId === undefined ? kind === 'receipt' && cancelledBy === null : id === documentId,
      );
      return found ? documentPrinter.print(found) : null;
    },
    /** The documents of a year, newest first; without a year those of the newest. */
    ofAccount: (account: Account, year: number | null) => ofAccount(ports, account, year),
    /** All of a year as one file; null when there are none. */
    async printYear(account: Account, year: number, locale: Locale): Promise<Printed | null> {
      const [first, ...others] = (await allOf(ports, account)).filter((each) => each.year === year);
      return first ? documentPrinter.printYear([first, ...others], year, locale) : null;
    },
    billingOf: (accountId: string) => documents.billingOf(accountId),
    putBilling: (accountId: string, billing: Billing) => documents.putBilling(accountId, billing),
  };
}

/** The documents of an order, oldest first; one that was paid before there were any gets them now. */
async function listOf(ports: Ports, order: Order): Promise<Document[]> {
  if (order.paidAt === null) return [];
  if ((await behind(ports, [order.id])).length > 0) await issueFor(ports, order.id);
  return ports.documents.ofOrders([order.id]);
}

async function allOf(ports: Ports, account: Account): Promise<Document[]> {
  const { orders, documents } = ports;
  const mine = (await orders.allFor(account)).flatMap(({ id, paidAt }) => (paidAt === null ? [] : id));
  // Oldest first, so that the numbers are in the order of the payments.
  for (const id of (await behind(ports, mine)).toReversed().slice(0, MAX_ISSUED)) await issueFor(ports, id);
  return documents.ofOrders(mine);
}

async function ofAccount(ports: Ports, account: Account, wanted: number | null): Promise<AccountDocuments> {
  const all = await allOf(ports, account);
  const years = [...new Set(all.map(({ year }) => year))].toSorted((a, b) => b - a);
  const year = wanted ?? years[0] ?? null;
  const shown = all.filter((each) => each.year === year).toReversed();
  return { years, year, documents: shown.map(viewOf), billing: await ports.documents.billingOf(account.accountId) };
}

function viewOf(row: Document): DocumentView {
  const { content, currency } = row;
  return {
    id: row.id,
    orderId: row.orderId,
    kind: row.kind,
    number: documentNumber(row),
    of: content.of,
    issuedAt: row.issuedAt.toISOString(),
    timeZone: content.timeZone,
    total: { amount: row.total, currency },
    tax: row.tax === null ? null : { amount: row.tax, currency },
    lines: content.lines.map(({ name, dataMb, unlimited, isTopUp }) => ({ name, dataMb, unlimited, isTopUp })),
  };
}
