import type { Tx } from '../../db/database.ts';
import type { Limits } from '../../db/limits.ts';
import type { AutoTopUp, AutoTopUpBook, AutoTopUpTokens } from '../../modules/auto-top-ups/auto-top-ups.ts';
import { type Esim, esimOfLine, type Esims } from '../../modules/esims/esims.ts';
import type { Line, Order, OrderAccess, Orders } from '../../modules/orders/orders.ts';
import type { Payments } from '../../modules/payments/payments.ts';
import {
  AUTO_TOP_UP_CONSENT,
  type AutoTopUpLink,
  type AutoTopUpPercent,
  type AutoTopUpReason,
  isCap,
} from '../../shared/auto-top-up.ts';
import { AppError } from '../../shared/errors.ts';
import type { Locale } from '../../shared/locale.ts';
import type { AutoTopUpAnswer, TopUpChoice } from '../../shared/top-up-views.ts';
import { asksConsentOf, consentGiven } from '../buying/consent.ts';
import type { FlowBase } from '../buying/flow-base.ts';
import type { RecoverPayment } from '../buying/recover-payment.ts';
import type { TopUps } from '../buying/top-up.ts';
import type { ConsiderTopUp } from './consider-top-up.ts';
import { recoverCharges } from './recover-charges.ts';
import { endAutoTopUp, type SettlePorts } from './settle-charge.ts';
import { autoTopUpViews, canOffer, type ShowPorts } from './show.ts';
import { chargesOf, isReturned, type SituationPorts } from './situation.ts';

type Ports = FlowBase &
  SituationPorts &
  SettlePorts &
  ShowPorts & {
    autoTopUps: AutoTopUpBook;
    autoTopUpTokens: AutoTopUpTokens;
    orders: Orders;
    esims: Esims;
    payments: Payments;
    limits: Pick<Limits, 'consume'>;
    topUps: Pick<TopUps, 'choices'>;
    recoverPayment: RecoverPayment;
    considerTopUp: ConsiderTopUp;
  };

/** The eSIM of a line, by its number from 1, for a viewer of its order. */
export type OfLine = { order: Order; access: OrderAccess; line: number };

/** What an owner agrees to on the page of an eSIM. */
export type SwitchOn = {
  planId: string;
  percent: AutoTopUpPercent;
  /** In cents of `currency`. */
  cap: number;
  currency: string;
  /** The price that was shown. */
  shownAmount: number;
  cardId: string;
  consentVersion: number;
  /** The version of the text with which they ask that each plan begins at once; undefined: they do not. */
  beginConsent?: number | undefined;
  locale: Locale;
};

/** What owners do about the auto top-up of an eSIM: on its page, among their cards, by the link of a mail. */
export function createAutoTopUpSwitch(ports: Ports) {
  return {
    look: (of: OfLine) => look(ports, of),
    switchOn: (of: OfLine, accountId: string, agreed: SwitchOn) => switchOn(ports, of, accountId, agreed),
    switchOff: (of: OfLine) => switchOffLine(ports, of),
    /** Null for a token that is not ours. */
    ofToken: (token: string) => ofToken(ports, token),
    /** False for a token that is not ours. Safe to repeat. */
    switchOffByToken: (token: string) => switchOffByToken(ports, token),
  };
}

/** What can be agreed to now. Throws `not-found`. */
async function look(ports: Ports, { order, access, line: number }: OfLine): Promise<AutoTopUpAnswer> {
  const { line, esim } = await esimOf(ports, order, number);
  const isPaid = (await ports.payments.paidAttempt(order.id)) !== null;
  const autoTopUp = (await autoTopUpViews(ports, order, { access, isPaid }))(line, esim);
  if (!autoTopUp?.yours || order.accountId === null)
    return { autoTopUp, choices: [], reason: null, asksConsent: false, cards: [] };
  const { choices, reason } = canOffer(ports, line, esim)
    ? await ports.topUps.choices({ order, line: number })
    : { choices: [], reason: 'not-supported' as const };
  const offered = withData(choices);
  const cards = await ports.payments.cards.listOf(order.accountId);
  return {
    autoTopUp,
    choices: offered,
    reason: reason ?? (offered.length === 0 ? 'none-offered' : null),
    asksConsent: asksConsentOf(order),
    cards: cards.map(({ id, brand, last4, expMonth, expYear }) => ({ id, brand, last4, expMonth, expYear })),
  };
}

/**
 * Switches it on, or changes what was agreed to. Throws `not-found`, `unauthenticated` (another account's), `price-changed`,
 * `plan-unavailable`, `terms-changed` (another text is in force), `invalid-input` (cap or card), `auto-top-up-refused`,
 * `payment-unavailable` (the books lost commits, and the provider does not say what was charged).
 */
async function switchOn(ports: Ports, of: OfLine, accountId: string, agreed: SwitchOn): Promise<void> {
  const { db, notices, limits, autoTopUps, payments, considerTopUp } = ports;
  const { order } = of;
  if (of.access !== 'account' || order.accountId !== accountId) throw new AppError('unauthenticated');
  await limits.consume({ 'auto-top-ups-per-account': accountId });
  if (agreed.consentVersion !== AUTO_TOP_UP_CONSENT) throw new AppError('terms-changed', { field: 'consentVersion' });
  const beginConsent = consentGiven(agreed.beginConsent, ports.clock.now(), agreed.locale);
  const { line, esim } = await esimOf(ports, order, of.line);
  if (!canOffer(ports, line, esim) || !(await payments.paidAttempt(order.id))) throw refusal('not-supported');
  const plan = await chosen(ports, { order, line: of.line }, agreed);
  const card = await payments.cards.find(agreed.cardId);
  if (!card || card.removedAt !== null || card.accountId !== accountId)
    throw new AppError('invalid-input', { field: 'cardId' });
  await recoverCharges(ports, order, accountId);
  await db.transaction(async (tx) => {
    await autoTopUps.lockOfEsim(tx, esim.id);
    const row = await autoTopUps.agree(tx, {
      esimId: esim.id,
      orderId: order.id,
      lineId: line.id,
      accountId,
      plan: { planId: plan.planId, dataMb: plan.dataMb, days: plan.days },
      percent: agreed.percent,
      price: plan.price,
      capAmount: agreed.cap,
      cardId: card.id,
      consentVersion: agreed.consentVersion,
      beginConsent,
      locale: agreed.locale,
    });
    await endFailed(ports, tx, row);
    const { planId, thresholdPercent: percent, capAmount: cap, consentVersion } = row;
    await ports.orders.note(tx, order.id, 'auto-top-up-on', { line: of.line, planId, percent, cap, consentVersion });
    await considerTopUp(tx, { esimId: esim.id });
  });
  await notices.orderChanged(order.id);
}

/** The plan, as it is offered now and was shown. */
async function chosen(
  { topUps }: Ports,
  of: { order: Order; line: number },
  { planId, shownAmount, currency, cap }: SwitchOn,
): Promise<TopUpChoice> {
  const { choices, reason } = await topUps.choices(of);
  if (reason !== null) throw refusal(reason);
  const plan = withData(choices).find((each) => each.planId === planId);
  if (!plan) throw new AppError('plan-unavailable', { field: 'planId' });
  if (plan.price.amount !== shownAmount || plan.price.currency !== currency)
    throw new AppError('price-changed', { field: 'shownAmount' });
  if (!isCap(cap, plan.price.amount)) throw new AppError('invalid-input', { field: 'cap' });
  return plan;
}

/**
 * What failed before counts no more: its owner switches it on again, so that a threshold which is passed is decided anew.
 * Their orders can still be paid by hand.
 */
async function endFailed(ports: Ports, tx: Tx, row: AutoTopUp): Promise<void> {
  for (const { id, order, outcome, endedAt } of await chargesOf(ports, tx, row)) {
    const isOver = order.paidAt === null ? outcome !== null : isReturned(order);
    if (endedAt === null && isOver) await ports.autoTopUps.endCharge(tx, id);
  }
}

/** Switches it off for any viewer of the order: it spends nothing. Safe to repeat. Throws `not-found`. */
async function switchOffLine(ports: Ports, { order, line }: OfLine): Promise<void> {
  const { esim } = await esimOf(ports, order, line);
  await switchOff(ports, await ports.autoTopUps.ofEsim(esim.id), 'by-owner');
}

async function switchOff(
  ports: Pick<Ports, 'db' | 'notices' | keyof SettlePorts> & { orders: Pick<Orders, 'find' | 'note'> },
  row: AutoTopUp | null,
  reason: AutoTopUpReason,
): Promise<void> {
  if (!row) return;
  await ports.db.transaction(async (tx) => {
    const order = await ports.orders.find(row.orderId, tx);
    if (order) await endAutoTopUp(ports, tx, { row, order, reason });
  });
  await ports.notices.orderChanged(row.orderId);
}

async function ofToken({ autoTopUps, autoTopUpTokens, orders }: Ports, token: string): Promise<AutoTopUpLink | null> {
  const id = autoTopUpTokens.read(token);
  const row = id === null ? null : await autoTopUps.find(id);
  if (!row) return null;
  const order = await orders.find(row.orderId);
  const line = order?.lines.find((each) => each.id === row.lineId);
  if (!order || !line) return null;
  return {
    isOff: row.state === 'off',
    name: line.name,
    dataMb: row.dataMb,
    price: { amount: row.amount, currency: row.currency },
    orderId: order.id,
    line: line.position + 1,
  };
}

async function switchOffByToken(ports: Ports, token: string): Promise<boolean> {
  const id = ports.autoTopUpTokens.read(token);
  const row = id === null ? null : await ports.autoTopUps.find(id);
  if (!row) return false;
  await switchOff(ports, row, 'by-mail');
  return true;
}

/** A bought line with its eSIM. Throws `not-found`. */
async function esimOf({ orders, esims }: Ports, order: Order, number: number): Promise<{ line: Line; esim: Esim }> {
  const line = orders.profileLines(order).find(({ position }) => position === number - 1);
  const esim = line && esimOfLine(await esims.listByOrders([order.id]), orders.deliveryOf(order, line).id);
  if (!line || !esim) throw new AppError('not-found', { field: 'line' });
  return { line, esim };
}

/** Plans of which a threshold can be known. */
const withData = (choices: readonly TopUpChoice[]): TopUpChoice[] =>
  choices.filter(({ unlimited }) => unlimited === null);

const refusal = (rule: string) => new AppError('auto-top-up-refused', { field: 'line', rule });
