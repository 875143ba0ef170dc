import type Stripe from 'stripe';
import { cardFor, DECLINES, type Decline, type Outcome, type TestCard } from './cards.ts';
import { book } from './balance.ts';
import { openDispute, raiseFraudWarning } from './disputes.ts';
import { NOBODY } from './events.ts';
import { newId } from './ids.ts';
import { newCharge, newIntent } from './objects/payment.ts';
import { keepCard } from './customers.ts';
import { failSetup, saveCard } from './setups.ts';
import { customerDetails } from './objects/session.ts';
import { findSession, present } from './sessions/actions.ts';
import type { PaidWith } from './store.ts';
import type { World } from './world.ts';

/**
 * Pays a session with a card in one transaction: session, intent, charge and their events. Only an open session can be
 * paid, so repeated submits make one payment. Throws Stripe's 404 for an unknown session.
 */
export function pay(world: World, id: string, entered: PaidWith, how: { authenticated: boolean }): Outcome {
  return world.store.ledger.transaction(() => {
    const session = findSession(world, id);
    if (session.status !== 'open') return { result: 'closed' };
    if (session.mode === 'setup') return saveCard(world, session, entered, how);
    const card = cardFor(entered.number);
    const reason = card.onlyAttaches ? DECLINES.generic_decline : card.decline;
    return reason
      ? decline(world, session, { ...card, decline: reason }, entered)
      : settle(world, session, card, entered, how);
  });
}

/** The card's holder failed the 3-D Secure step: the intent records it, and no charge is made. */
export function failAuthentication(world: World, id: string, entered: PaidWith): Outcome {
  const { store, emit } = world;
  return store.ledger.transaction(() => {
    const session = findSession(world, id);
    if (session.status !== 'open') return { result: 'closed' };
    if (session.mode === 'setup') return failSetup(world, session, entered);
    const reason = DECLINES.authentication_failed;
    const intent = failedIntent(intentOf({ store }, session), reason);
    remember({ store }, session, intent, entered);
    emit('payment_intent.payment_failed', intent, NOBODY);
    return { result: 'declined', decline: reason };
  });
}

function settle(
  world: World,
  session: Stripe.Checkout.Session,
  card: TestCard,
  entered: PaidWith,
  how: { authenticated: boolean },
): Outcome {
  const { store, emit, url } = world;
  const before = intentOf({ store }, session);
  const customer = before.setup_future_usage !== null && typeof before.customer === 'string' ? before.customer : null;
  const method = keepCard(world, card, entered, { customer, ...how }).id;
  const charge = store.charges.put(newCharge(before, card, entered, { ...how, method }));
  book(store, 'charge', { amount: charge.amount, source: charge.id, id: String(charge.balance_transaction) });
  store.cards.put({ id: charge.id, ...(card.refund ? { refund: card.refund } : {}) });
  const intent: Stripe.PaymentIntent = {
    ...before,
    amount_received: before.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    payment_method: method,
    status: 'succeeded',
  };
  remember({ store }, session, intent, entered);
  const complete = store.sessions.put({
    ...session,
    collected_information: { business_name: null, individual_name: null, shipping_details: null },
    customer_details: customerDetails(entered.email, entered.name),
    payment_intent: intent.id,
    payment_status: 'paid',
    status: 'complete',
    url: null,
  });
  emit('charge.succeeded', charge, NOBODY);
  emit('payment_intent.succeeded', intent, NOBODY);
  emit('checkout.session.completed', present(url(), complete), NOBODY);
  raise(world, intent.id, card.raises);
  return { result: 'paid' };
}

function decline(
  { store, emit }: World,
  session: Stripe.Checkout.Session,
  card: TestCard & { decline: Decline },
  entered: PaidWith,
): Outcome {
  const reason = card.decline;
  const before = intentOf({ store }, session);
  const charge = store.charges.put(newCharge(before, card, entered, { authenticated: false, method: newId('pm') }));
  const intent = failedIntent({ ...before, latest_charge: charge.id }, reason, charge.id);
  remember({ store }, session, intent, entered);
  emit('charge.failed', charge, NOBODY);
  emit('payment_intent.payment_failed', intent, NOBODY);
  return { result: 'declined', decline: reason };
}

/** An intent whose attempt failed. */
export function failedIntent(intent: Stripe.PaymentIntent, reason: Decline, charge?: string): Stripe.PaymentIntent {
  return {
    ...intent,
    last_payment_error: {
      ...(charge ? { charge } : {}),
      ...reason,
      code: reason.code as Stripe.PaymentIntent.LastPaymentError.Code,
      doc_url: `https://stripe.com/docs/error-codes/${reason.code.replaceAll('_', '-')}`,
      type: charge ? 'card_error' : 'invalid_request_error',
    },
    status: 'requires_payment_method',
  };
}

/** The intent of the session's earlier attempts, or a new one. */
function intentOf({ store }: Pick<World, 'store'>, session: Stripe.Checkout.Session): Stripe.PaymentIntent {
  const checkout = store.checkouts.get(session.id)!;
  const known = checkout.intent ? store.intents.get(checkout.intent) : undefined;
  if (known) return known;
  const of = { amount: session.amount_total!, currency: session.currency! };
  return { ...newIntent(of, checkout.intent_data), customer: session.customer };
}

function remember(
  { store }: Pick<World, 'store'>,
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent,
  entered: PaidWith,
): void {
  const checkout = store.checkouts.get(session.id)!;
  store.intents.put(intent);
  store.checkouts.put({ ...checkout, intent: intent.id, entered: { email: entered.email, name: entered.name } });
}

/** What the card's bank raises right after the payment. */
export function raise(world: World, payment_intent: string, what: TestCard['raises']): void {
  if (what === undefined) return;
  if (what === 'fraud_warning') raiseFraudWarning(world, payment_intent, 'misc');
  else if (what === 'inquiry') openDispute(world, { payment_intent, reason: 'general', kind: 'inquiry' });
  else openDispute(world, { payment_intent, reason: what, kind: 'dispute' });
}
