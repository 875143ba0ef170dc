import type { OrderBook } from '../../modules/orders/orders.ts';
import type { MoneyBook } from '../../modules/payments/payments.ts';
import { quarterAt, spanOf, type Taxed } from '../../modules/tax/tax.ts';
import { type LineTax, lineTax, taxOfRefund } from '../../shared/tax.ts';

type Ports = {
  orders: Pick<OrderBook, 'taxedBetween' | 'findMany' | 'isSample'>;
  payments: Pick<MoneyBook, 'ordersRefundedBetween' | 'givenBackOf' | 'spreadRefunds'>;
};

const PAGE = 500;

/**
 * What a return of a quarter is made of: the taxed sales that were paid in it, and with negative amounts the refunds that
 * were asked for in it, each with the quarter of its sale.
 */
export async function readTaxed(
  ports: Ports,
  { quarter, timeZone }: { quarter: string; timeZone: string },
): Promise<Taxed[]> {
  const span = spanOf(quarter, timeZone);
  return [...(await salesIn(ports, span, quarter)), ...(await refundsIn(ports, span, timeZone))];
}

type Span = { from: Date; to: Date };

async function salesIn({ orders }: Ports, { from, to }: Span, quarter: string): Promise<Taxed[]> {
  const sales: Taxed[] = [];
  for (let after: string | null = null; ;) {
    const page = await orders.taxedBetween({ from, to, after, limit: PAGE });
    for (const { currency, unitAmount: amount, ...line } of page) {
      const tax = lineTax(line);
      if (tax) sales.push({ ...of(tax), quarter, currency, amount, tax: tax.amount });
    }
    after = page.at(-1)?.id ?? null;
    if (page.length < PAGE) return sales;
  }
}

async function refundsIn(ports: Ports, { from, to }: Span, timeZone: string): Promise<Taxed[]> {
  const { orders, payments } = ports;
  const refunded: Taxed[] = [];
  for (let after: string | null = null; ;) {
    const ids = await payments.ordersRefundedBetween({ from, to, after, limit: PAGE });
    const given = Map.groupBy(await payments.givenBackOf(ids), ({ orderId }) => orderId);
    for (const order of await orders.findMany(ids)) {
      if (order.paidAt === null || (await orders.isSample(order.id))) continue;
      const quarter = quarterAt(order.paidAt, timeZone);
      for (const { refund, lines } of payments.spreadRefunds(order.lines, given.get(order.id) ?? [])) {
        if (refund.createdAt < from || refund.createdAt >= to) continue;
        for (const { lineId, before, amount } of lines) {
          const line = order.lines.find(({ id }) => id === lineId)!;
          const tax = lineTax(line);
          if (!tax) continue;
          const back = taxOfRefund({ amount: line.unitAmount, rateBp: tax.rateBp }, before, amount);
          refunded.push({ ...of(tax), quarter, currency: order.currency, amount: -amount, tax: -back || 0 });
        }
      }
    }
    after = ids.at(-1) ?? null;
    if (ids.length < PAGE) return refunded;
  }
}

const of = ({ country, rateBp }: LineTax) => ({ country, rateBp });
