import type { ChaosWorld } from './world.ts';

type Books = Pick<ChaosWorld, 'query'>;

/** What is wrong with the receipts and credit notes, one message each: their numbers, and their sums. */
export async function documentFaults(world: Books): Promise<string[]> {
  const series = await world.query<{ series: string; last: number; given: number; first: number; highest: number }>(`
    select s.series, s.last, count(distinct d.number)::int as given,
           coalesce(min(d.number), 1)::int as first, coalesce(max(d.number), 0)::int as highest
    from document_series s left join documents d on d.series = s.series group by s.series, s.last`);
  const orders = await world.query<{
    id: string;
    receipts: number;
    credited: number;
    refunded: number;
    total: number;
  }>(`
    select o.id, o.total_amount as total,
           (select count(*) from documents d where d.order_id = o.id and d.kind = 'receipt' and d.cancelled_by is null)::int as receipts,
           (select coalesce(-sum(d.total), 0) from documents d where d.order_id = o.id and d.refund_id is not null)::int as credited,
           (select coalesce(sum(r.amount), 0) from refunds r join payment_attempts a on a.id = r.attempt_id
            where r.order_id = o.id and r.status in ('succeeded', 'closed') and not a.surplus)::int as refunded
    from orders o
    where o.paid_at is not null
      and not exists (select from order_events e where e.order_id = o.id and e.detail ? 'demo')`);
  const unequal = await world.query<{ number: string }>(`
    select d.series || '-' || d.number as number from documents d
    where d.total <> (select sum((line ->> 'amount')::int) from jsonb_array_elements(d.content -> 'lines') line)
       or (d.kind = 'receipt' and d.total <> (select o.total_amount from orders o where o.id = d.order_id))`);
  return [
    ...series
      .filter(({ last, given, first, highest }) => given !== last || highest !== last || first !== 1)
      .map(
        ({ series: name, last, given, highest }) =>
          `series ${name}: ${given} numbers up to ${highest}, counted ${last}`,
      ),
    ...orders
      .filter(({ receipts }) => receipts !== 1)
      .map(({ id, receipts }) => `order ${id} has ${receipts} receipts`),
    ...orders
      .filter(({ credited, refunded }) => credited !== refunded)
      .map(({ id, credited, refunded }) => `order ${id}: ${refunded} cents refunded, ${credited} credited`),
    ...unequal.map(({ number }) => `document ${number}: its lines are not its total`),
  ];
}
