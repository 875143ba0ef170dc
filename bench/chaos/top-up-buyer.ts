import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { LEGAL_VERSIONS } from '#src/shared/legal.ts';
import type { TopUpsView } from '#src/shared/top-up-views.ts';
import { acknowledge, clicked, type Insist, newPurchase, type Purchase, shop } from './buyer.ts';
import type { ByHand } from './person.ts';
import type { ChaosWorld } from './world.ts';

const { terms, refund, privacy } = LEGAL_VERSIONS;

/** Looks again when the wholesaler did not say what it adds. */
const LOOKS = 4;
const LOOK_AGAIN = 1_500;

export type Choice = TopUpsView['choices'][number];

/** A part of the choices, from the smallest: `share` is from 0 (inclusive) to 1 (exclusive). */
export const choose = (choices: readonly Choice[], share: number): Choice | undefined =>
  choices[Math.floor(share * choices.length)];

/**
 * Tops the first eSIM of an order up, as `shop` buys. The top-up is a purchase of its own; `begins` gets it before
 * anything is asked for.
 */
export async function topUpByHand(
  world: ChaosWorld,
  base: Purchase,
  way: ByHand,
  { giveUp, begins }: { giveUp: AbortSignal; begins: (purchase: Purchase) => void },
): Promise<void> {
  const { click, pay, duplicateWebhook, watches, act, share } = way;
  const key = randomUUID();
  const purchase = newPurchase({
    ...base.person,
    key,
    click,
    pay,
    duplicateWebhook,
    watches,
    act,
    topUps: null,
    rights: null,
  });
  const { restoresBefore, idToken, refreshToken } = base;
  Object.assign(purchase, { isTopUp: true, restoresBefore, idToken, refreshToken });
  begins(purchase);
  await shop(world, purchase, giveUp, { ordering: (insist) => order(insist, base, { purchase, share }) });
}

/** The choices for the first eSIM of an order; none when the wholesaler does not say, or nothing can be added. */
export async function choicesFor<T extends Pick<TopUpsView, 'choices' | 'reason'>>(
  insist: Insist,
  base: Purchase,
  what: 'top-ups' | 'auto-top-up',
): Promise<T | null> {
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const answer = await insist('GET', `/api/orders/${base.orderId}/lines/1/${what}`, { purchase: base });
    // Too many looks, or the order was refunded or disputed meanwhile.
    if (answer.status === 429 || isGone(answer)) return null;
    if (answer.status !== 200) throw new Error(`no ${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
    const view = answer.body as unknown as T;
    if (view.reason !== 'unavailable-now') return view;
    await pause(LOOK_AGAIN);
  }
  return null;
}

type Said = { status: number; body: Record<string, unknown> };

const isGone = ({ status, body }: Said): boolean =>
  status === 404 && (body['error'] as { field?: unknown } | undefined)?.field === 'line';

/**
 * What may be refused at any time: the eSIM, the plan or its price has changed, there are too many looks, or the order
 * was refunded or disputed since its page was read.
 */
const CHANGED = /top-up-refused|plan-unavailable|price-changed|too-many-requests|auto-top-up-refused/;
export const isRefused = (said: Said): boolean =>
  isGone(said) || ((said.status === 409 || said.status === 429) && CHANGED.test(JSON.stringify(said.body)));

async function order(
  insist: Insist,
  base: Purchase,
  { purchase, share }: { purchase: Purchase; share: number },
): Promise<string | null> {
  const view = await choicesFor<TopUpsView>(insist, base, 'top-ups');
  const choice = view && choose(view.choices, share);
  if (!choice) return null;
  const { person } = purchase;
  const body = {
    idempotencyKey: person.key,
    planId: choice.planId,
    shownAmount: choice.price.amount,
    shownCurrency: choice.price.currency,
    shownTexts: { terms, refund, privacy },
    locale: person.locale,
  };
  return clicked(purchase, person.click, async () => {
    const answer = await insist('POST', `/api/orders/${base.orderId}/lines/1/top-ups`, { body, purchase: base });
    if (isRefused(answer)) return null;
    if (answer.status !== 201) throw new Error(`top-up refused: ${answer.status} ${JSON.stringify(answer.body)}`);
    const { orderId, paymentUrl } = answer.body as { orderId: string; paymentUrl: string };
    acknowledge(purchase, orderId, answer);
    return paymentUrl;
  });
}
