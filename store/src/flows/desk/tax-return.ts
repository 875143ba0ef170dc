import type { Queryable } from '../../db/database.ts';
import type { DocumentBook } from '../../modules/documents/documents.ts';
import type { OrderBook } from '../../modules/orders/orders.ts';
import { quarterAt, spanOf, type Taxed } from '../../modules/tax/tax.ts';
import { type LineTax, lineTax } from '../../shared/tax.ts';

type Ports = {
  orders: Pick<OrderBook, 'taxedBetween'>;
  documents: Pick<DocumentBook, 'correctionsBetween'>;
};

const PAGE = 500;

/**
 * What a return of a quarter is made of: the taxed sales that were paid in it, and the credit notes and cancellations that
 * were issued in it, each with the quarter of its sale. Both never change, so a quarter that is over has one return, however
 * late a refund is made or comes back. `on`: the primary, or a replica.
 */
export async function readTaxed(
  ports: Ports,
  { quarter, timeZone }: { quarter: string; timeZone: string },
  on?: Queryable,
): Promise<Taxed[]> {
  const span = spanOf(quarter, timeZone);
  return [...(await salesIn(ports, span, quarter, on)), ...(await correctionsIn(ports, span, timeZone, on))];
}

type Span = { from: Date; to: Date };

async function salesIn({ orders }: Ports, { from, to }: Span, quarter: string, on?: Queryable): Promise<Taxed[]> {
  const sales: Taxed[] = [];
  for (let after: string | null = null; ;) {
    const page = await orders.taxedBetween({ from, to, after, limit: PAGE }, on);
    for (const { currency, unitAmount: amount, ...line } of page) {
      const tax = lineTax(line);
      if (tax) sales.push({ ...of(tax), quarter, currency, amount, tax: tax.amount });
    }
    after = page.at(-1)?.id ?? null;
    if (page.length < PAGE) return sales;
  }
}

/** What credit notes and their cancellations say. They are of orders that were paid: a sample has none. */
async function correctionsIn(
  { documents }: Ports,
  { from, to }: Span,
  timeZone: string,
  on?: Queryable,
): Promise<Taxed[]> {
  const corrections: Taxed[] = [];
  for (let after: string | null = null; ;) {
    const page = await documents.correctionsBetween({ from, to, after, limit: PAGE }, on);
    for (const { currency, content } of page) {
      const quarter = quarterAt(new Date(content.paidAt), timeZone);
      for (const { tax, amount } of content.lines)
        if (tax) corrections.push({ ...of(tax), quarter, currency, amount, tax: tax.amount });
    }
    after = page.at(-1)?.id ?? null;
    if (page.length < PAGE) return corrections;
  }
}

const of = ({ country, rateBp }: LineTax) => ({ country, rateBp });
