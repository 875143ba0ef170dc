import type { Tx } from '../../db/database.ts';
import type { Notices } from '../../db/notices.ts';
import type { MailQueue } from '../../modules/notifications/notifications.ts';
import type { Line, Order, OrderBook } from '../../modules/orders/orders.ts';
import type { MoneyBook } from '../../modules/payments/payments.ts';
import type { OpenLoss, RefundRequest, RightsBook } from '../../modules/rights/rights.ts';
import { AppError } from '../../shared/errors.ts';
import type { Acting } from '../../shared/operator.ts';
import type { LossState } from '../../shared/refund-request.ts';
import { isUnused } from '../../shared/rights.ts';
import type { AlignPorts } from '../buying/align-order.ts';
import { requestPart, requestRefund } from '../buying/request-refund.ts';
import { restOfPrice } from '../rights/facts.ts';
import { keptOf, mailAbout, queueReturn } from '../rights/start-refund.ts';
import type { Act } from './act.ts';
import { lockOrder } from './lock-order.ts';
import { assertRest } from './refunds.ts';

type Ports = {
  act: Act;
  notices: Pick<Notices, 'orderChanged'>;
  orders: OrderBook;
  payments: MoneyBook;
  fulfilment: AlignPorts['fulfilment'];
  notifications: Pick<MailQueue, 'queueRefundRequest'>;
  rights: RightsBook;
};

/** The reason is the answer in words, which the buyer reads. `amountCents`: without it, all that is left. */
export type Granting = Acting & { amountCents?: number | null };

/** A request with its order, for the person who decides. */
export type ShownRequest = { request: RefundRequest; order: Order; line: Line };

const MAX_ROWS = 1_000;

/** Requests for refunds that a person decides about, and the losses of those that were made. */
export function createRefundRequestActions(ports: Ports) {
  return {
    open: () => open(ports),
    /** Null: there is none. */
    async find(id: string): Promise<ShownRequest | null> {
      const request = await ports.rights.find(id);
      return request && ((await shownOf(ports, [request]))[0] ?? null);
    },
    grant: (id: string, granting: Granting) => decide(ports, id, { ...granting, what: 'grant' }),
    refuse: (id: string, acting: Acting) => decide(ports, id, { ...acting, what: 'refuse' }),
  };
}

/** Those that await a person, and those on their way; oldest first. */
const open = async (ports: Ports): Promise<ShownRequest[]> => shownOf(ports, await ports.rights.open(MAX_ROWS));

async function shownOf({ orders }: Ports, requests: readonly RefundRequest[]): Promise<ShownRequest[]> {
  const found = await orders.findMany([...new Set(requests.map(({ orderId }) => orderId))]);
  return requests.flatMap((request) => {
    const order = found.find(({ id }) => id === request.orderId);
    const line = order?.lines.find(({ id }) => id === request.lineId);
    return order && line ? [{ request, order, line }] : [];
  });
}

type Decision = Granting & { what: 'grant' | 'refuse' };

/**
 * Answers a request in words: refunds what was asked for, or a part, or refuses. The buyer gets a mail with the answer. Throws
 * `not-found`, `wrong-state` (it does not await a person), and for a grant `invalid-input` for too high an amount,
 * `order-not-refundable`, `refund-undecided`.
 */
async function decide(ports: Ports, id: string, { what, ...granting }: Decision): Promise<RefundRequest> {
  const { act, notices, rights } = ports;
  const asked = await rights.find(id);
  if (!asked) throw new AppError('not-found', { field: 'refund-request' });
  const amount = granting.amountCents ?? null;
  if (amount !== null && !(Number.isSafeInteger(amount) && amount > 0))
    throw new AppError('invalid-input', { field: 'amount', rule: 'positive' });
  const decided = await act(`refund-request.${what}`, granting, { kind: 'refund-request', id }, async (tx) => {
    const order = await lockOrder(ports, tx, asked.orderId, granting);
    const result =
      what === 'grant' ? await grant(ports, tx, { order, id, granting }) : await refuse(ports, tx, { id, granting });
    await ports.orders.note(tx, order.id, `refund-${result.state}`, { request: id, by: granting.actor.name });
    await mailAbout(ports, tx, order, result);
    const { orderId, state } = asked;
    const after = { state: result.state, amount: result.amount, refund: result.refundId };
    return { result, changed: { orderId, before: { state }, after } };
  });
  if (!granting.dryRun) await notices.orderChanged(asked.orderId);
  return decided;
}

const notWaiting = () => new AppError('wrong-state', { field: 'refund-request' });

async function refuse(
  { rights }: Ports,
  tx: Tx,
  { id, granting: { actor, reason = '' } }: { id: string; granting: Granting },
): Promise<RefundRequest> {
  const refused = await rights.move(tx, id, ['asked'], { state: 'refused', answer: reason, decidedBy: actor.name });
  if (!refused) throw notWaiting();
  return refused;
}

async function grant(
  ports: Ports,
  tx: Tx,
  { order, id, granting }: { order: Order; id: string; granting: Granting },
): Promise<RefundRequest> {
  const { payments, rights } = ports;
  const request = await rights.find(id, tx);
  const line = order.lines.find((each) => each.id === request?.lineId);
  if (request?.state !== 'asked' || !line) throw notWaiting();
  await assertRest(ports, tx, order, line);
  const attempt = await payments.paidAttempt(order.id, tx);
  if (!attempt) throw new AppError('order-not-refundable');
  // A part that was granted before is not granted again.
  const rest = await restOfPrice(ports, tx, { attempt, line });
  if (rest === 0) throw new AppError('wrong-state', { field: 'refund' });
  const amount = granting.amountCents ?? rest;
  // A withdrawal ends the contract, and an eSIM that was ended stays so: what does not go back stays paid for use. Otherwise
  // a part leaves the eSIM as it is.
  const isOver = request.profile !== null;
  const endsLine = amount === rest || request.kind === 'withdrawal' || isOver;
  if (amount > rest)
    throw new AppError('invalid-input', { field: 'amount', max: { amount: rest, currency: order.currency } });
  const isAll = order.lines.length === 1 && amount === rest;
  const keep = isAll ? 0 : await keptOf(ports, tx, { order, line }, { amount, kept: rest - amount });
  const refund = endsLine
    ? await requestRefund(ports, tx, order, { reason: 'requested', line, keep })
    : await requestPart(ports, tx, order, { amountCents: amount, line });
  const hasProfile = line.status === 'fulfilled' && line.purpose === 'profile';
  const granted = await rights.move(tx, id, ['asked'], {
    state: 'granted',
    amount,
    kept: endsLine ? rest - amount : 0,
    refundId: refund.id,
    answer: granting.reason ?? '',
    decidedBy: granting.actor.name,
    profile: isOver || !endsLine || !hasProfile ? request.profile : isReturnable(request) ? 'to-return' : 'to-end',
  });
  if (!granted) throw notWaiting();
  if (granted.profile !== null && !isOver) await queueReturn(tx, granted);
  return granted;
}

/** As far as is known: what was used of one that could not be read is read when it is given back. */
const isReturnable = ({ seen }: RefundRequest): boolean => seen === null || isUnused(seen);

type LossPorts = Pick<Ports, 'act' | 'rights'>;

/** What the merchant does about a loss: it asks the wholesaler, is paid, or gives up. */
const MOVES = {
  claim: { from: ['open', 'claimed'], state: 'claimed' },
  paid: { from: ['open', 'claimed'], state: 'paid' },
  'write-off': { from: ['open', 'claimed'], state: 'written-off' },
} as const satisfies Record<string, { from: readonly LossState[]; state: LossState }>;

/** What refunded profiles cost that were not taken back. */
export function createLossActions({ act, rights }: LossPorts) {
  const move = async (
    id: string,
    what: keyof typeof MOVES,
    { reference = null, ...acting }: Acting & { reference?: string | null },
  ): Promise<OpenLoss> => {
    const loss = await rights.findLoss(id);
    if (!loss) throw new AppError('not-found', { field: 'loss' });
    return act(`loss.${what}`, acting, { kind: 'loss', id }, async (tx) => {
      const { from, state } = MOVES[what];
      const result = await rights.moveLoss(tx, id, from, { state, ...(reference !== null && { claimRef: reference }) });
      if (!result) throw new AppError('wrong-state', { field: 'loss' });
      const { orderId, state: before, netCents } = loss;
      return { result, changed: { orderId, before: { state: before }, after: { state, netCents } } };
    });
  };
  return {
    /** Those that are not settled, oldest first. */
    open: () => rights.openLosses(MAX_ROWS),
    claim: (id: string, acting: Acting & { reference?: string | null }) => move(id, 'claim', acting),
    paid: (id: string, acting: Acting) => move(id, 'paid', acting),
    writeOff: (id: string, acting: Acting) => move(id, 'write-off', acting),
  };
}
