import type { PlanBook } from '../../modules/catalogue/desk.ts';
import type { DeliveryBook } from '../../modules/fulfilment/fulfilment.ts';
import type { Reconciliation } from '../../modules/reconciliation/reconciliation.ts';

type Ports = {
  fulfilment: Pick<DeliveryBook, 'standings'>;
  reconciliation: Pick<Reconciliation, 'balances' | 'latestRun'>;
  planBook: Pick<PlanBook, 'lists'>;
};

export type WholesalerRecord = Awaited<ReturnType<typeof readWholesalers>>[number];

/**
 * What our rows say about each wholesaler, without a question to one. `configured`: the names of the configured ones, in
 * order of preference; others are those that rows name.
 */
export async function readWholesalers({ fulfilment, reconciliation, planBook }: Ports, configured: readonly string[]) {
  const [{ breakers, open, movedOn, strays }, balances, lists, run] = await Promise.all([
    fulfilment.standings(),
    reconciliation.balances(),
    planBook.lists(),
    reconciliation.latestRun(),
  ]);
  const named = [breakers, open, movedOn, strays, balances, lists].flatMap((rows) =>
    rows.map(({ wholesaler }) => wholesaler),
  );
  const others = [...new Set(named)].filter((name) => !configured.includes(name)).toSorted();
  return [...configured, ...others].map((name) => {
    const isOf = (each: { wholesaler: string }) => each.wholesaler === name;
    return {
      name,
      isConfigured: configured.includes(name),
      breaker: breakers.find(isOf) ?? null,
      list: lists.find(isOf) ?? null,
      balance: balances.find(isOf) ?? null,
      /** Of the newest run; null when that had no such wholesaler. */
      books: run?.figures?.wholesalers?.[name] ?? null,
      open: open.filter(isOf),
      movedOn: movedOn.find(isOf)?.count ?? 0,
      strays: strays.find(isOf)?.count ?? 0,
    };
  });
}
