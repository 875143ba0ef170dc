import { Hono, type Context } from 'hono';
import type Stripe from 'stripe';
import type { SandboxEnv } from '../../kit/serve.ts';
import { cardFor, hasRightCheckDigit, type Outcome } from '../cards.ts';
import { newId } from '../ids.ts';
import { failAuthentication, pay } from '../payments.ts';
import { findSession } from '../sessions/actions.ts';
import type { PaidWith } from '../store.ts';
import { StripeFailure } from '../wire/errors.ts';
import type { World } from '../world.ts';
import { challengePage, closedPage, payPage, successAddress, unknownPage, type View } from './html.ts';
import { ERROR_CODES, languageOf, type ErrorCode } from './words.ts';

/**
 * The hosted payment page: `/c/pay/:session`, and `/c/pay/:session/3ds/:challenge` for cards with a challenge. No
 * scripts.
 */
export function paymentPages(world: World): Hono<SandboxEnv> {
  const { control } = world;
  const app = new Hono<SandboxEnv>();

  app.use('/c/*', async (c, next) => {
    await next();
    c.header('cache-control', 'no-store');
    c.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
    );
    c.header('referrer-policy', 'no-referrer');
    c.header('x-content-type-options', 'nosniff');
  });

  app.onError((error, c) => {
    const known = error instanceof StripeFailure && error.status === 404;
    if (!known) throw error;
    return c.html(unknownPage(languageOf(undefined, c.req.header('accept-language'))), 404);
  });

  app.get('/c/pay/:id', (c) => showSession(c, world));
  app.post(
    '/c/pay/:id',
    control.guard('sessions.pay', (c) => submitCard(c, world)),
  );
  app.get('/c/pay/:id/3ds/:challenge', (c) => showChallenge(c, world));
  app.post(
    '/c/pay/:id/3ds/:challenge',
    control.guard('sessions.pay', (c) => submitChallenge(c, world)),
  );
  return app;
}

/** The submitted payment form: the card, or the first invalid field. Spaces and separators are ignored. */
function readPayForm(form: URLSearchParams, now: Date): { entered: PaidWith } | { fault: ErrorCode } {
  const field = (name: string) => (form.get(name) ?? '').trim();
  const email = field('email');
  const name = field('billingName');
  const number = field('cardNumber').replaceAll(/[\s-]/g, '');
  const cvc = field('cardCvc');
  const expiry = /^(\d{1,2})\s*[/-]?\s*(\d{4}|\d{2})$/.exec(field('cardExpiry'));
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || email.length > 800) return { fault: 'email_invalid' };
  // One documented test card has a wrong check digit. It reaches the bank, which declines it.
  if (!/^\d{13,19}$/.test(number) || (!hasRightCheckDigit(number) && number !== '4242424242424241'))
    return { fault: 'incorrect_number' };
  const exp_month = Number(expiry?.[1]);
  const exp_year = expiry?.[2]?.length === 2 ? 2000 + Number(expiry[2]) : Number(expiry?.[2]);
  // A card is valid until the end of its month.
  if (!expiry || exp_month < 1 || exp_month > 12 || Date.UTC(exp_year, exp_month, 1) <= now.getTime())
    return { fault: 'invalid_expiry' };
  if (!new RegExp(`^\\d{${number.startsWith('3') && number.length === 15 ? 4 : 3}}$`).test(cvc))
    return { fault: 'invalid_cvc' };
  if (!name) return { fault: 'name_missing' };
  return { entered: { number, exp_month, exp_year, email, name: name.slice(0, 200) } };
}

type Ctx = Context<SandboxEnv>;

const path = (id: string) => `/c/pay/${id}`;
/** The session of the address; every route has one. */
const idOf = (c: Ctx) => c.req.param('id')!;

function view(c: Ctx, { store, merchant }: World, session: Stripe.Checkout.Session): View {
  return {
    language: languageOf(session, c.req.header('accept-language')),
    merchant: session.branding_settings?.display_name ?? merchant,
    session,
    checkout: store.checkouts.get(session.id)!,
  };
}

function showSession(c: Ctx, world: World): Response | Promise<Response> {
  const session = findSession(world, idOf(c));
  if (session.status !== 'open') return c.html(closedPage(view(c, world, session)));
  const error = ERROR_CODES.find((code) => code === c.req.query('error'));
  return c.html(payPage(view(c, world, session), error));
}

async function submitCard(c: Ctx, world: World): Promise<Response> {
  const id = idOf(c);
  const form = new URLSearchParams(await c.req.text());
  const session = findSession(world, id);
  if (session.status !== 'open') return follow(c, world, { result: 'closed' });
  // As on Stripe's page, the payer cannot change the shop's address.
  if (session.customer_email) form.set('email', session.customer_email);
  const read = readPayForm(form, new Date());
  if ('fault' in read) return c.redirect(`${path(id)}?error=${read.fault satisfies ErrorCode}`, 303);
  if (cardFor(read.entered.number).challenge) {
    const challenge = world.store.challenges.put({ id: newId('3ds'), session: id, card: read.entered });
    return c.redirect(`${path(id)}/3ds/${challenge.id}`, 303);
  }
  return follow(c, world, pay(world, id, read.entered, { authenticated: false }));
}

function showChallenge(c: Ctx, world: World): Response | Promise<Response> {
  const id = idOf(c);
  const session = findSession(world, id);
  const challenge = world.store.challenges.get(c.req.param('challenge')!);
  if (session.status !== 'open' || challenge?.session !== id) return c.redirect(path(id), 303);
  return c.html(challengePage(view(c, world, session)));
}

async function submitChallenge(c: Ctx, world: World): Promise<Response> {
  const id = idOf(c);
  const { challenges } = world.store;
  const form = new URLSearchParams(await c.req.text());
  const challenge = challenges.get(c.req.param('challenge')!);
  if (challenge?.session !== id) return follow(c, world, { result: 'closed' });
  challenges.delete(challenge.id);
  const outcome =
    form.get('outcome') === 'complete'
      ? pay(world, id, challenge.card, { authenticated: true })
      : failAuthentication(world, id, challenge.card);
  return follow(c, world, outcome);
}

/** Redirects to the shop, or back to the page with the reason. */
function follow(c: Ctx, world: World, outcome: Outcome): Response {
  const id = idOf(c);
  const session = findSession(world, id);
  if (session.status === 'complete') return c.redirect(successAddress(session), 303);
  if (outcome.result !== 'declined') return c.redirect(path(id), 303);
  return c.redirect(`${path(id)}?error=${outcome.decline.decline_code ?? outcome.decline.code}`, 303);
}
