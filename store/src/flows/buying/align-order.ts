import type { Tx } from '../../db/database.ts';
import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import { deliveries, lineStepsFor, orderStatusOf, replacementStepsFor } from '../../modules/orders/line-state.ts';
import type { EventDetail, Line, Order, Orders } from '../../modules/orders/orders.ts';
import type { Attempt, Dispute, Payments, Refund } from '../../modules/payments/payments.ts';
import { enqueue, type EnqueueOptions } from '../../queue/queue.ts';
import type { LineStatus } from '../../shared/order-status.ts';
import { queueLines } from './queue-lines.ts';

export type AlignPorts = {
  orders: Pick<Orders, 'mustMoveLine' | 'follow'>;
  payments: Pick<Payments, 'disputesOf' | 'dropRequests' | 'balance' | 'refundsOf'>;
  fulfilment: Pick<Fulfilment, 'stop' | 'restart'>;
};

/** A payment and its order, whose row this transaction has locked. `order` is what the transaction has made of it. */
export type Locked = { attempt: Attempt; order: Order };

/**
 * Recomputes the states of an order and its lines: each line from its order's money, the order from its lines and its
 * money. Runs in every transaction that changes a line or the money, so that a process that is killed after any of them
 * leaves an order whose state is true. `detail` is stored in the order's history. Returns the order as it is then.
 */
export async function alignOrder(
  ports: AlignPorts,
  tx: Tx,
  { attempt, order }: Locked,
  detail: EventDetail = {},
): Promise<Order> {
  const { payments } = ports;
  const disputes = await payments.disputesOf(attempt.id, tx);
  const stopping = disputes.find(holdsMoney);
  // A lost dispute returned the money to the buyer. Open refund requests are dropped, so that the buyer is not paid
  // twice.
  if (stopping?.outcome === 'lost') await payments.dropRequests(tx, attempt);
  // A surplus payment does not belong to the order and does not change it.
  return attempt.surplus ? order : alignLines(ports, tx, { attempt, order }, { stopping, detail });
}

async function alignLines(
  ports: AlignPorts,
  tx: Tx,
  { attempt, order }: Locked,
  { stopping, detail }: { stopping: Dispute | undefined; detail: EventDetail },
): Promise<Order> {
  const { orders, payments } = ports;
  const money = { ...(await payments.balance(attempt, tx, order.lines)), disputed: stopping !== undefined };
  const moves = order.lines.map((line) => ({ line, steps: lineStepsFor(line, money) }));
  for (const { line, steps } of moves) await takeSteps(ports, tx, line.id, steps);

  const lines = moves.map(({ line, steps }) => ({ ...line, status: steps.at(-1) ?? line.status }));
  const replacements = await alignReplacements(ports, tx, { ...order, lines: withFirst(lines) }, money);
  const status = orderStatusOf(lines, money);
  const { returned, underway } = money;
  await orders.follow(tx, order, status, (step) => {
    if (step === 'disputed') return { dispute: stopping?.vendorId ?? null };
    if (step === 'refunded') return { returned };
    return step === 'refund_pending' ? { returned, underway } : detail;
  });

  const isResumed = order.status === 'disputed' && !stopping;
  const isRestarted = ({ id, status: now }: Line) =>
    now === 'fulfilling' && deliveries(order).some((each) => each.id === id && each.status !== now);
  if (isResumed || [...lines, ...replacements].some(isRestarted)) await queueLines(tx, [...lines, ...replacements]);
  // Refund requests that waited for the end of the dispute.
  if (isResumed) await queueRequests(ports, tx, attempt);
  return { ...order, status, lines: withFirst(lines), replacements };
}

/** Moves the replacements with the lines that were bought. Returns them as they are then. */
async function alignReplacements(
  ports: AlignPorts,
  tx: Tx,
  { lines, replacements }: Order,
  money: { disputed: boolean },
): Promise<Line[]> {
  const aligned: Line[] = [];
  for (const line of replacements) {
    const bought = lines.find(({ id }) => id === line.replaces);
    const steps = bought ? replacementStepsFor(line, bought.status, money) : [];
    await takeSteps(ports, tx, line.id, steps);
    aligned.push({ ...line, status: steps.at(-1) ?? line.status });
  }
  return aligned;
}

/** Moves a line, and stops or restarts its delivery. */
async function takeSteps(
  { orders, fulfilment }: AlignPorts,
  tx: Tx,
  lineId: string,
  steps: readonly LineStatus[],
): Promise<void> {
  for (const step of steps) await orders.mustMoveLine(tx, lineId, step);
  if (steps.includes('refunding') || steps.includes('stopped')) await fulfilment.stop(tx, lineId);
  if (steps.includes('fulfilling')) await fulfilment.restart(tx, lineId);
}

/** The order after its line has become `status`, in the transaction that moved it. */
export function withLine(order: Order, lineId: string, status: LineStatus): Order {
  const moved = (line: Line) => (line.id === lineId ? { ...line, status } : line);
  return { ...order, lines: withFirst(order.lines.map(moved)), replacements: order.replacements.map(moved) };
}

/** The order after `keep` of this line, in the transaction that stored it. */
export function withKept(order: Order, lineId: string, keptAmount: number): Order {
  return {
    ...order,
    lines: withFirst(order.lines.map((line) => (line.id === lineId ? { ...line, keptAmount } : line))),
  };
}

/** An order has at least one line. */
const withFirst = (lines: readonly Order['lines'][number][]) => lines as Order['lines'];

/** Queues every refund of the payment that was requested and not sent. */
export async function queueRequests(
  { payments }: { payments: Pick<Payments, 'refundsOf'> },
  tx: Tx,
  attempt: Attempt,
): Promise<void> {
  for (const refund of await payments.refundsOf(attempt.id, tx))
    if (refund.status === 'requested') await queueRefund(tx, refund);
}

export const queueRefund = (tx: Tx, { id }: Pick<Refund, 'id'>, options: Pick<EnqueueOptions, 'inSeconds'> = {}) =>
  enqueue(tx, 'refund-order', { refundId: id }, { key: `refund:${id}`, ...options });

/**
 * During an open dispute the money is withdrawn; after a lost one it stays so. An inquiry and a dispute that was won or
 * prevented withhold none.
 */
export const holdsMoney = ({ kind, outcome }: Dispute) =>
  kind === 'dispute' && (outcome === null || outcome === 'lost');
