import { documentNumber } from '#src/shared/documents.ts';
import { isLostIn } from './lost.ts';
import type { ShownDocument } from './rights-trace.ts';
import type { ChaosWorld, Gap } from './world.ts';

type Books = Pick<ChaosWorld, 'query'>;

/** A receipt, a credit note, or what cancels one. */
export type DocumentFact = {
  id: string;
  kind: string;
  series: string;
  number: number;
  order_id: string;
  refund_id: string | null;
  cancelled_by: string | null;
  total: number;
  /** The sum of its lines. */
  lines: number;
};
type SeriesFact = { series: string; last: number };
/** An order that was paid. */
type OrderFact = { id: string; total: number };
/** A refund of the payment that counts for its order. `isMade`: the money went back, or was settled in another way. */
type RefundFact = { id: string; order_id: string; amount: number; isMade: boolean };

/** What the payment vendor took for an order and gave back, in cents. */
type Money = { taken: number; back: number };

export type DocumentFacts = {
  series: readonly SeriesFact[];
  documents: readonly DocumentFact[];
  orders: readonly OrderFact[];
  refunds: readonly RefundFact[];
  /** By order, by the vendor's ledger; empty: it is not compared. */
  money: ReadonlyMap<string, Money>;
};

/** What is wrong with the receipts and credit notes, one message each: their numbers, and their sums. */
export async function documentFaults(world: Books, money: DocumentFacts['money'] = new Map()): Promise<string[]> {
  return compareDocuments({ ...(await documentFacts(world)), money });
}

async function documentFacts({ query }: Books): Promise<Omit<DocumentFacts, 'money'>> {
  return {
    series: await query('select series, last from document_series'),
    documents: await documentsIn({ query }),
    orders: await query(`
      select o.id, o.total_amount as total from orders o
      where o.paid_at is not null
        and not exists (select from order_events e where e.order_id = o.id and e.detail ? 'demo')`),
    refunds: await query(`
      select r.id, r.order_id, r.amount, r.status in ('succeeded', 'closed') as "isMade"
      from refunds r join payment_attempts a on a.id = r.attempt_id where not a.surplus`),
  };
}

/** Every document. */
export const documentsIn = ({ query }: Books): Promise<DocumentFact[]> =>
  query(`
    select d.id, d.kind, d.series, d.number, d.order_id, d.refund_id, d.cancelled_by, d.total,
           (select coalesce(sum((line ->> 'amount')::int), 0)
            from jsonb_array_elements(d.content -> 'lines') line)::int as lines
    from documents d`);

export function compareDocuments(facts: DocumentFacts): string[] {
  const { series, documents, orders, money } = facts;
  const bySeries = Map.groupBy(documents, (each) => each.series);
  const byOrder = Map.groupBy(documents, ({ order_id }) => order_id);
  const totals = new Map(orders.map(({ id, total }) => [id, total]));
  return [
    ...series.flatMap((each) => seriesFault(each, bySeries.get(each.series) ?? [])),
    ...[...bySeries.keys()]
      .filter((name) => !series.some((each) => each.series === name))
      .map((name) => `series ${name} is not open`),
    ...orders.flatMap((order) => receiptFault(order, byOrder.get(order.id) ?? [])),
    ...noteFaults(facts),
    ...documents
      .filter(
        ({ kind, total, lines, order_id }) => total !== lines || (kind === 'receipt' && total !== totals.get(order_id)),
      )
      .map((each) => `document ${documentNumber(each)}: its lines, or its order, are not its total`),
    ...orders.flatMap(({ id }) => moneyFault(id, byOrder.get(id) ?? [], money.get(id))),
  ];
}

/** Each number from 1 to the last one, once. */
function seriesFault({ series, last }: SeriesFact, documents: readonly DocumentFact[]): string[] {
  const numbers = new Set(documents.map(({ number }) => number));
  const given = documents.length;
  const isWhole = numbers.size === given && given === last && Math.max(0, ...numbers) === last;
  return isWhole
    ? []
    : [
        `series ${series}: ${numbers.size} numbers of ${given} documents, up to ${Math.max(0, ...numbers)}, counted ${last}`,
      ];
}

function receiptFault({ id }: OrderFact, documents: readonly DocumentFact[]): string[] {
  const receipts = documents.filter(({ kind, cancelled_by }) => kind === 'receipt' && cancelled_by === null).length;
  return receipts === 1 ? [] : [`order ${id} has ${receipts} receipts that stand`];
}

/** A refund that was made has one credit note that stands, over its amount; another one has none. */
function noteFaults({ documents, refunds }: DocumentFacts): string[] {
  const standing = Map.groupBy(
    documents.filter(({ kind, cancelled_by }) => kind === 'credit-note' && cancelled_by === null),
    ({ refund_id }) => refund_id,
  );
  const known = new Set(refunds.map(({ id }) => id));
  return [
    ...refunds.flatMap(({ id, order_id, amount, isMade }) => {
      const notes = standing.get(id) ?? [];
      const isRight = isMade ? notes.length === 1 && notes[0]!.total === -amount : notes.length === 0;
      const sum = notes.reduce((cents, { total }) => cents - total, 0);
      return isRight
        ? []
        : [`order ${order_id}: ${isMade ? amount : 0} cents refunded, ${sum} credited in ${notes.length} notes`];
    }),
    ...[...standing.values()]
      .flat()
      .filter(({ refund_id }) => refund_id === null || !known.has(refund_id))
      .map((each) => `document ${documentNumber(each)} credits no refund`),
  ];
}

function moneyFault(id: string, documents: readonly DocumentFact[], money: Money | undefined): string[] {
  if (!money) return [];
  const sum = documents.reduce((cents, { total }) => cents + total, 0);
  return sum === money.taken - money.back
    ? []
    : [`order ${id}: its documents say ${sum} cents, the vendor has ${money.taken} less ${money.back}`];
}

type Ledger = {
  payment_intents: readonly { id: string; status: string; amount_received: number; metadata: Record<string, string> }[];
  refunds: readonly { payment_intent: string; status: string; amount: number }[];
};

/** Payments and refunds by order, by the vendor's ledger. */
export function moneyByOrder({ payment_intents, refunds }: Ledger): Map<string, Money> {
  const back = Map.groupBy(
    refunds.filter(({ status }) => status === 'succeeded'),
    (each) => each.payment_intent,
  );
  const money = new Map<string, Money>();
  for (const { id, status, amount_received, metadata } of payment_intents) {
    if (status !== 'succeeded') continue;
    const before = money.get(metadata['order_id'] ?? '') ?? { taken: 0, back: 0 };
    const returned = (back.get(id) ?? []).reduce((sum, { amount }) => sum + amount, 0);
    money.set(metadata['order_id'] ?? '', { taken: before.taken + amount_received, back: before.back + returned });
  }
  return money;
}

/**
 * A number that a buyer was shown is that of the same order, or of none: a restore may have taken its document out of our
 * books, and then it is never given again.
 */
export function compareShown(
  shown: readonly ShownDocument[],
  documents: readonly DocumentFact[],
  gaps: readonly Gap[],
): { lost: number; violations: string[] } {
  const known = new Map(documents.map((each) => [documentNumber(each), each]));
  const owners = Map.groupBy(shown, ({ number }) => number);
  const violations: string[] = [];
  let lost = 0;
  for (const [number, same] of owners) {
    const [first] = same;
    const orders = new Set(same.map(({ orderId }) => orderId));
    if (orders.size > 1) violations.push(`number ${number} was shown for ${orders.size} orders`);
    const now = known.get(number);
    if (now && (!orders.has(now.order_id) || now.kind !== first!.kind))
      violations.push(`number ${number} was shown for order ${first!.orderId}, and is order ${now.order_id}'s`);
    if (now) continue;
    if (same.some(({ at }) => isLostIn(gaps, at))) lost += 1;
    else violations.push(`number ${number} of order ${first!.orderId} was shown and does not exist`);
  }
  return { lost, violations };
}
