import type Stripe from 'stripe';
import { findCustomer } from '../customers.ts';
import { NOBODY, type Cause } from '../events.ts';
import { now } from '../ids.ts';
import { formatMoney } from '../money.ts';
import { newSetupIntent } from '../objects/customer.ts';
import { lineItem, newSession } from '../objects/session.ts';
import { invalid, missing } from '../wire/errors.ts';
import type { World } from '../world.ts';
import type { SessionParams } from './params.ts';

const HALF_AN_HOUR = 1800;
const A_DAY = 86_400;
/** Stripe's minimum charge, in the currency's smallest unit (docs.stripe.com/currencies), where it is not 50. */
const LEAST: Readonly<Record<string, number>> = {
  gbp: 30,
  dkk: 250,
  nok: 300,
  sek: 300,
  pln: 200,
  czk: 1500,
  huf: 17500,
  mxn: 1000,
};

/** Checks that involve several parameters: currencies, the total, the expiry time. */
export function checkSession(params: SessionParams): void {
  if (params.customer !== undefined && params.customer_email !== undefined)
    throw invalid('You may only specify one of these parameters: customer, customer_email.', 'customer');
  if (params.mode === 'payment') checkLines(params);
  else checkSetup(params);
  checkExpiry(params);
}

/** A session in `setup` mode saves a card and sells nothing. */
function checkSetup(params: SessionParams): void {
  if (params.line_items) throw invalid('You can not pass `line_items` in `setup` mode.', 'line_items');
  if (params.payment_intent_data)
    throw invalid('You can not pass `payment_intent_data` in `setup` mode.', 'payment_intent_data');
  if (!params.currency && !params.allowed_payment_method_types)
    throw invalid('Missing required param: currency.', 'currency', 'parameter_missing');
}

function checkLines(params: SessionParams): void {
  const { line_items: lines } = params;
  if (!lines) throw invalid('Missing required param: line_items.', 'line_items', 'parameter_missing');
  if (params.setup_intent_data)
    throw invalid('You can only pass `setup_intent_data` in `setup` mode.', 'setup_intent_data');
  const currency = lines[0]!.price_data.currency;
  if (lines.some((line) => line.price_data.currency !== currency)) {
    throw invalid('The prices of all line items must have the same currency.', 'line_items');
  }
  const total = lines.reduce((sum, line) => sum + line.price_data.unit_amount * line.quantity, 0);
  const least = LEAST[currency] ?? 50;
  if (total < least) {
    throw invalid(
      `The Checkout Session's total amount due must add up to at least ${formatMoney(least, currency)} ${currency}`,
      undefined,
      'amount_too_small',
    );
  }
}

function checkExpiry(params: SessionParams): void {
  const ahead = params.expires_at === undefined ? A_DAY : params.expires_at - now();
  if (ahead < HALF_AN_HOUR) {
    throw invalid(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      'expires_at',
    );
  }
  if (ahead > A_DAY) {
    throw invalid(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      'expires_at',
    );
  }
}

export function createSession(world: World, params: SessionParams): Stripe.Checkout.Session {
  const { store } = world;
  const customer = params.customer === undefined ? null : findCustomer(world, params.customer, 'customer').id;
  const lines = (params.line_items ?? []).map(lineItem);
  const setup =
    params.mode === 'setup' ? store.setups.put(newSetupIntent(customer, params.setup_intent_data ?? {})) : null;
  const expiresAt = params.expires_at ?? now() + A_DAY;
  const session = newSession(params, lines, { expiresAt, setup: setup?.id ?? null });
  store.checkouts.put({
    id: session.id,
    line_items: lines,
    intent: null,
    intent_data: params.payment_intent_data ?? {},
    entered: null,
  });
  return store.sessions.put(session);
}

/** The session with this id, expired first when it is due. Throws Stripe's 404. */
export function findSession(world: World, id: string): Stripe.Checkout.Session {
  const session = world.store.sessions.get(id);
  if (!session) throw missing('checkout.session', id);
  const due = session.status === 'open' && session.expires_at <= now();
  return due ? expireSession(world, session, NOBODY) : session;
}

/** Expires an open session and sends its event. Throws Stripe's 400 for one that is not open. */
export function expireSession(
  { store, emit, url }: World,
  session: Stripe.Checkout.Session,
  cause: Cause,
): Stripe.Checkout.Session {
  if (session.status !== 'open') {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
  }
  return store.ledger.transaction(() => {
    const expired = store.sessions.put({ ...session, status: 'expired', url: null });
    emit('checkout.session.expired', present(url(), expired), cause);
    return expired;
  });
}

/** Expires every open session that is due. */
export function expireDue(world: World): void {
  for (const session of world.store.sessions.list({ status: 'open' })) findSession(world, session.id);
}

/** The session as sent over the wire: its `url` with the sandbox's address. */
export function present(base: string, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  return { ...session, url: session.url && base + session.url };
}
