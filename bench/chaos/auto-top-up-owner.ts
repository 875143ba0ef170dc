import { AUTO_TOP_UP_CONSENT } from '#src/shared/auto-top-up.ts';
import { CARD_TEXT_VERSION } from '#src/shared/saved-cards.ts';
import type { AutoTopUpAnswer } from '#src/shared/top-up-views.ts';
import { enterCard } from '#test/support/saved-cards.ts';
import { CARDS, payHosted, until } from '#test/support/wire.ts';
import { createInsist, type Insist, type Purchase } from './buyer.ts';
import type { AutoRow } from './top-up-books.ts';
import type { AutoWish } from './person.ts';
import { choicesFor, choose, isRefused } from './top-up-buyer.ts';
import type { ChaosWorld } from './world.ts';

/** Somebody who uses auto top-up, and what the harness knows of it. */
export type Owner = {
  base: Purchase;
  wish: AutoWish;
  /** When each agreement was sent, in milliseconds since 1970: only what is acknowledged may be charged for. */
  agreedAt: number[];
  /** The plan that was agreed to first: later agreements are to the same, so that the cap stays what it was. */
  planId: string | null;
  /** Orders that were paid on the provider's page because the bank asked. */
  paid: Set<string>;
  /** A payment by hand, an agreement: one at a time. */
  isBusy: boolean;
};

/** How often it is switched on in all, and how long an owner waits for the page that shows a new card. */
const MAX_AGREEMENTS = 4;
const CARD_WITHIN = 60_000;

export const newOwner = (base: Purchase, wish: AutoWish): Owner => ({
  base,
  wish,
  agreedAt: [],
  planId: null,
  paid: new Set(),
  isBusy: false,
});

const insistAs = (world: ChaosWorld, giveUp: AbortSignal, { base }: Owner) =>
  createInsist(world, giveUp, Number.parseInt(base.person.key, 16) || 0);

/** Saves the card, if the order did not, and switches auto top-up on. */
export async function begin(world: ChaosWorld, owner: Owner, giveUp: AbortSignal): Promise<void> {
  await asOwner(world, owner, giveUp, async () => {
    const insist = insistAs(world, giveUp, owner);
    if (!owner.wish.isSavedAtCheckout) await saveCard(insist, owner, owner.wish.card);
    await agree(insist, owner);
  });
}

/** Does what the state of the auto top-up asks of its owner, when they want to. */
export async function react(
  world: ChaosWorld,
  owner: Owner,
  { state, reason, pay_order_id }: AutoRow,
  giveUp: AbortSignal,
): Promise<void> {
  const { wish, paid, agreedAt } = owner;
  const isLast = agreedAt.length >= MAX_AGREEMENTS;
  const asks = state === 'authentication' && wish.pays && pay_order_id !== null && !paid.has(pay_order_id);
  const mends = wish.mends && !isLast && (state === 'stopped' || (state === 'off' && MENDED.has(reason ?? '')));
  if (owner.isBusy || (!asks && !mends)) return;
  await asOwner(world, owner, giveUp, async () => {
    const insist = insistAs(world, giveUp, owner);
    if (asks) return payByHand(world, insist, owner, pay_order_id);
    if (reason === 'declined') await saveCard(insist, owner, CARDS.good);
    await agree(insist, owner);
  });
}

/** The store switched it off; its owner may agree once more. */
const MENDED: ReadonlySet<string> = new Set(['restored', 'plan-gone', 'dearer']);

/**
 * One thing at a time. What a restore has forgotten ends it, and so does a page of the payment provider that is not reached:
 * its owner comes again. Anything else that fails is a complaint.
 */
async function asOwner(world: ChaosWorld, owner: Owner, giveUp: AbortSignal, work: () => Promise<void>): Promise<void> {
  const { base } = owner;
  owner.isBusy = true;
  try {
    await work();
  } catch (error) {
    const isNotReached = error instanceof TypeError && error.message === 'fetch failed';
    if (world.gaps.length === base.restoresBefore && !giveUp.aborted && !isNotReached)
      base.complaints.push(`auto top-up: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    owner.isBusy = false;
  }
}

async function saveCard(insist: Insist, { base }: Owner, card: string): Promise<void> {
  const cards = async () => {
    const answer = await insist('GET', '/api/account/cards', { purchase: base });
    return ((answer.body['cards'] as object[] | undefined) ?? []).length;
  };
  const before = await cards();
  const body = { consent: CARD_TEXT_VERSION, locale: base.person.locale };
  const answer = await insist('POST', '/api/account/cards/setup', { purchase: base, body });
  if (answer.status !== 201) throw new Error(`no page for a card: ${answer.status} ${JSON.stringify(answer.body)}`);
  await enterCard(String(answer.body['url']), card);
  await until(async () => (await cards()) > before, { what: 'the card is saved', timeout: CARD_WITHIN });
}

/** Switches on with the newest card. Nothing happens while the wholesaler adds nothing. */
async function agree(insist: Insist, owner: Owner): Promise<void> {
  const { base, wish } = owner;
  const answer = await choicesFor<AutoTopUpAnswer>(insist, base, 'auto-top-up');
  const choice =
    owner.planId === null
      ? answer && choose(answer.choices, wish.share)
      : answer?.choices.find(({ planId }) => planId === owner.planId);
  const card = answer?.cards.at(-1);
  if (!choice || !card) return;
  const { amount, currency } = choice.price;
  const agreedAt = Date.now();
  // From here on it may be on, whatever is answered.
  owner.agreedAt.push(agreedAt);
  owner.planId = choice.planId;
  const said = await insist('PUT', `/api/orders/${base.orderId}/lines/1/auto-top-up`, {
    purchase: base,
    body: {
      on: true,
      planId: choice.planId,
      percent: wish.percent,
      cap: wish.times * amount,
      currency,
      shownAmount: amount,
      cardId: card.id,
      consentVersion: AUTO_TOP_UP_CONSENT,
      locale: base.person.locale,
    },
  });
  if (said.status !== 200 && !isRefused(said))
    throw new Error(`not switched on: ${said.status} ${JSON.stringify(said.body)}`);
}

/** The page of an order whose bank asked for its owner. It is paid once. */
async function payByHand(world: ChaosWorld, insist: Insist, { base, paid }: Owner, orderId: string): Promise<void> {
  const answer = await insist('POST', `/api/orders/${orderId}/payment`, { purchase: base });
  // It was paid, or its plan can't be added any more.
  if (answer.status === 409 || answer.status === 429) return void paid.add(orderId);
  if (answer.status !== 200) throw new Error(`no payment page: ${answer.status} ${JSON.stringify(answer.body)}`);
  const { location } = await payHosted(String(answer.body['paymentUrl']));
  if (location?.startsWith(world.appUrl)) paid.add(orderId);
}
