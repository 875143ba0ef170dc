import { asksConsent } from '#src/modules/tax/tax.ts';
import { ledger, messages } from '#test/support/wire.ts';
import { documentsIn } from './document-verdict.ts';
import { keyOf, ordersMade } from './made.ts';
import type { OwnProfile } from './rights-trace.ts';
import type {
  LineFact,
  LossFact,
  PaidBack,
  ProfileFact,
  RequestFact,
  RightsFacts,
  WithdrawalFact,
} from './rights-facts.ts';
import type { ChaosWorld } from './world.ts';

type Books = Pick<ChaosWorld, 'query'>;

/** The profile with this ICCID; null when a fault gave it to two orders, or none has it. */
export async function ownProfile(world: ChaosWorld, iccid: string): Promise<OwnProfile | null> {
  const made = await ordersMade(world);
  const [order, ...others] = made.filter(({ profiles }) => profiles.some((each) => each.iccid === iccid));
  return order && others.length === 0 ? { wholesaler: order.wholesaler, iccid } : null;
}

/** What is still underway, in words; empty when nothing is. An order with a dispute waits for its end. */
export async function underway({ query }: Books): Promise<string> {
  const [row] = await query<{ moving: string; returning: string; proved: string; asked: string }>(`
    select (select count(*) from refund_requests r join orders o on o.id = r.order_id
            where r.state in ('giving-back', 'refunding') and o.status <> 'disputed') as moving,
           (select count(*) from refund_requests r join orders o on o.id = r.order_id
            where r.profile in ('to-return', 'to-end') and r.state <> 'asked' and o.status <> 'disputed') as returning,
           (select count(*) from withdrawals where state = 'proved') as proved,
           (select count(*) from refund_requests where state = 'asked') as asked`);
  const counts = Object.values(row ?? {}).map(Number);
  return counts.every((count) => count === 0) ? '' : counts.join(' ');
}

/**
 * Time is short in a run: profiles that were ended are read again now, and not when the figures of their wholesaler are
 * of after that.
 */
export async function hurryEnded({ query }: Books): Promise<void> {
  await query(`
    with ended as (
      update refund_requests set updated_at = now() - interval '4 hours'
      where state = 'giving-back' and profile = 'ended' and updated_at > now() - interval '3 hours'
      returning id)
    select graphile_worker.add_job('return-profile', json_build_object('requestId', id), job_key => 'return:' || id)
    from ended`);
}

/** Everything about rights in our books, in the ledgers and in the mailbox. */
export async function rightsFacts(world: ChaosWorld): Promise<Omit<RightsFacts, 'gaps' | 'trace'>> {
  return {
    lines: await linesIn(world),
    requests: await requestsIn(world),
    losses: await lossesIn(world),
    withdrawals: await withdrawalsIn(world),
    documents: await documentsIn(world),
    ...(await moneyIn(world)),
    ...(await profilesIn(world)),
    inbox: (await messages(world.mail)).map(({ messageId, to, subject, text }) => ({ messageId, to, subject, text })),
  };
}

type LineRow = Omit<LineFact, 'isUseDue'> & { consented: boolean; country: string | null };

async function linesIn({ query }: Books): Promise<LineFact[]> {
  const rows = await query<LineRow>(`
    select l.id, l.order_id, l.position + 1 as number, l.purpose, o.status as order_status, l.status as line_status,
           l.unit_amount as amount, l.kept_amount as kept, o.begin_consent is not null as consented, o.country,
           (select w.wholesaler || ' ' || w.vendor_order_id from wholesale_orders w where w.line_id = l.id) as issued_as,
           (case when l.purpose = 'plan' then (select count(*) from esim_plans p where p.line_id = l.id)
                 else (select count(*) from esims e where e.line_id = l.id) end)::int as issued
    from order_lines l join orders o on o.id = l.order_id
    where o.paid_at is not null and l.purpose <> 'replacement'
      and not exists (select from order_events e where e.order_id = o.id and e.detail ? 'demo')`);
  return rows.map(({ consented, country, ...line }) => ({
    ...line,
    isUseDue: consented || (country !== null && !asksConsent(country)),
  }));
}

const requestsIn = ({ query }: Books): Promise<RequestFact[]> =>
  query(`
    select id, order_id, line_id, kind, state, why, amount, kept, profile, refund_id is not null as is_paid,
           (seen is null or ((seen ->> 'usedMb')::float8 = 0
             and ((seen ->> 'planMb')::float8 > 0 or seen ->> 'planState' = 'not_active'))) as was_unused
    from refund_requests`);

const lossesIn = ({ query }: Books): Promise<LossFact[]> =>
  query('select line_id, wholesaler, state, claim_ref from open_losses');

const withdrawalsIn = ({ query }: Books): Promise<WithdrawalFact[]> =>
  query(`
    select w.id, w.number, w.state, w.name, w.email, w.order_id, w.proof,
           (extract(epoch from w.submitted_at) * 1000)::float8 as at,
           array(select jsonb_array_elements_text(w.line_ids)) as line_ids, w.line_ids is null as is_whole
    from withdrawals w`);

type Intent = { id: string; status: string; amount_received: number; metadata: Record<string, string> };
type Refund = { id: string; payment_intent: string; status: string; amount: number; metadata: Record<string, string> };

async function moneyIn({ stripe }: Pick<ChaosWorld, 'stripe'>): Promise<Pick<RightsFacts, 'taken' | 'paidBack'>> {
  const { payment_intents, refunds } = await ledger<{ payment_intents: Intent[]; refunds: Refund[] }>(stripe);
  const paid = payment_intents.filter(({ status }) => status === 'succeeded');
  const orderOf = new Map(paid.map(({ id, metadata }) => [id, metadata['order_id'] ?? '']));
  const taken = new Map<string, number>();
  for (const { id, amount_received } of paid) {
    const orderId = orderOf.get(id)!;
    taken.set(orderId, (taken.get(orderId) ?? 0) + amount_received);
  }
  const paidBack = refunds
    .filter(({ status }) => status !== 'failed' && status !== 'canceled')
    .map(({ id, payment_intent, amount, metadata }): PaidBack => ({
      id,
      orderId: orderOf.get(payment_intent) ?? '',
      amount,
      refundId: metadata['origin'] === 'store' ? (metadata['refund_id'] ?? null) : null,
      ofLine: sharesIn(metadata['lines'] ?? ''),
    }));
  return { taken, paidBack };
}

/** Cents by line number, as the store labels its refunds: `2:1000,3:2400`. */
const sharesIn = (words: string): Record<number, number> =>
  Object.fromEntries(
    words.split(',').flatMap((word) => {
      const [, number, cents] = /^(\d+):(\d+)$/.exec(word) ?? [];
      return number === undefined ? [] : [[Number(number), Number(cents)]];
    }),
  );

type AtFirst = { orders: { id: number; sims?: { iccid: string }[] }[]; refunds: { iccids: string[] }[] };
type AtSecond = { orders: { orderNo: string; esimList: { iccid: string; esimStatus: string }[] }[] };

/** What became of the profiles at their wholesalers, by the order there; those of two orders are left out. */
async function profilesIn({ airalo, esimAccess }: ChaosWorld): Promise<Pick<RightsFacts, 'profiles'>> {
  const first = await ledger<AtFirst>(airalo);
  const second = esimAccess ? await ledger<AtSecond>(esimAccess) : { orders: [] };
  const claims = Map.groupBy(
    first.refunds.flatMap(({ iccids }) => iccids),
    (iccid) => iccid,
  );
  const all: (readonly [string, ProfileFact])[] = [
    ...first.orders.flatMap(({ id, sims = [] }) =>
      sims.map(({ iccid }) => {
        const fact = { iccid, isReturned: false, isEnded: false, claims: claims.get(iccid)?.length ?? 0 };
        return [keyOf({ wholesaler: 'airalo', id: String(id) }), fact] as const;
      }),
    ),
    ...second.orders.flatMap(({ orderNo, esimList }) =>
      esimList.map(({ iccid, esimStatus }) => {
        const fact = { iccid, isReturned: esimStatus === 'CANCEL', isEnded: esimStatus === 'REVOKE', claims: 0 };
        return [keyOf({ wholesaler: 'esim-access', id: orderNo }), fact] as const;
      }),
    ),
  ];
  const holders = Map.groupBy(all, ([, { iccid }]) => iccid);
  return { profiles: new Map(all.filter(([, { iccid }]) => holders.get(iccid)?.length === 1)) };
}
