import { MAX_FAILURES } from '#src/modules/fulfilment/breakers.ts';
import { keyOf, ordersMade } from './made.ts';
import type { ChaosWorld } from './world.ts';

/** What each wholesaler has made, and how lines went from one to another. */
export type Supply = {
  wholesalers: SupplyOfOne[];
  /** Changes of the source of a line. */
  movedOn: number;
  /** ESIMs from another source than the first of their plan when they were sold. */
  fromAnotherSource: number;
  violations: string[];
};

type SupplyOfOne = {
  wholesaler: string;
  orders: number;
  /** Without a profile for good. */
  withoutProfile: number;
  /** That added a plan to a profile. */
  topUps: number;
  issued: number;
  listed: number;
  /** What the issued ones have cost by the ledger, in cents, and by our books where those state it. */
  ledgerCents: number;
  statedCents: number;
  statedOrders: number;
  /** What the ledger says of those that our books state. */
  statedLedgerCents: number;
  breakerOpened: number;
  breakerClosed: number;
};

type Known = { key: string; charged: number | null; is_other: boolean };

/** Compares the sums of the wholesalers' ledgers with our books, and counts by the logs how often breakers opened. */
export async function supplyOf(world: Pick<ChaosWorld, 'query' | 'airalo' | 'esimAccess' | 'logs'>): Promise<Supply> {
  const made = await ordersMade(world);
  const issued = await world.query<Known>(
    `select w.wholesaler || ' ' || w.vendor_order_id as key, w.charged_net_cents as charged,
            (l.wholesaler, l.package_id) is distinct from (w.wholesaler, w.package_id) as is_other
     from wholesale_orders w join order_lines l on l.id = w.line_id
     where exists (select from esims e where e.line_id = w.line_id)
        or exists (select from esim_plans p where p.line_id = w.line_id)`,
  );
  const listed = await world.query<{ key: string; wholesaler: string }>(
    `select wholesaler || ' ' || vendor_order_id as key, wholesaler from stray_profiles`,
  );
  const [moved] = await world.query<{ count: number }>(
    `select count(*)::int as count from order_events where kind = 'other-source'`,
  );
  const byKey = new Map(issued.map((each) => [each.key, each]));
  const breakers = breakersIn(await world.logs());
  const names = world.esimAccess ? (['airalo', 'esim-access'] as const) : (['airalo'] as const);
  const wholesalers = names.map((wholesaler) => {
    const orders = made.filter((each) => each.wholesaler === wholesaler);
    const own = orders.filter((each) => byKey.has(keyOf(each)));
    const stated = own.filter((each) => byKey.get(keyOf(each))?.charged !== null);
    const sum = (all: typeof own) => all.reduce((cents, { netCents }) => cents + netCents, 0);
    return {
      wholesaler,
      orders: orders.length,
      withoutProfile: orders.filter(
        ({ profiles, addedTo, isAllocating }) => profiles.length === 0 && addedTo === null && !isAllocating,
      ).length,
      topUps: orders.filter(({ addedTo }) => addedTo !== null).length,
      issued: own.length,
      listed: listed.filter((each) => each.wholesaler === wholesaler).length,
      ledgerCents: sum(own),
      statedCents: stated.reduce((cents, each) => cents + (byKey.get(keyOf(each))?.charged ?? 0), 0),
      statedOrders: stated.length,
      statedLedgerCents: sum(stated),
      breakerOpened: breakers.opened.get(wholesaler) ?? 0,
      breakerClosed: breakers.closed.get(wholesaler) ?? 0,
    };
  });
  return {
    wholesalers,
    movedOn: moved?.count ?? 0,
    fromAnotherSource: issued.filter(({ is_other }) => is_other).length,
    violations: wholesalers
      .filter(({ statedCents, statedLedgerCents }) => statedCents !== statedLedgerCents)
      .map(
        ({ wholesaler, statedCents, statedLedgerCents }) =>
          `our books have ${statedCents} cents of net prices of ${wholesaler}, its ledger ${statedLedgerCents}`,
      ),
  };
}

const FAILS = 'the wholesaler fails again and again: orders go to other sources until a probe succeeds';
const DELIVERS = 'the wholesaler delivers again';

/** By their lines of log: the breaker of a wholesaler opens with the same number of failures each time. */
function breakersIn(logs: string): { opened: Map<string, number>; closed: Map<string, number> } {
  const counts = { opened: new Map<string, number>(), closed: new Map<string, number>() };
  for (const line of logs.split('\n')) {
    if (!line.includes(FAILS) && !line.includes(DELIVERS)) continue;
    const { wholesaler = '', failures } = JSON.parse(line) as { wholesaler?: string; failures?: number };
    if (line.includes(FAILS) && failures !== MAX_FAILURES) continue;
    const kind = line.includes(FAILS) ? counts.opened : counts.closed;
    kind.set(wholesaler, (kind.get(wholesaler) ?? 0) + 1);
  }
  return counts;
}

/** One line for each wholesaler. */
export const supplyLines = ({ wholesalers }: Supply): string[] =>
  wholesalers.map(
    (each) =>
      `${each.wholesaler}: ${each.orders} orders (${each.withoutProfile} without a profile, ${each.topUps} top-ups), ${each.issued} issued, ` +
      `${each.listed} listed; net cents of the issued ${each.ledgerCents}; our books state ${each.statedCents} for ` +
      `${each.statedOrders}, the ledger ${each.statedLedgerCents}; its breaker opened ${each.breakerOpened} times and ` +
      `closed ${each.breakerClosed} times`,
  );
