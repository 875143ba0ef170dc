import { setTimeout as pause } from 'node:timers/promises';
import { ledger, messages } from '#test/support/wire.ts';
import type { Purchase } from './buyer.ts';
import { documentFaults, moneyByOrder } from './document-verdict.ts';
import { isCharge, isLostIn, wasLost } from './lost.ts';
import { keyOf, type Made, mustBeKnown, ordersMade } from './made.ts';
import type { ChaosWorld, Gap } from './world.ts';

/** The result of a run: the sandboxes' ledgers, compared with the database and the buyers. */
export type Tally = {
  orders: number;
  acknowledged: number;
  acknowledgedLost: number;
  /** Acknowledged between a backup and its restore, and no longer in our books. */
  lostToRestores: number;
  /** Of these, top-ups by hand. */
  topUpsLost: number;
  /** Charges of saved cards whose orders a restore took out of our books before a client had read them. */
  chargesLost: number;
  /** Orders with at least one successful payment at the payment vendor. */
  paid: number;
  /** Successful payments over all orders. */
  payments: number;
  /** Paid orders with more than one payment. */
  paidTwice: number;
  delivered: number;
  /** Delivered with a partial refund. */
  partlyRefunded: number;
  /** Lines whose buyer saw one of their two profiles before lost time, and has the other one since. */
  seenOther: number;
  refunded: number;
  /** Lines of paid orders, by result. `linesRefunded`: lines of partly delivered orders. */
  lines: number;
  linesDelivered: number;
  linesRefunded: number;
  /** Orders with an open or lost dispute. */
  disputed: number;
  wholesaleOrders: number;
  /** Wholesale orders that belong to no order, listed to be claimed back. */
  strays: number;
  /** Payments and refunds in cents, by the vendor's ledger. Our books agree. */
  takenCents: number;
  refundedCents: number;
  /** Mails about a ready eSIM, and how many of them are duplicates with the same Message-ID. */
  mails: number;
  mailsRepeated: number;
  stuck: number;
  /** What the vendors have for orders that a restore took out of our books. */
  strangers: Strangers;
  /** All violations, one message each. */
  violations: string[];
};

/** Payments and wholesale orders that carry our references and belong to no order of ours. */
export type Strangers = {
  payments: { id: string; orderId: string; amount: number; refunded: number }[];
  profiles: Pick<Made, 'wholesaler' | 'id' | 'reference'>[];
};

type Intent = {
  id: string;
  status: string;
  amount_received: number;
  created: number;
  metadata: Record<string, string>;
};
type Refund = { payment_intent: string; status: string; amount: number; created: number };
type Dispute = { payment_intent: string; status: string };
/** `parts`: refunds that name no line. */
type Row = { id: string; status: string; email: string; lines: Line[] } & Record<
  'amount' | 'refunded' | 'parts',
  number
>;
type Line = {
  id: string;
  order_id: string;
  status: string;
  /** `plan`: a top-up of an eSIM, whose plan is what is issued. */
  purpose: string;
  amount: number;
  issued: number;
  /** The wholesaler and its order that was issued; null until then. */
  issued_as: string | null;
  /** The wholesaler of the eSIM. */
  esim_of: string | null;
  /** What the wholesaler charged, in cents, where our books state it. */
  charged: number | null;
  strays: string[];
  /** The refunded part of its price, and the part that stays paid for use. */
  refunded: number;
  kept: number;
  /** Its buyer has asked something back for it. */
  asked: boolean;
};

const UNPAID = new Set(['pending_payment', 'expired', 'payment_failed']);
/** Statuses of a dispute without an outcome. An inquiry has others. */
const OPEN_DISPUTE = ['needs_response', 'under_review'];
/** Dispute statuses in which the vendor holds the money. An inquiry holds none. */
const HOLDS_MONEY = new Set([...OPEN_DISPUTE, 'lost']);

/** The sources of the figures. */
type Books = Pick<ChaosWorld, 'query' | 'stripe' | 'airalo' | 'esimAccess' | 'mail'> & { gaps?: readonly Gap[] };

/** True when no order, payment, refund or mail is pending. */
export async function isSettled(world: Books): Promise<boolean> {
  const [row] = await world.query<{ busy: number }>(`
    select (select count(*) from orders where status in ('paid', 'fulfilling', 'fulfilment_failed', 'refund_pending'))::int
         + (select count(*) from payment_events where handled_at is null)::int
         + (select count(*) from refunds where status in ('requested', 'pending'))::int
         + (select count(*) from mails where sent_at is null)::int as busy`);
  return row?.busy === 0;
}

/** True when, in addition, the payment vendor has no pending webhooks, and no wholesaler an order without its profile. */
export async function isQuiet(world: Books): Promise<boolean> {
  if (!(await isSettled(world))) return false;
  const { deliveries = [] } = await ledger(world.stripe);
  if (deliveries.some((each) => each['status'] === 'pending')) return false;
  return (await ordersMade(world)).every(({ isAllocating }) => !isAllocating) && (await isSettled(world));
}

const QUIET_WITHIN = 200_000;
const LOOK_EVERY = 500;

/**
 * The payment is read, the order is stored, and then the wholesaler is called. A refund in between isn't seen before the
 * order, and on a machine that two processes and the harness fill, that takes seconds.
 */
const ASKED_BEFORE_SECONDS = 5;

/** Waits until nothing is pending, at most for the time that an order takes after the last fault. */
export async function untilQuiet(world: Books): Promise<void> {
  const end = performance.now() + QUIET_WITHIN;
  while (performance.now() < end && !(await isQuiet(world))) await pause(LOOK_EVERY);
}

/**
 * Compares every order with the ledgers of payment vendor, wholesalers and mail server. `noticed`: orders that nobody
 * placed, and when the harness first saw them in our books.
 */
export async function tallyUp(
  world: Books,
  purchases: readonly Purchase[],
  noticed: ReadonlyMap<string, number> = new Map(),
): Promise<Tally> {
  const rows = await readRows(world);
  const stripe = await ledger<{ payment_intents: Intent[]; refunds: Refund[]; disputes: Dispute[] }>(world.stripe);
  const made = await ordersMade(world);
  const wholesale = made.filter(mustBeKnown);
  const inbox = await messages(world.mail);
  const known = new Set(rows.map(({ id }) => id));
  const tally: Tally = {
    orders: rows.length,
    acknowledged: 0,
    acknowledgedLost: 0,
    lostToRestores: 0,
    topUpsLost: 0,
    chargesLost: 0,
    paid: 0,
    payments: 0,
    paidTwice: 0,
    delivered: 0,
    partlyRefunded: 0,
    seenOther: 0,
    refunded: 0,
    lines: 0,
    linesDelivered: 0,
    linesRefunded: 0,
    disputed: 0,
    wholesaleOrders: wholesale.length,
    strays: 0,
    takenCents: 0,
    refundedCents: 0,
    mails: 0,
    mailsRepeated: 0,
    stuck: 0,
    strangers: { payments: [], profiles: [] },
    violations: [],
  };
  const wrong = (sentence: string) => tally.violations.push(sentence);
  for (const fault of await documentFaults(world, moneyByOrder(stripe))) wrong(fault);

  const lost = new Set<string>();

  for (const purchase of purchases) {
    for (const complaint of purchase.complaints)
      wrong(`a buyer (${purchase.person.click}, ${purchase.person.pay}): ${complaint}`);
    if (purchase.orderId === null) continue;
    tally.acknowledged += 1;
    if (known.has(purchase.orderId)) continue;
    if (isLostIn(world.gaps, purchase.acknowledgedAt)) {
      tally.lostToRestores += 1;
      if (purchase.isTopUp) tally.topUpsLost += 1;
      lost.add(purchase.orderId);
      continue;
    }
    tally.acknowledgedLost += 1;
    wrong(`order ${purchase.orderId} was acknowledged and does not exist`);
  }

  const allLines = rows.flatMap(({ lines }) => lines);
  const references = new Set(allLines.map(({ id }) => `cairn-${id}`));
  for (const intent of stripe.payment_intents) {
    const orderId = intent.metadata['order_id'] ?? '';
    if (known.has(orderId)) continue;
    if (wasLost(intent, world.gaps, noticed)) lost.add(orderId);
    if (!lost.has(orderId)) wrong(`payment ${intent.id} belongs to no order`);
    if (isCharge(intent) && intent.status === 'succeeded') tally.chargesLost += 1;
    if (intent.status === 'succeeded')
      tally.strangers.payments.push({
        id: intent.id,
        orderId,
        amount: intent.amount_received,
        refunded: stripe.refunds
          .filter((each) => each.payment_intent === intent.id && each.status !== 'failed')
          .reduce((sum, { amount }) => sum + amount, 0),
      });
  }
  for (const { wholesaler, id, reference } of wholesale) {
    if (references.has(reference)) continue;
    if (lost.size === 0) wrong(`order ${id} of ${wholesaler} belongs to no order`);
    tally.strangers.profiles.push({ wholesaler, id, reference });
  }
  const delivered = allLines.filter(({ issued }) => issued > 0).map(({ issued_as }) => issued_as);
  const holders = Map.groupBy(
    wholesale.filter((each) => each.addedTo === null && delivered.includes(keyOf(each))),
    ({ wholesaler, profiles }) => `${wholesaler} ${profiles[0]?.activationCode}`,
  );
  for (const same of holders.values())
    if (same.length > 1)
      wrong(`two buyers have the same profile: ${same.map((each) => `${keyOf(each)} ${each.reference}`).join(', ')}`);

  for (const row of rows) {
    const payments = stripe.payment_intents.filter(
      (each) => each.metadata['order_id'] === row.id && each.status === 'succeeded',
    );
    const ofPayment = (each: { payment_intent: string }) => payments.some(({ id }) => id === each.payment_intent);
    const refunds = stripe.refunds.filter((each) => each.status === 'succeeded' && ofPayment(each));
    const held = stripe.disputes.some((each) => HOLDS_MONEY.has(each.status) && ofPayment(each));
    // After lost time, a profile of a stopped line is issued again or listed at the end of the dispute.
    const isUndecided =
      (world.gaps ?? []).length > 0 &&
      stripe.disputes.some((each) => OPEN_DISPUTE.includes(each.status) && ofPayment(each));
    const buyer = purchases.find(({ orderId }) => orderId === row.id);
    const taken = payments.reduce((sum, each) => sum + each.amount_received, 0);
    const back = refunds.reduce((sum, each) => sum + each.amount, 0);
    const says = `order ${row.id} (${row.status}: ${row.lines.map(({ status }) => status).join(', ')}; ${buyer?.person.act?.act ?? 'no act'}): ${payments.length} payments, ${refunds.length} refunds`;

    tally.payments += payments.length;
    if (payments.length === 0) {
      const ordered = made.some(({ reference }) => row.lines.some(({ id }) => reference === `cairn-${id}`));
      if (!UNPAID.has(row.status) || ordered) wrong(`${says}; it was never paid`);
      continue;
    }
    tally.paid += 1;
    tally.takenCents += taken;
    tally.refundedCents += back;
    if (payments.length > 1) {
      tally.paidTwice += 1;
      wrong(`${says}; it was paid more than once`);
    }
    if (payments.some((each) => each.amount_received !== row.amount)) wrong(`${says}; the amount is not the order's`);
    if (row.lines.reduce((sum, { amount }) => sum + amount, 0) !== row.amount)
      wrong(`${says}; its amount is not the sum of its lines`);
    if (row.refunded !== back) wrong(`${says}; our books have ${row.refunded} cents refunded, the vendor's ${back}`);
    if (back > taken) wrong(`${says}; the refund exceeds the payment`);

    for (const [at, line] of row.lines.entries()) {
      const profiles = wholesale.filter(({ reference }) => reference === `cairn-${line.id}`);
      const about = `${says}; line ${at + 1}, ${profiles.length} wholesale orders, ${line.strays.length} listed, ${line.issued} issued`;
      const ordered = made.filter(({ reference }) => reference === `cairn-${line.id}`);
      checkLine({ row, line, profiles, ordered, refunds, taken, isUndecided, about });
      const shown = buyer?.last?.lines[at]?.esim;
      const sold = ordered.find((each) => keyOf(each) === line.issued_as);
      if (!shown || shown.activationCode === sold?.profiles[0]?.activationCode) continue;
      // Two profiles were made for the line, and lost time took with it which one the buyer saw: the other is listed.
      const isOwn = ordered.some((each) => each.profiles[0]?.activationCode === shown.activationCode);
      if ((world.gaps ?? []).length > 0 && isOwn) tally.seenOther += 1;
      else wrong(`${about}; the buyer sees another eSIM than the one bought`);
    }

    if (row.status === 'fulfilled') {
      tally.delivered += 1;
      if (back > 0) tally.partlyRefunded += 1;
      if (back >= taken || held) wrong(`${says}; it is fulfilled, but its money is refunded or held by a dispute`);
    } else if (row.status === 'refunded') {
      tally.refunded += 1;
      const kept = row.lines.reduce((sum, each) => sum + each.kept, 0);
      // A part that a person granted names no line, so that what is kept of the line may count it as well.
      if (back + kept < taken || back + kept > taken + row.parts)
        wrong(`${says}; the refund is not complete, ${kept} cents are kept`);
    } else if (row.status === 'disputed') {
      tally.disputed += 1;
      if (!held) wrong(`${says}; no dispute holds its money`);
    } else {
      tally.stuck += 1;
      wrong(`${says}; it is stuck`);
    }
    const issued = row.lines.filter((line) => line.issued > 0 && line.purpose !== 'plan').length;
    if (issued > 0) checkMails(row, issued, says);
  }
  return tally;

  /** A line has one eSIM or one refund, and every wholesale order is either issued or listed. */
  function checkLine(given: {
    row: Row;
    line: Line;
    profiles: Made[];
    /** With those that were given back. */
    ordered: Made[];
    refunds: Refund[];
    taken: number;
    isUndecided: boolean;
    about: string;
  }): void {
    const { row, line, profiles, ordered, refunds, taken, isUndecided, about } = given;
    tally.lines += 1;
    tally.strays += line.strays.length;
    const isIssued = (each: Made) => line.issued > 0 && line.issued_as === keyOf(each);
    const unlisted = profiles.filter((each) => !line.strays.includes(keyOf(each)) && !isIssued(each));
    const mayWait = isUndecided && line.status === 'stopped';
    if (unlisted.length > 0 && !mayWait) wrong(`${about}; order ${keyOf(unlisted[0]!)} is neither issued nor listed`);
    for (const listed of line.strays) {
      // With those that were given back after they were listed.
      if (!ordered.some((each) => keyOf(each) === listed)) wrong(`${about}; order ${listed} is listed and not its own`);
      if (line.issued > 0 && listed === line.issued_as) wrong(`${about}; order ${listed} is issued and listed`);
    }
    const sold = ordered.find(isIssued);
    if (line.issued > 0 && !sold) wrong(`${about}; the issued eSIM is not the one bought`);
    if (line.issued > 0 && line.esim_of !== sold?.wholesaler)
      wrong(`${about}; the eSIM names ${line.esim_of}, and ${sold?.wholesaler} has it`);
    if (sold && line.charged !== null && line.charged !== sold.netCents)
      wrong(`${about}; our books have a net price of ${line.charged} cents, ${keyOf(sold)} one of ${sold.netCents}`);
    const bought = sold?.createdAt.getTime();
    const backBefore = refunds.filter(({ created }) => bought && created + ASKED_BEFORE_SECONDS < bought / 1000);
    if (line.issued > 0 && backBefore.reduce((sum, each) => sum + each.amount, 0) >= taken)
      wrong(`${about}; the eSIM was bought after the full refund`);
    if (line.refunded > 0 && line.refunded + line.kept !== line.amount && row.status !== 'refunded')
      wrong(`${about}; ${line.refunded} cents of its ${line.amount} were refunded`);

    if (row.status !== 'fulfilled') return;
    const isDelivered = line.status === 'fulfilled' && line.issued === 1 && line.refunded === 0;
    // What was delivered is given back when its buyer asks for it. A restore may have forgotten who asked.
    const mayBeIssued = line.asked || (world.gaps ?? []).length > 0;
    const isGivenBack =
      line.status === 'refunded' && (line.issued === 0 || mayBeIssued) && line.refunded + line.kept === line.amount;
    if (isDelivered) tally.linesDelivered += 1;
    if (isGivenBack) tally.linesRefunded += 1;
    if (!isDelivered && !isGivenBack) wrong(`${about}; it has neither one eSIM nor its refund`);
  }

  /** At most one mail per line. One of them has every eSIM of an order that was not refunded. */
  function checkMails(row: Row, issued: number, says: string): void {
    const mails = inbox.filter((each) => each.to.includes(row.email) && each.attachments.length > 0);
    tally.mails += mails.length;
    const distinct = new Set(mails.map(({ messageId }) => messageId)).size;
    tally.mailsRepeated += mails.length - distinct;
    // After a restore the application doesn't know what it has sent.
    if (distinct > issued * (1 + (world.gaps?.length ?? 0)))
      wrong(`${says}; ${distinct} different mails for ${issued} eSIMs`);
    // A refund before the mail is sent cancels the mail.
    const most = Math.max(0, ...mails.map(({ attachments }) => attachments.length));
    // A restore may give a line back whose eSIM was mailed before.
    const mayBeMore = most > issued && (world.gaps ?? []).length > 0;
    // One that was given back before the others were ready is not among them.
    const left = row.lines.filter((line) => line.status === 'fulfilled' && line.issued > 0 && line.purpose !== 'plan');
    if (row.status === 'fulfilled' && (most < left.length || (most > issued && !mayBeMore)))
      wrong(`${says}; ${issued} eSIMs, and a mail with ${most}`);
  }
}

async function readRows(world: Books): Promise<Row[]> {
  const orders = await world.query<Omit<Row, 'lines'>>(`
    select o.id, o.status, o.email, o.total_amount as amount,
           (select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.id and r.status = 'succeeded')::int as refunded,
           (select coalesce(sum(r.amount), 0) from refunds r
            where r.order_id = o.id and r.status = 'succeeded' and r.line_id is null and r.scope = 'none')::int as parts
    from orders o
    where not exists (select from order_events e where e.order_id = o.id and e.detail ? 'demo')`);
  const lines = await world.query<Line>(`
    select l.id, l.order_id, l.status, l.purpose, l.unit_amount as amount,
           (case when l.purpose = 'plan' then (select count(*) from esim_plans p where p.line_id = l.id)
                 else (select count(*) from esims e where e.line_id = l.id) end)::int as issued,
           (select w.wholesaler || ' ' || w.vendor_order_id from wholesale_orders w where w.line_id = l.id) as issued_as,
           coalesce((select e.wholesaler from esims e where e.line_id = l.id limit 1),
                    (select e.wholesaler from esim_plans p join esims e on e.id = p.esim_id where p.line_id = l.id)) as esim_of,
           l.kept_amount as kept, exists (select from refund_requests q where q.line_id = l.id) as asked,
           (select w.charged_net_cents from wholesale_orders w where w.line_id = l.id) as charged,
           array(select s.wholesaler || ' ' || s.vendor_order_id from stray_profiles s join wholesale_orders w on w.id = s.wholesale_order_id
                 where w.line_id = l.id) as strays,
           (select coalesce(sum(case when r.line_id = l.id then r.amount else (r.shares ->> l.id::text)::int end), 0)
            from refunds r where r.order_id = l.order_id and r.status = 'succeeded')::int as refunded
    from order_lines l
    order by l.order_id, l.position`);
  const linesOf = Map.groupBy(lines, ({ order_id }) => order_id);
  return orders.map((order) => ({ ...order, lines: linesOf.get(order.id) ?? [] }));
}
