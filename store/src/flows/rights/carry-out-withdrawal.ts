import type { Tx } from '../../db/database.ts';
import type { Order, OrderAccess } from '../../modules/orders/orders.ts';
import type { RefundRequest, SeenUse } from '../../modules/rights/rights.ts';
import { AppError } from '../../shared/errors.ts';
import { isUnused, WITHDRAWAL_DAYS, type WithdrawalShare, withdrawalShare } from '../../shared/rights.ts';
import { answerBy } from './ask-refund.ts';
import { esimOf, factsOf } from './facts.ts';
import { takesBackFirst, type UnusedPorts } from './refund-unused.ts';
import { mailAbout, requestsOfLine, startRefund } from './start-refund.ts';

/** What a withdrawal from these lines brings. `request`: the refund, or what a person decides; null: nothing goes back. */
export type CarriedOut = { lineId: string; share: WithdrawalShare; request: RefundRequest | null };

export type Withdrawal = {
  orderId: string;
  lineIds: readonly string[];
  /** When it was declared: whether that was in time, and what was used until then, hang on it. */
  at: Date;
  /** Who declared it: a person, where an operator carries it out. */
  via?: OrderAccess | 'person';
};

/**
 * Carries out a withdrawal from lines of an order: what is left of their price goes back, and what was used is kept, or a
 * person looks first. Of a line that is being refunded already, it returns that, so that a repetition changes nothing. Throws
 * `not-found`.
 */
export async function carryOutWithdrawal(
  ports: UnusedPorts,
  { orderId, lineIds, at, via = 'person' }: Withdrawal,
): Promise<CarriedOut[]> {
  const { db, notices, orders } = ports;
  const order = await orders.find(orderId);
  if (!order) throw new AppError('not-found', { field: 'order' });
  const uses = await readUses(ports, order, lineIds);
  const carried = await db.transaction(async (tx) => {
    const locked = await orders.lock(tx, orderId);
    if (!locked) throw new AppError('not-found', { field: 'order' });
    const done: CarriedOut[] = [];
    // Each line changes the order that the next one sees.
    for (const lineId of lineIds) {
      const now = (await orders.find(orderId, tx)) ?? locked;
      done.push(await withdrawLine(ports, tx, now, { lineId, at, via, uses }));
    }
    return done;
  });
  await notices.orderChanged(orderId);
  return carried;
}

type Uses = ReadonlyMap<string, { esimId: string; use: SeenUse | null }>;

async function readUses(ports: UnusedPorts, order: Order, lineIds: readonly string[]): Promise<Uses> {
  const uses = new Map<string, { esimId: string; use: SeenUse | null }>();
  for (const line of order.lines.filter(({ id }) => lineIds.includes(id))) {
    const esim = line.purpose === 'plan' ? null : await esimOf(ports, order, line);
    if (esim) uses.set(line.id, { esimId: esim.id, use: await ports.readUse(esim) });
  }
  return uses;
}

async function withdrawLine(
  ports: UnusedPorts,
  tx: Tx,
  order: Order,
  { lineId, at, via, uses }: { lineId: string; at: Date; via: OrderAccess | 'person'; uses: Uses },
): Promise<CarriedOut> {
  const line = order.lines.find(({ id }) => id === lineId);
  if (!line) throw new AppError('not-found', { field: 'line' });
  const { open, last } = await requestsOfLine(ports, tx, line);
  const read = uses.get(lineId) ?? null;
  const { facts, esim } = await factsOf(ports, tx, { order, line, use: read?.use ?? null, now: at });
  const share = withdrawalShare(facts, { days: WITHDRAWAL_DAYS });
  // It waits for a person already, or its money is on its way.
  const isUnderway = open !== null && (open.state !== 'asked' || open.kind === 'withdrawal');
  if (isUnderway || share.what === 'nothing')
    return {
      lineId,
      share,
      request: isUnderway ? open : share.what === 'nothing' && share.why === 'refunded' ? last : null,
    };
  const use = esim !== null && esim.id === read?.esimId ? read.use : null;
  const own = { kind: 'withdrawal' as const, reason: null, seen: use, askedVia: via };
  if (share.what === 'person') {
    const asked = await askPerson(
      ports,
      tx,
      { order, lineId, open },
      { ...own, why: share.why, amount: facts.price - facts.returned },
    );
    return { lineId, share, request: asked };
  }
  const goesBack = use !== null && isUnused(use);
  const isEnded = (open?.profile ?? null) !== null;
  const request = await startRefund(
    ports,
    tx,
    { order, line, waiting: open, first: esim !== null && goesBack && !isEnded && takesBackFirst(ports, esim) },
    {
      ...own,
      amount: share.back,
      kept: share.kept,
      // One that was ended before a person looked stays so.
      profile: open?.profile ?? (esim === null ? null : goesBack ? 'to-return' : 'to-end'),
    },
  );
  return { lineId, share, request };
}

async function askPerson(
  ports: UnusedPorts,
  tx: Tx,
  { order, lineId, open }: { order: Order; lineId: string; open: RefundRequest | null },
  wanted: Pick<RefundRequest, 'kind' | 'reason' | 'seen' | 'askedVia' | 'why' | 'amount'>,
): Promise<RefundRequest> {
  const { clock, orders, rights } = ports;
  const row = {
    ...wanted,
    state: 'asked' as const,
    kept: 0,
    answerBy: answerBy(clock.now(), ports.refundSettings.answerDays),
    profile: open?.profile ?? null,
  };
  const asked = open
    ? await rights.move(tx, open.id, ['asked'], row)
    : await rights.insert(tx, { ...row, orderId: order.id, lineId });
  if (!asked) throw new Error('the line has another open request');
  await orders.note(tx, order.id, 'refund-asked', { kind: 'withdrawal', why: wanted.why });
  await mailAbout(ports, tx, order, asked);
  return asked;
}
