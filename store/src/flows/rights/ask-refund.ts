import type { MailQueue } from '../../modules/notifications/notifications.ts';
import type { Orders, OrderAccess } from '../../modules/orders/orders.ts';
import type { RefundRequest, RightsBook } from '../../modules/rights/rights.ts';
import { AppError } from '../../shared/errors.ts';
import type { FaultReason, PersonReason } from '../../shared/refund-request.ts';
import { faultRight, type RefundRight, refundRight, type RightFacts } from '../../shared/rights.ts';
import { factsOf } from './facts.ts';
import { lineOf, type OfLine, readRight, type RightPorts } from './right-of-line.ts';
import { mailAbout, requestsOfLine } from './start-refund.ts';

export type AskPorts = RightPorts & {
  orders: Pick<Orders, 'lock' | 'note'>;
  rights: Pick<RightsBook, 'insert' | 'ofOrders' | 'isOpen' | 'countByOneself'>;
  notifications: Pick<MailQueue, 'queueRefundRequest'>;
};

/** What the buyer says about a fault. */
export type AskedFault = { reason: FaultReason; where?: string; when?: string; words?: string };

/**
 * Asks a person for the price of a line that did not work, or a part of it. What the network says now is attached. While a
 * refund of the line is open, it returns that. Throws `not-found`, `refund-refused`, `too-many-requests`.
 */
export async function askRefund(
  ports: AskPorts,
  { order, line: number, access, ...told }: OfLine & { access: OrderAccess } & AskedFault,
): Promise<RefundRequest> {
  const { db, notices, limits, clock, orders, rights } = ports;
  const underway = await requestsOfLine(ports, db, lineOf(order, number));
  if (underway.open) return underway.open;
  await limits.consume({ 'refund-requests-per-order': order.id });
  const { use, right } = await readRight(ports, { order, line: number }, { how: 'recent' });
  const made = await db.transaction(async (tx) => {
    const locked = await orders.lock(tx, order.id);
    if (!locked) throw new AppError('not-found');
    const line = lineOf(locked, number);
    const { open } = await requestsOfLine(ports, tx, line);
    if (open) return open;
    const { facts } = await factsOf(ports, tx, { order: locked, line, use });
    // Whoever gives back too often asks a person about an eSIM that is not delivered yet, too.
    const upTo = faultRight(facts)?.upTo ?? (isTooOften(right) && !facts.delivered ? restOf(facts) : 0);
    if (upTo === 0) throw new AppError('refund-refused', { field: 'line', rule: ruleOf(right) });
    const asked = await rights.insert(tx, {
      orderId: locked.id,
      lineId: line.id,
      kind: 'fault',
      reason: told.reason,
      place: told.where ?? null,
      period: told.when ?? null,
      words: told.words ?? null,
      seen: use,
      state: 'asked',
      why: whyOf(right),
      askedVia: access,
      amount: upTo,
      kept: 0,
      answerBy: answerBy(clock.now(), ports.refundSettings.answerDays),
      profile: null,
    });
    if (!asked) throw new Error('the line has another open request');
    await orders.note(tx, locked.id, 'refund-asked', { line: number, kind: 'fault', reason: told.reason });
    await mailAbout(ports, tx, locked, asked);
    return asked;
  });
  await notices.orderChanged(order.id);
  return made;
}

const isTooOften = (right: RefundRight) => right.what === 'ask' && right.why === 'too-often';
/** Nothing is left of a line that is given back, or whose bank decides. */
const restOf = (facts: RightFacts) => {
  const right = refundRight(facts, { windowDays: 36_500, isOften: true });
  return right.what === 'ask' ? right.upTo : 0;
};
const ruleOf = (right: RefundRight) => ('why' in right ? right.why : 'not-delivered');
const whyOf = (right: RefundRight): PersonReason => (right.what === 'ask' ? right.why : 'fault');

const DAY_MS = 86_400_000;

/** So many working days later: nobody is promised an answer on a weekend. */
export function answerBy(from: Date, workingDays: number): Date {
  let at = from;
  for (let left = workingDays; left > 0;) {
    at = new Date(at.getTime() + DAY_MS);
    if (at.getUTCDay() !== 0 && at.getUTCDay() !== 6) left -= 1;
  }
  return at;
}
