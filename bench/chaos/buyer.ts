import { setTimeout as pause } from 'node:timers/promises';
import { CONSENT_VERSION } from '#src/shared/consent.ts';
import { CARD_TEXT_VERSION } from '#src/shared/saved-cards.ts';
import type { OrderView } from '#src/shared/views.ts';
import { CARDS, control, payHosted } from '#test/support/wire.ts';
import type { Person } from './person.ts';
import { carryOut } from './vendor-acts.ts';
import type { ChaosWorld } from './world.ts';

export type Stage = 'signing-up' | 'ordering' | 'paying' | 'waiting' | 'finished' | 'gone';

/** The state of an order, as its buyer knows it. */
export type Purchase = {
  person: Person;
  /** A plan for an eSIM that exists. */
  isTopUp: boolean;
  stage: Stage;
  /** Set after a response 201. From then on the shop owes this order. */
  orderId: string | null;
  /** When that was, in milliseconds since 1970. */
  acknowledgedAt: number | null;
  /** The number of restores before the purchase began. */
  restoresBefore: number;
  /** Cookies with access to the order. */
  cookies: string[];
  idToken: string | null;
  refreshToken: string | null;
  /** How often the ID token was refreshed. */
  refreshes: number;
  /** Pages on which a payment was made. More than one is a fault. */
  paidPages: Set<string>;
  last: OrderView | null;
  /** Resolves when the planned action is in the vendor's ledger. */
  acting: Promise<void>;
  /** Faults that the buyer saw. */
  complaints: string[];
};

export const ANSWER_WITHIN = 15_000;
const MANY_REFRESHES = 50;
/** Pauses between two requests of one buyer: the first, and the longest after many. */
export const ASK_AGAIN = 150;
const ASK_SELDOM = 1_000;
const FINAL = new Set(['fulfilled', 'refunded', 'disputed']);

export function newPurchase(person: Person): Purchase {
  return {
    person,
    isTopUp: false,
    stage: 'ordering',
    orderId: null,
    acknowledgedAt: null,
    restoresBefore: 0,
    cookies: [],
    idToken: null,
    refreshToken: null,
    refreshes: 0,
    paidPages: new Set(),
    last: null,
    acting: Promise.resolve(),
    complaints: [],
  };
}

export type Shopping = {
  /** Delays the payment. */
  beforePaying?: () => Promise<void>;
  /** What is ordered instead of the plans of the person. Returns the payment page; null: the buyer leaves. */
  ordering?: (insist: Insist) => Promise<string | null>;
};

/**
 * Buys, and retries each request without a response or with a 5xx, unchanged, until `giveUp` is aborted. Updates
 * `purchase`. Resolves when the order has its eSIM or its refund.
 */
export async function shop(
  world: ChaosWorld,
  purchase: Purchase,
  giveUp: AbortSignal,
  { beforePaying, ordering }: Shopping = {},
): Promise<Purchase> {
  const { person } = purchase;
  if (!ordering) purchase.restoresBefore = world.gaps.length;
  const insist = createInsist(world, giveUp, Number.parseInt(person.key, 16) || 0);
  try {
    if (person.password !== null && purchase.idToken === null) {
      purchase.stage = 'signing-up';
      await signUp(insist, purchase, person.password);
    }
    purchase.stage = 'ordering';
    const paymentUrl = await (ordering?.(insist) ?? order(insist, purchase));
    if (paymentUrl === null || person.pay === 'not-at-all') {
      purchase.stage = 'gone';
      return purchase;
    }
    purchase.stage = 'paying';
    await beforePaying?.();
    await pay(world, insist, purchase, paymentUrl);
    purchase.stage = 'waiting';
    if (person.watches) void watch(world, purchase, giveUp);
    await waitForEnd(insist, purchase, giveUp);
    await purchase.acting;
    purchase.stage = 'finished';
  } catch (error) {
    // A restore may have forgotten the access of a top-up and not its order, which is judged by the ledgers.
    const mayBeForgotten = ordering !== undefined && world.gaps.length > purchase.restoresBefore;
    if (mayBeForgotten || (await isForgotten(world, purchase))) purchase.stage = 'gone';
    else purchase.complaints.push(`${purchase.stage}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return purchase;
}

/** True when the database was restored meanwhile and knows the order or the account no more. */
async function isForgotten(world: ChaosWorld, { orderId, restoresBefore }: Purchase): Promise<boolean> {
  if (world.gaps.length === restoresBefore) return false;
  return orderId === null || (await world.query('select 1 from orders where id = $1', [orderId])).length === 0;
}

type Answer = { status: number; body: Record<string, unknown>; cookie: string | null };
export type Insist = (
  method: 'GET' | 'POST' | 'PUT',
  address: string,
  options?: { body?: unknown; purchase?: Purchase },
) => Promise<Answer>;

/** Retries until a status below 500. 429 also counts as final, because these runs stay below the limits. */
export function createInsist(world: ChaosWorld, giveUp: AbortSignal, first: number): Insist {
  // Each buyer begins at another process, and goes to the next one after a failure.
  const urls = world.entrances;
  let turn = first;
  return async function insist(method, address, { body, purchase } = {}) {
    for (;;) {
      await world.gate.passed();
      giveUp.throwIfAborted();
      try {
        const headers: Record<string, string> = { 'content-type': 'application/json' };
        if (purchase?.idToken) headers['authorization'] = `Bearer ${purchase.idToken}`;
        if (purchase && purchase.cookies.length > 0) headers['cookie'] = purchase.cookies.at(-1) ?? '';
        const answer = await fetch(urls[turn % urls.length]! + address, {
          method,
          headers,
          signal: AbortSignal.any([giveUp, AbortSignal.timeout(ANSWER_WITHIN)]),
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const text = await answer.text();
        if (answer.status === 401 && purchase && (await refreshed(purchase, urls[turn % urls.length]!))) continue;
        if (answer.status < 500)
          return {
            status: answer.status,
            body: JSON.parse(text) as Answer['body'],
            cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? null,
          };
      } catch {
        // No response: the next attempt tells.
      }
      turn += 1;
      await pause(ASK_AGAIN);
    }
  };
}

/** As the SDK does when a token has ended. A process with a wrong clock ends it early. False after many times. */
async function refreshed(purchase: Purchase, url: string): Promise<boolean> {
  if (purchase.refreshToken === null || purchase.refreshes >= MANY_REFRESHES) return false;
  purchase.refreshes += 1;
  const answer = await fetch(`${url}/identity/v1/token?key=cairn-web`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'refresh_token', refresh_token: purchase.refreshToken }),
    signal: AbortSignal.timeout(ANSWER_WITHIN),
  });
  if (answer.status === 400) return signedInAgain(purchase, url);
  if (!answer.ok) return true;
  const { id_token, refresh_token } = (await answer.json()) as { id_token: string; refresh_token: string };
  purchase.idToken = id_token;
  purchase.refreshToken = refresh_token;
  return true;
}

/** A restore forgets tokens that were refreshed after the backup. False when it forgot the account, too. */
async function signedInAgain(purchase: Purchase, url: string): Promise<boolean> {
  const { email, password } = purchase.person;
  const answer = await fetch(`${url}/identity/v1/accounts:signInWithPassword?key=cairn-web`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, returnSecureToken: true }),
    signal: AbortSignal.timeout(ANSWER_WITHIN),
  });
  if (!answer.ok) return answer.status >= 500;
  const { idToken, refreshToken } = (await answer.json()) as { idToken: string; refreshToken: string };
  Object.assign(purchase, { idToken, refreshToken });
  return true;
}

async function signUp(insist: Insist, purchase: Purchase, password: string): Promise<void> {
  const { email, name } = purchase.person;
  const credentials = { email, password, returnSecureToken: true };
  let answer = await insist('POST', '/identity/v1/accounts:signUp?key=cairn-web', {
    body: { ...credentials, displayName: name },
  });
  // The first attempt may have succeeded with its response lost.
  if (answer.status === 400)
    answer = await insist('POST', '/identity/v1/accounts:signInWithPassword?key=cairn-web', { body: credentials });
  if (answer.status !== 200) throw new Error(`no account: ${answer.status} ${JSON.stringify(answer.body)}`);
  purchase.idToken = String(answer.body['idToken']);
  purchase.refreshToken = String(answer.body['refreshToken']);
}

/** Orders. Returns the payment page, or null when the plan is not on sale at the moment. */
async function order(insist: Insist, purchase: Purchase): Promise<string | null> {
  const { key, planIds, email, locale, click, topUps, rights } = purchase.person;
  const plans = planIds.length === 1 ? { planId: planIds[0] } : { planIds };
  const saveCard = topUps?.auto?.isSavedAtCheckout ? CARD_TEXT_VERSION : undefined;
  const terms = {
    saveCard,
    country: rights?.country ?? undefined,
    beginConsent: rights?.consents ? CONSENT_VERSION : undefined,
  };
  const body = { idempotencyKey: key, ...plans, email, locale, deviceConfirmed: true, ...terms };
  const one = async () => {
    const answer = await insist('POST', '/api/orders', { body, purchase });
    // A higher wholesale price took the plan off sale: the buyer leaves.
    if (answer.status === 409 && JSON.stringify(answer.body).includes('plan-unavailable')) return null;
    if (answer.status !== 201) throw new Error(`order refused: ${answer.status} ${JSON.stringify(answer.body)}`);
    const { order: made, paymentUrl } = answer.body as { order: OrderView; paymentUrl: string };
    acknowledge(purchase, made.id, answer);
    return paymentUrl;
  };
  return clicked(purchase, click, one);
}

/** The order exists from now on, for its buyer. */
export function acknowledge(purchase: Purchase, orderId: string, { cookie }: Pick<Answer, 'cookie'>): void {
  if (purchase.orderId !== null && purchase.orderId !== orderId) throw new Error('one key, two orders');
  purchase.orderId = orderId;
  purchase.acknowledgedAt ??= Date.now();
  if (cookie) purchase.cookies.push(cookie);
}

/** The payment page of one click, or of two identical ones, of which one may be refused. Null when each of them was. */
export async function clicked(
  { complaints }: Purchase,
  click: Person['click'],
  one: () => Promise<string | null>,
): Promise<string | null> {
  const urls = await Promise.all(click === 'twice' ? [one(), one()] : [one()]);
  const pages = new Set(urls.filter((url) => url !== null));
  if (pages.size > 1) complaints.push('two clicks, two payment pages');
  return [...pages][0] ?? null;
}

async function pay(world: ChaosWorld, insist: Insist, purchase: Purchase, first: string): Promise<void> {
  const submit = async (url: string, card?: string) => {
    const { location } = await payHosted(url, card);
    if (location?.startsWith(world.appUrl)) purchase.paidPages.add(url);
  };
  switch (purchase.person.pay) {
    case 'submitted-twice':
      await Promise.all([submit(first), submit(first)]);
      break;
    case 'two-tabs': {
      const tab = async () => {
        const answer = await insist('POST', `/api/orders/${purchase.orderId}/payment`, { purchase });
        if (answer.status === 200) await submit(String(answer.body['paymentUrl']));
        // The other click was faster and paid.
        else if (answer.status !== 409)
          throw new Error(`no payment page: ${answer.status} ${JSON.stringify(answer.body)}`);
      };
      await Promise.all([submit(first), tab(), tab()]);
      break;
    }
    case 'declined-first':
      await submit(first, CARDS.declined);
      await submit(first);
      break;
    default:
      await submit(first);
  }
  if (purchase.paidPages.size !== 1) purchase.complaints.push(`paid on ${purchase.paidPages.size} pages`);
  const session = /cs_\w+/.exec([...purchase.paidPages][0] ?? '')?.[0];
  if (purchase.person.act && session)
    purchase.acting = carryOut(world, session, purchase.person.act).catch((error: unknown) => {
      purchase.complaints.push(`at the vendor's desk: ${String(error)}`);
    });
  if (purchase.person.duplicateWebhook && session) {
    void control(world.stripe, { deliver: { type: 'checkout.session.completed', session, times: 3 } }).catch(
      () => undefined,
    );
  }
}

async function waitForEnd(insist: Insist, purchase: Purchase, giveUp: AbortSignal): Promise<void> {
  for (let wait = ASK_AGAIN; ; wait = Math.min(wait * 1.5, ASK_SELDOM)) {
    const answer = await insist('GET', `/api/orders/${purchase.orderId}`, { purchase });
    if (answer.status !== 200) throw new Error(`the order is not shown any more: ${answer.status}`);
    purchase.last = (answer.body as { order: OrderView }).order;
    if (FINAL.has(purchase.last.status)) return;
    await pause(wait, undefined, { signal: giveUp });
  }
}

/** Keeps an event stream open until it ends. */
async function watch(world: ChaosWorld, purchase: Purchase, giveUp: AbortSignal): Promise<void> {
  try {
    const headers = { cookie: purchase.cookies.at(-1) ?? '' };
    const stream = await fetch(`${world.appUrl}/api/orders/${purchase.orderId}/events`, {
      headers,
      signal: AbortSignal.any([giveUp, AbortSignal.timeout(3_000)]),
    });
    await stream.text();
  } catch {
    // It reached its time limit, or the application ended.
  }
}
