import { ledger, messages } from '#test/support/wire.ts';
import type { Purchase } from './buyer.ts';
import type { ChaosWorld } from './world.ts';

/** What a run did, counted from the sandboxes' own books, with the database and the buyers as witnesses. */
export type Tally = {
  orders: number;
  acknowledged: number;
  acknowledgedLost: number;
  /** Orders for which the payment vendor has at least one payment that succeeded. */
  paid: number;
  /** Succeeded payments over all orders. */
  payments: number;
  /** Paid orders with more than one payment. */
  paidTwice: number;
  delivered: number;
  refunded: number;
  wholesaleOrders: number;
  /** Wholesale orders beyond the one that was issued. */
  strays: number;
  /** Mails about a ready eSIM, and how many of them are repetitions under the same Message-ID. */
  mails: number;
  mailsRepeated: number;
  stuck: number;
  /** Everything that must not be, a sentence each. */
  violations: string[];
};

type Intent = { id: string; status: string; amount_received: number; metadata: Record<string, string> };
type Refund = { payment_intent: string; status: string; amount: number };
type Wholesale = { id: number; description: string | null; sims: { iccid: string; matching_id: string }[] };
type Row = { id: string; status: string; line_id: string; email: string; amount: number; mails: number };

const UNPAID = new Set(['pending_payment', 'expired', 'payment_failed']);

/** True when no order, payment, refund or mail is under way any more. */
export async function isSettled(world: ChaosWorld): Promise<boolean> {
  const [row] = await world.query<{ busy: number }>(`
    select (select count(*) from orders where status in ('paid', 'fulfilling', 'fulfilment_failed', 'refund_pending'))::int
         + (select count(*) from payment_events where handled_at is null)::int
         + (select count(*) from refunds where status in ('requested', 'pending'))::int
         + (select count(*) from mails where sent_at is null)::int as busy`);
  return row?.busy === 0;
}

/** True when, besides, the payment vendor has nothing more to tell. */
export async function isQuiet(world: ChaosWorld): Promise<boolean> {
  const { deliveries = [] } = await ledger(world.stripe);
  return deliveries.every((each) => each['status'] !== 'pending') && (await isSettled(world));
}

/** Compares every order with the books of payment vendor, wholesaler and mail server. */
export async function tallyUp(world: ChaosWorld, purchases: readonly Purchase[]): Promise<Tally> {
  const rows = await world.query<Row>(`
    select o.id, o.status, l.id as line_id, o.email, o.total_amount as amount,
           (select count(*) from mails m where m.subject_id = o.id and m.kind = 'esim-ready')::int as mails
    from orders o join order_lines l on l.order_id = o.id
    where not exists (select from order_events e where e.order_id = o.id and e.detail ? 'demo')`);
  const stripe = await ledger<{ payment_intents: Intent[]; refunds: Refund[] }>(world.stripe);
  const wholesale = (await ledger<{ orders: Wholesale[] }>(world.airalo)).orders;
  const inbox = await messages(world.mail);
  const known = new Set(rows.map(({ id }) => id));
  const tally: Tally = {
    orders: rows.length,
    acknowledged: 0,
    acknowledgedLost: 0,
    paid: 0,
    payments: 0,
    paidTwice: 0,
    delivered: 0,
    refunded: 0,
    wholesaleOrders: wholesale.length,
    strays: 0,
    mails: 0,
    mailsRepeated: 0,
    stuck: 0,
    violations: [],
  };
  const wrong = (sentence: string) => tally.violations.push(sentence);

  for (const purchase of purchases) {
    for (const complaint of purchase.complaints)
      wrong(`a buyer (${purchase.person.click}, ${purchase.person.pay}): ${complaint}`);
    if (purchase.orderId === null) continue;
    tally.acknowledged += 1;
    if (known.has(purchase.orderId)) continue;
    tally.acknowledgedLost += 1;
    wrong(`order ${purchase.orderId} was acknowledged and is gone`);
  }

  const lines = new Set(rows.map(({ line_id }) => `cairn-${line_id}`));
  for (const each of wholesale)
    if (!lines.has(each.description ?? '')) wrong(`wholesale order ${each.id} belongs to no order`);
  for (const intent of stripe.payment_intents)
    if (!known.has(intent.metadata['order_id'] ?? '')) wrong(`payment ${intent.id} belongs to no order`);
  const codes = wholesale.flatMap(({ sims }) => sims.map(({ matching_id: code }) => code));
  if (new Set(codes).size !== codes.length) wrong('the wholesaler sold one profile twice');

  for (const row of rows) {
    const payments = stripe.payment_intents.filter(
      (each) => each.metadata['order_id'] === row.id && each.status === 'succeeded',
    );
    const refunds = stripe.refunds.filter(
      (each) => each.status === 'succeeded' && payments.some(({ id }) => id === each.payment_intent),
    );
    const profiles = wholesale.filter(({ description }) => description === `cairn-${row.line_id}`);
    const buyer = purchases.find(({ orderId }) => orderId === row.id);
    const says = `order ${row.id} (${row.status}): ${payments.length} payments, ${refunds.length} refunds, ${profiles.length} wholesale orders`;

    tally.payments += payments.length;
    if (payments.length === 0) {
      if (!UNPAID.has(row.status) || profiles.length > 0) wrong(`${says}; it was never paid`);
      continue;
    }
    tally.paid += 1;
    if (payments.length > 1) {
      tally.paidTwice += 1;
      wrong(`${says}; it was paid more than once`);
    }
    if (payments.some((each) => each.amount_received !== row.amount)) wrong(`${says}; the amount is not the order's`);
    if (row.status === 'fulfilled') {
      tally.delivered += 1;
      tally.strays += profiles.length - 1;
      if (profiles.length !== 1 || refunds.length !== 0) wrong(`${says}; one eSIM and no refund were due`);
      const shown = buyer?.last?.esim;
      if (shown && shown.activationCode !== profiles[0]?.sims[0]?.matching_id)
        wrong(`${says}; the buyer sees another eSIM than the one that was bought`);
      const mails = inbox.filter((each) => each.to.includes(row.email) && each.attachments.length > 0);
      tally.mails += mails.length;
      const distinct = new Set(mails.map(({ messageId }) => messageId)).size;
      tally.mailsRepeated += mails.length - distinct;
      if (distinct !== row.mails || distinct !== 1) wrong(`${says}; ${distinct} different mails instead of one`);
    } else if (row.status === 'refunded') {
      tally.refunded += 1;
      tally.strays += profiles.length;
      const back = refunds.reduce((sum, each) => sum + each.amount, 0);
      if (profiles.length !== 0 || refunds.length !== 1 || back !== row.amount)
        wrong(`${says}; one full refund and no eSIM were due`);
    } else {
      tally.stuck += 1;
      wrong(`${says}; it is stuck`);
    }
  }
  return tally;
}
