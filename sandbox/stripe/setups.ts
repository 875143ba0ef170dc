import type Stripe from 'stripe';
import { cardFor, DECLINES, type Decline, type Outcome } from './cards.ts';
import { keepCard } from './customers.ts';
import { NOBODY } from './events.ts';
import { customerDetails } from './objects/session.ts';
import { present } from './sessions/actions.ts';
import type { PaidWith } from './store.ts';
import type { World } from './world.ts';

/** Saves a card on the page of a session in `setup` mode: nothing is charged. */
export function saveCard(
  world: World,
  session: Stripe.Checkout.Session,
  entered: PaidWith,
  how: { authenticated: boolean },
): Outcome {
  const { store, emit, url } = world;
  const card = cardFor(entered.number);
  if (card.decline) return refuse(world, session, card.decline, entered);
  const setup = store.setups.get(String(session.setup_intent))!;
  const customer = typeof session.customer === 'string' ? session.customer : null;
  const method = keepCard(world, card, entered, { customer, ...how });
  const done = store.setups.put({ ...setup, last_setup_error: null, payment_method: method.id, status: 'succeeded' });
  remember(world, session, entered);
  const complete = store.sessions.put({
    ...session,
    collected_information: { business_name: null, individual_name: null, shipping_details: null },
    customer_details: customerDetails(entered.email, entered.name),
    status: 'complete',
    url: null,
  });
  emit('setup_intent.succeeded', done, NOBODY);
  emit('checkout.session.completed', present(url(), complete), NOBODY);
  return { result: 'paid' };
}

/** The card's holder failed the 3-D Secure step. */
export const failSetup = (world: World, session: Stripe.Checkout.Session, entered: PaidWith): Outcome =>
  refuse(world, session, DECLINES.setup_authentication_failed, entered);

function refuse(world: World, session: Stripe.Checkout.Session, reason: Decline, entered: PaidWith): Outcome {
  const { store, emit } = world;
  const setup = store.setups.get(String(session.setup_intent))!;
  const failed = store.setups.put({
    ...setup,
    last_setup_error: {
      ...reason,
      doc_url: `https://stripe.com/docs/error-codes/${reason.code.replaceAll('_', '-')}`,
      type: reason === DECLINES.setup_authentication_failed ? 'invalid_request_error' : 'card_error',
    },
  });
  remember(world, session, entered);
  emit('setup_intent.setup_failed', failed, NOBODY);
  return { result: 'declined', decline: reason };
}

function remember({ store }: World, session: Stripe.Checkout.Session, { email, name }: PaidWith): void {
  store.checkouts.put({ ...store.checkouts.get(session.id)!, entered: { email, name } });
}
