import { ledger } from '#test/support/wire.ts';
import { isCharge } from './lost.ts';
import { keyOf, ordersMade } from './made.ts';
import type { AutoFacts, ChargeFacts, Paid, PlanMade, TopUpLine } from './top-up-verdict.ts';
import type { ChaosWorld } from './world.ts';

/** An auto top-up in our books, as its owner sees it. */
export type AutoRow = {
  /** The order of the eSIM. */
  order_id: string;
  state: string;
  reason: string | null;
  /** The order that waits for its owner, in the state `authentication`. */
  pay_order_id: string | null;
};

/** An eSIM that is topped up: its key is that of the profile, since a restore may issue it anew. */
export type UsedEsim = {
  id: string;
  issued_as: string;
  order_id: string;
  /** When its wholesaler last answered, in milliseconds since 1970; null: never. */
  read_ms: number | null;
};

type Books = Pick<ChaosWorld, 'query'>;

export const autoRows = ({ query }: Books): Promise<AutoRow[]> =>
  query(`
    select t.order_id, t.state, t.reason,
           (select c.order_id from auto_top_up_charges c
            where c.auto_top_up_id = t.id and c.outcome = 'authentication' and c.ended_at is null
            order by c.at desc limit 1) as pay_order_id
    from auto_top_ups t`);

/** The first eSIM of each of these orders. */
export const firstEsims = ({ query }: Books, orderIds: readonly string[]): Promise<UsedEsim[]> =>
  query(
    `select e.id, w.wholesaler || ' ' || w.vendor_order_id as issued_as, l.order_id,
            (extract(epoch from e.usage_at) * 1000)::float8 as read_ms
     from order_lines l join esims e on e.line_id = l.id join wholesale_orders w on w.line_id = l.id
     where l.order_id = any($1) and l.position = 0 and e.ended_at is null
     order by e.issued_at, e.id`,
    [[...orderIds]],
  );

/** The order of a charge; `of`: that of its eSIM. `isOpen`: what became of it is not known yet. */
export type Charged = { order_id: string; of: string; outcome: string | null; isOpen: boolean; isPaid: boolean };

/** All charges, oldest first. */
export const chargedOrders = ({ query }: Books): Promise<Charged[]> =>
  query(`
    select c.order_id, t.order_id as of, c.outcome, o.paid_at is not null as "isPaid",
           c.outcome is null and c.ended_at is null and t.state <> 'off' as "isOpen"
    from auto_top_up_charges c join auto_top_ups t on t.id = c.auto_top_up_id join orders o on o.id = c.order_id
    order by c.at, c.id`);

/** The jobs of auto top-ups that run now or wait for nothing. */
export async function jobsDue({ query }: Books): Promise<number> {
  const [row] = await query<{ count: number }>(
    `select count(*)::int as count from graphile_worker.jobs
     where task_identifier = 'auto-top-up' and run_at <= now() + interval '5 seconds'`,
  );
  return row?.count ?? 0;
}

/** Everything about top-ups in our books and in the ledgers. */
export async function topUpFacts(world: ChaosWorld): Promise<{
  lines: TopUpLine[];
  autos: AutoFacts[];
  charges: ChargeFacts[];
  payments: Paid[];
  made: PlanMade[];
}> {
  const all = await ordersMade(world);
  const iccids = new Map(all.map((each) => [keyOf(each), each.profiles[0]?.iccid ?? null]));
  const lines = await topUpLines(world);
  return {
    lines: lines.map(({ esim_issued_as, ...line }) => ({ ...line, iccid: iccids.get(esim_issued_as ?? '') ?? null })),
    autos: await autosIn(world),
    charges: await chargesIn(world),
    payments: await paymentsIn(world),
    made: all.flatMap((each) =>
      each.addedTo === null ? [] : { key: keyOf(each), reference: each.reference, iccid: each.addedTo },
    ),
  };
}

type Row = Omit<TopUpLine, 'iccid'> & { esim_issued_as: string | null };

const topUpLines = ({ query }: Books): Promise<Row[]> =>
  query(`
    select l.id, l.order_id, o.status as order_status, l.status as line_status, l.unit_amount as amount,
           c.id is not null as is_automatic, p.position,
           (select w.wholesaler || ' ' || w.vendor_order_id from wholesale_orders w
            where w.line_id = l.id and w.vendor_order_id is not null) as issued_as,
           array(select s.wholesaler || ' ' || s.vendor_order_id from stray_profiles s
                 join wholesale_orders w on w.id = s.wholesale_order_id where w.line_id = l.id) as listed,
           (select w.wholesaler || ' ' || w.vendor_order_id from esim_plans first
            join wholesale_orders w on w.line_id = first.line_id
            where first.esim_id = l.esim_id and first.position = 0) as esim_issued_as
    from order_lines l join orders o on o.id = l.order_id
    left join auto_top_up_charges c on c.order_id = o.id
    left join esim_plans p on p.line_id = l.id
    where l.purpose = 'plan'`);

const autosIn = ({ query }: Books): Promise<AutoFacts[]> =>
  query(`
    select t.id, t.order_id, t.state, t.reason, t.cap_amount as cap, t.capped_month is not null as was_capped,
           (select s.customer_ref from saved_cards s where s.account_id = t.account_id limit 1) as customer
    from auto_top_ups t`);

const chargesIn = ({ query }: Books): Promise<ChargeFacts[]> =>
  query(`
    select c.id, c.auto_top_up_id as auto_id, c.used_position as used, c.after_position as after, c.order_id, c.amount,
           c.month, c.outcome, c.ended_at is not null as is_ended,
           exists (select from payment_attempts a where a.order_id = c.order_id and a.fault = 'authentication-required')
             as asked,
           exists (select from payment_attempts a where a.order_id = c.order_id and a.fault = 'declined') as declined
    from auto_top_up_charges c`);

type Intent = {
  id: string;
  status: string;
  amount_received: number;
  created: number;
  customer: string | null;
  metadata: Record<string, string>;
};
type Refund = { payment_intent: string; status: string; amount: number };

async function paymentsIn({ stripe }: Pick<ChaosWorld, 'stripe'>): Promise<Paid[]> {
  const { payment_intents, refunds } = await ledger<{ payment_intents: Intent[]; refunds: Refund[] }>(stripe);
  const back = Map.groupBy(
    refunds.filter(({ status }) => status !== 'failed'),
    (each) => each.payment_intent,
  );
  return payment_intents
    .filter(({ status }) => status === 'succeeded')
    .map((intent) => ({
      id: intent.id,
      orderId: intent.metadata['order_id'] ?? '',
      taken: intent.amount_received,
      returned: (back.get(intent.id) ?? []).reduce((sum, { amount }) => sum + amount, 0),
      at: intent.created * 1000,
      isCharge: isCharge(intent),
      customer: intent.customer,
    }));
}
