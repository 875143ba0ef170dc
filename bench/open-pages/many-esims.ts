import type { RunningApp } from '#src/main.ts';
import { onDatabase } from '#test/support/database-access.ts';
import { until } from '#test/support/wire.ts';
import { load } from '../running-app.ts';

type Services = Pick<RunningApp['services'], 'db' | 'esims' | 'orders' | 'fulfilment'>;

/** So many orders at a wholesaler at once. */
const PARALLEL = 16;

/**
 * Copies of a delivered order of one line, as orders of the same account, each with an eSIM of its own that this
 * wholesaler has made. Returns their ids.
 */
export async function addEsims(
  services: Services,
  {
    databaseUrl,
    orderId,
    wholesaler,
    packageId,
    count,
  }: { databaseUrl: string; orderId: string; wholesaler: string; packageId: string; count: number },
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => crypto.randomUUID());
  const copies = (table: string, own: string, where: string) => `
    insert into ${table}
    select (jsonb_populate_record(original, jsonb_build_object('id', copy.id) || ${own})).*
    from ${table} as original, unnest('{${ids.join(',')}}'::uuid[]) as copy(id)
    where ${where} = '${orderId}'`;
  await onDatabase(
    databaseUrl,
    copies(
      'orders',
      `jsonb_build_object('number', left(upper(replace(copy.id::text, '-', '')), 10), 'idempotency_key', gen_random_uuid())`,
      'original.id',
    ),
    copies('order_lines', `jsonb_build_object('order_id', copy.id)`, 'original.order_id'),
  );
  const seller = services.fulfilment.wholesalers.find(wholesaler)!;
  await load(count, PARALLEL, async (turn) => {
    const id = ids[turn]!;
    const reference = services.fulfilment.referenceOf(id);
    const placed = await seller.placeOrder({ packageId, reference, netPriceCents: 10_000 });
    if (placed.kind === 'refused') throw new Error(`${wholesaler} refused an order: ${placed.code}`);
    const sim =
      (placed.kind === 'done' && placed.order.sim) ||
      (await until(
        async () => (await seller.findByReference(reference, { since: null, vendorOrderId: null }))[0]?.sim,
        {
          what: 'the profile is made',
        },
      ));
    const [line] = (await services.orders.find(id))!.lines;
    await services.db.transaction((tx) => services.esims.issue(tx, { ...line, wholesaler, packageId }, sim));
  });
  return ids;
}
