import type { Tx } from '../../db/database.ts';
import { type AutoTopUp, type AutoTopUpBook, decide, type Decision } from '../../modules/auto-top-ups/auto-top-ups.ts';
import type { Order, Orders } from '../../modules/orders/orders.ts';
import type { Attempt, CardBook, Payments } from '../../modules/payments/payments.ts';
import { codeOf } from '../../shared/errors.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { OrderTextVersions } from '../../shared/legal.ts';
import type { ChargeOrder } from '../buying/charge-order.ts';
import type { FlowBase } from '../buying/flow-base.ts';
import type { SettlePayment } from '../buying/settle-payment.ts';
import type { TopUp, TopUps } from '../buying/top-up.ts';
import { endAutoTopUp, settleCharges, type SettlePorts, tell } from './settle-charge.ts';
import { chargesOf, type Facts, type KnownCharge, readFacts, type SituationPorts } from './situation.ts';

/** Looks at the auto top-up of an eSIM: adds a plan when its threshold is passed, once and within its cap. */
export type RunAutoTopUp = (esimId: string) => Promise<void>;

type Ports = FlowBase &
  SituationPorts &
  SettlePorts & {
    autoTopUps: AutoTopUpBook;
    orders: Orders;
    payments: Pick<Payments, 'latestAttempt'> & { cards: Pick<CardBook, 'find'> };
    topUps: Pick<TopUps, 'choose' | 'openTopUp'>;
    /** The versions of the legal texts in force. */
    texts: OrderTextVersions;
    chargeOrder: ChargeOrder;
    settlePayment: SettlePayment;
  };

/** What is to be done outside of a transaction. `mayBegin`: nothing speaks against a payment that has not begun. */
type Next = {
  row: AutoTopUp;
  order: Order;
  decision: Decision<KnownCharge>;
  charge: KnownCharge | null;
  mayBegin: boolean;
};

/** A plan may be another one than before the payment: then it is decided again, so often. */
const MAX_ROUNDS = 3;

/**
 * Safe to run twice, side by side, and after a kill at any step: what is charged is a row and an order first, in one
 * transaction under the lock of the auto top-up, where the unique indexes let one win. The payment of that order is
 * exactly-once by itself (`charge-order.ts`). An outcome that is not known is asked for with the same attempt.
 */
export function createRunAutoTopUp(ports: Ports): RunAutoTopUp {
  return async function runAutoTopUp(esimId) {
    const paid = new Set<string>();
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      let next = await look(ports, esimId);
      if (next?.decision.what === 'ask-price') next = await look(ports, esimId, await addableNow(ports, next));
      if (!next?.charge || paid.has(next.charge.id)) break;
      await pay(ports, next, next.charge);
      paid.add(next.charge.id);
    }
    const row = await ports.autoTopUps.ofEsim(esimId);
    if (row) await ports.notices.orderChanged(row.orderId);
  };
}

/** Stores what is new, decides, and carries out what needs no vendor. `topUp`: what the wholesaler adds, when it was asked. */
async function look(ports: Ports, esimId: string, topUp?: TopUp | null): Promise<Next | null> {
  const { db, autoTopUps, orders } = ports;
  const known = await autoTopUps.ofEsim(esimId);
  if (!known) return null;
  const attempts = await attemptsOf(ports, known);
  return db.transaction(async (tx) => {
    const locked = await autoTopUps.lockOfEsim(tx, esimId);
    const order = locked && (await orders.find(locked.orderId, tx));
    if (!locked || !order) return null;
    const charges = await chargesOf(ports, tx, locked);
    const row = await settleCharges(ports, tx, { row: locked, order, charges, attempts });
    const facts = await readFacts(ports, tx, row, topUp === undefined ? undefined : priceOf(topUp, row));
    if (!facts) return null;
    const decision = decide(facts.situation);
    const charge = await act(ports, tx, facts, { decision, topUp });
    await lookAgain(ports, tx, facts, decision);
    return { row, order, decision, charge, mayBegin: row.state === 'on' && facts.situation.ending === null };
  });
}

/** The last attempts of the orders whose payment is not settled, as far as our books know them. */
async function attemptsOf(ports: Ports, { id }: AutoTopUp): Promise<Map<string, Attempt>> {
  const attempts = new Map<string, Attempt>();
  for (const { orderId, outcome, endedAt } of await ports.autoTopUps.charges([id])) {
    if (outcome === 'paid' || outcome === 'returned' || endedAt !== null) continue;
    const attempt = await ports.payments.latestAttempt(orderId);
    if (attempt) attempts.set(orderId, attempt);
  }
  return attempts;
}

/** Carries out a decision. Returns the charge that is to be paid. */
async function act(
  ports: Ports,
  tx: Tx,
  facts: Facts,
  { decision, topUp }: { decision: Decision<KnownCharge>; topUp: TopUp | null | undefined },
): Promise<KnownCharge | null> {
  const { autoTopUps } = ports;
  const { row, order } = facts;
  switch (decision.what) {
    case 'nothing':
    case 'ask-price':
      return null;
    case 'end':
      await endAutoTopUp(ports, tx, { row, order, reason: decision.reason });
      return null;
    case 'capped':
      if (row.cappedMonth === autoTopUps.month()) return null;
      await autoTopUps.noteCapped(tx, row.id, autoTopUps.month());
      await tell(ports, tx, { row, order, what: 'capped' });
      return null;
    case 'go-on':
      return decision.charge;
    case 'charge':
      return topUp ? openCharge(ports, tx, facts, topUp) : null;
  }
}

/** The charge and the order that it pays, in the transaction that has decided. */
async function openCharge(ports: Ports, tx: Tx, facts: Facts, topUp: TopUp): Promise<KnownCharge | null> {
  const { topUps, autoTopUps, orders, texts } = ports;
  const { row, order, situation } = facts;
  const id = uuidv7();
  const { consentLocale: locale, beginConsent } = row;
  const by = { idempotencyKey: id, shownTexts: texts, locale, beginConsent };
  const { order: opened } = await topUps.openTopUp(tx, topUp, by);
  const { totalAmount: amount } = opened;
  const { usedPosition, newestPosition: afterPosition } = situation;
  const charge = { id, autoTopUpId: row.id, usedPosition, afterPosition, orderId: opened.id, amount };
  // The lock of the row lets one process decide: only a row of another rule could be in the way.
  if (!(await autoTopUps.insertCharge(tx, charge))) throw new Error('the threshold has been charged before');
  await orders.note(tx, order.id, 'auto-top-up-charge', { order: opened.number, amount });
  const stored = await autoTopUps.chargeOf(opened.id, tx);
  return stored && { ...stored, order: opened, toCome: false };
}

/** It can't be sold any more: taken off the shelf, or in a taxed state without a rate. */
const GONE: readonly string[] = ['plan-unavailable', 'not-found', 'country-not-sold'];

/** The plan that was agreed to, as the wholesaler adds it now; null when it does not. */
async function addableNow({ topUps }: Ports, { row, order }: Next): Promise<TopUp | null> {
  const line = (order.lines.find(({ id }) => id === row.lineId)?.position ?? 0) + 1;
  try {
    return await topUps.choose({ order, line, planId: row.planId });
  } catch (error) {
    const { rule } = error as { rule?: unknown };
    const isGone = GONE.includes(codeOf(error) ?? '');
    // When the wholesaler does not say, the job is tried again.
    if (isGone || (codeOf(error) === 'top-up-refused' && rule !== 'unavailable-now')) return null;
    throw error;
  }
}

/** Null for a plan that can't be added, or in another currency than was agreed to. */
const priceOf = (topUp: TopUp | null, { currency }: AutoTopUp): number | null =>
  topUp?.chosen.plan.price.currency === currency ? topUp.chosen.plan.price.amount : null;

/**
 * Pays the order of a charge from the saved card. A payment that has begun is asked for, also after the switch was turned
 * off; another one begins only while it is on.
 */
async function pay(ports: Ports, { row, mayBegin }: Next, charge: KnownCharge): Promise<void> {
  const { clock, log, autoTopUps, payments, chargeOrder, settlePayment } = ports;
  const attempt = await payments.latestAttempt(charge.orderId);
  // A process beside this one made it. The next look settles it.
  if (attempt?.kind === 'charge' && attempt.status === 'failed' && attempt.number > charge.failedAttempt) return;
  const isRunning = attempt !== null && (attempt.status === 'opening' || attempt.status === 'open');
  // So old that the provider may have forgotten its key: it says what became of it, and nothing is sent.
  if (isRunning && (!mayBegin || attempt.expiresAt < clock.now())) return void (await settlePayment(attempt.id));
  const card = await payments.cards.find(row.cardId);
  if (!card || card.removedAt !== null) return drop(ports, row, charge, 'card-gone');
  const isOn = mayBegin && (await autoTopUps.ofEsim(row.esimId))?.state === 'on';
  if (!isOn) return drop(ports, row, charge);
  try {
    await chargeOrder(charge.orderId, card);
  } catch (error) {
    const code = codeOf(error);
    // It was paid meanwhile.
    if (code === 'order-not-payable') return;
    if (code !== 'plan-unavailable' && code !== 'price-changed') throw error;
    log.info({ orderId: charge.orderId, fault: code }, 'the plan of an auto top-up has changed before its charge');
    await drop(ports, row, charge);
  }
}

/**
 * Gives up a charge that was never made. What follows for the switch is decided at the next look. One that has its outcome
 * by now, stored by a process beside this one, stays: its owner may be asked to pay it.
 */
async function drop(ports: Ports, { esimId }: AutoTopUp, charge: KnownCharge, why?: 'card-gone'): Promise<void> {
  const { db, autoTopUps, orders } = ports;
  await db.transaction(async (tx) => {
    const row = await autoTopUps.lockOfEsim(tx, esimId);
    const dropped = await orders.lock(tx, charge.orderId);
    const stored = await autoTopUps.chargeOf(charge.orderId, tx);
    if (!row || !dropped || dropped.paidAt !== null || stored?.outcome !== null) return;
    await autoTopUps.endCharge(tx, charge.id);
    await orders.move(tx, charge.orderId, 'expired', { reason: 'auto top-up given up' });
    const order = await orders.find(row.orderId, tx);
    if (why === undefined || row.state !== 'on' || !order) return;
    await autoTopUps.setState(tx, row.id, 'stopped', why);
    await tell(ports, tx, { row, order, what: 'declined', charge, reason: why });
  });
}

async function lookAgain({ autoTopUps }: Ports, tx: Tx, facts: Facts, decision: Decision<KnownCharge>): Promise<void> {
  const { row, situation } = facts;
  // Its owner may pay it at any moment, on the page of its order.
  const isUnderway =
    row.state === 'authentication' || situation.live.some(({ outcome, toCome }) => outcome === null || toCome);
  const when =
    decision.what === 'charge' || isUnderway
      ? 'soon'
      : decision.what === 'end' || row.state === 'off'
        ? 'off'
        : decision.what === 'capped'
          ? 'next-month'
          : 'later';
  await autoTopUps.lookAgain(tx, row.id, when);
}
