import type { Esim } from '../../modules/esims/esims.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import type { OrderLineView } from '../../shared/views.ts';

/** What was paid for plans on these eSIMs, as the page of each shows it. */
export async function paidTopUps(
  { orders }: { orders: Pick<Orders, 'paidTopUpsOf'> },
  esims: readonly Esim[],
): Promise<(esim: Esim | null) => OrderLineView['topUps']> {
  const paid = await orders.paidTopUpsOf(esims.map(({ id }) => id));
  return (esim) =>
    paid
      .filter(({ esimId }) => esimId === esim?.id)
      .map(({ orderId, number, paidAt, dataMb, unlimited, days, unitAmount: amount, currency, status }) => ({
        orderId,
        number,
        paidAt: paidAt!.toISOString(),
        dataMb,
        unlimited,
        days,
        price: { amount, currency },
        status,
      }));
}
