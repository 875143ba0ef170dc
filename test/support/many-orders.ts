import { onDatabase } from './database-access.ts';

/**
 * Copies a delivered order this many times, with its line and its eSIM, as older orders of the same account. The plan
 * of every second copy has expired.
 */
export async function copyOrder(databaseUrl: string, orderId: string, count: number): Promise<void> {
  const copies = (table: string, own: string, where: string) => `
    insert into ${table}
    select (jsonb_populate_record(original, jsonb_build_object('id', copy.id) || ${own})).*
    from ${table} as original, (
      select n, ('01890a5d-ac96-774b-bcce-' || lpad(to_hex(n), 12, '0'))::uuid as id from generate_series(1, ${count}) as n
    ) as copy
    where ${where}`;
  await onDatabase(
    databaseUrl,
    copies(
      'orders',
      `jsonb_build_object('number', 'C' || lpad(copy.n::text, 7, '0'), 'idempotency_key', gen_random_uuid())`,
      `original.id = '${orderId}'`,
    ),
    copies('order_lines', `jsonb_build_object('order_id', copy.id)`, `original.order_id = '${orderId}'`),
    copies(
      'esims',
      `jsonb_build_object('order_id', copy.id, 'line_id', copy.id, 'iccid_hash', copy.id,
        'plan_state', case when copy.n % 2 = 0 then 'expired' else original.plan_state end)`,
      `original.order_id = '${orderId}'`,
    ),
  );
}
