import type { Db, Tx } from '../../db/database.ts';
import type { Notices } from '../../db/notices.ts';
import type { Limits } from '../../db/limits.ts';
import type { CardSetup, KeepCard, PaymentCustomer, Payments, SavedCardRow } from '../../modules/payments/payments.ts';
import type { SavedCards } from '../../modules/payments/provider.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import type { Locale } from '../../shared/locale.ts';
import { paths } from '../../shared/paths.ts';
import { CARD_TEXT_VERSION, MAX_CARDS } from '../../shared/saved-cards.ts';
import type { SavedCardView } from '../../shared/views.ts';
import type { CardUses } from './card-uses.ts';

type Ports = {
  db: Db;
  log: { warn(fields: object, message: string): void };
  limits: Limits;
  notices: Pick<Notices, 'orderChanged'>;
  payments: Pick<Payments, 'cards' | 'gatewayOf' | 'providers'>;
  cardUses: CardUses;
  publicUrl: string;
};

/**
 * `offered`: false where the provider keeps no cards. `isAway`: the provider did not answer, so these are the cards as
 * last read. `areLost`: the provider has no customer for the account any more, and with it went the cards.
 */
export type CardList = { cards: SavedCardView[]; offered: boolean; isAway: boolean; areLost: boolean };

/** The saved cards of an account: they are at the payment provider, whose list counts. */
export const createSavedCardFlows = (ports: Ports) => ({
  list: (accountId: string) => list(ports, accountId),
  startSetup: (input: SetupInput) => startSetup(ports, input),
  prefer: (input: { accountId: string; cardId: string }) => prefer(ports, input),
  remove: (input: RemoveInput) => remove(ports, input),
  finishSetup: (provider: string, pageRef: string) => finishSetup(ports, provider, pageRef),
  keepCardFor: (accountId: string, consent: Consent) => keepCardFor(ports, accountId, consent),
});

/** The version of the text that the holder saw, and its language. */
export type Consent = { version: number; locale: Locale };
/** What becomes of the auto top-ups that pay with a removed card. `payWith`: another card of the account. */
type RemoveInput = { accountId: string; cardId: string; switchOff: boolean; payWith?: string | undefined };
type SetupInput = { accountId: string; consent: Consent };

/** The provider that keeps new cards; null: the one that takes payments keeps none. */
function keeperOf({ payments }: Ports): { provider: string; savedCards: SavedCards } | null {
  const { name, gateway } = payments.providers.first;
  return gateway.savedCards && { provider: name, savedCards: gateway.savedCards };
}

/**
 * The cards of an account, after the provider's own list was read: cards that were removed there are gone, and ends that
 * changed are shown. A page that has saved a card since the last look is taken into account.
 */
async function list(ports: Ports, accountId: string): Promise<CardList> {
  const { payments, cardUses } = ports;
  const { isAway, areLost } = await refresh(ports, accountId);
  const cards = await payments.cards.listOf(accountId);
  return {
    cards: await Promise.all(cards.map(async (card) => viewOf(card, await cardUses.autoTopUpsOf(card.id)))),
    offered: keeperOf(ports) !== null,
    isAway,
    areLost,
  };
}

const viewOf = ({ id, brand, last4, expMonth, expYear }: SavedCardRow, autoTopUps: SavedCardView['autoTopUps']) => ({
  id,
  brand,
  last4,
  expMonth,
  expYear,
  autoTopUps,
});

async function refresh(ports: Ports, accountId: string): Promise<{ isAway: boolean; areLost: boolean }> {
  const { limits, payments } = ports;
  const customers = await payments.cards.customersOf(accountId);
  if (customers.length === 0) return { isAway: false, areLost: false };
  let areLost = false;
  try {
    await limits.consume({ 'card-reads-per-account': accountId });
    for (const { provider, pageRef } of await payments.cards.openSetupsOf(accountId))
      if (pageRef !== null) await finishSetup(ports, provider, pageRef);
    for (const customer of customers) areLost = (await align(ports, customer)) || areLost;
  } catch (error) {
    // Shown as last read. Over the limit the provider is not asked.
    if (codeOf(error) === 'too-many-requests') return { isAway: false, areLost };
    if (codeOf(error) !== 'payment-unavailable' && codeOf(error) !== 'payment-refused') throw error;
    return { isAway: true, areLost };
  }
  return { isAway: false, areLost };
}

/** Reads the cards of a customer. True when the provider does not have the customer any more. */
async function align(ports: Ports, customer: PaymentCustomer): Promise<boolean> {
  const { db, payments, cardUses } = ports;
  const { provider, customerRef } = customer;
  const savedCards = payments.providers.find(provider)?.gateway.savedCards;
  if (!savedCards || customerRef === null) return false;
  const kept = await savedCards.cardsOf(customerRef);
  const changed: string[] = [];
  const areLost = await db.transaction(async (tx) => {
    const gone = await payments.cards.align(tx, customer, kept === 'no-customer' ? [] : kept);
    for (const cardId of gone) changed.push(...(await cardUses.switchOffFor(tx, cardId)));
    if (kept === 'no-customer') await payments.cards.deleteCustomer(customer.id, tx);
    return kept === 'no-customer' && gone.length > 0;
  });
  await notifyPages(ports, changed);
  return areLost;
}

/** The provider's customer of an account, made now if there is none. Idempotent. Throws `payment-unavailable`. */
async function customerOf(
  { payments }: Ports,
  { provider, savedCards }: { provider: string; savedCards: SavedCards },
  accountId: string,
): Promise<PaymentCustomer & { customerRef: string }> {
  const customer = await payments.cards.openCustomer(accountId, provider);
  if (customer.endedAt !== null) throw new AppError('unauthenticated');
  if (customer.customerRef !== null) return { ...customer, customerRef: customer.customerRef };
  const { customerRef } = await savedCards.createCustomer({ accountId, key: customer.id });
  await payments.cards.setCustomerRef(customer.id, customerRef);
  return { ...customer, customerRef };
}

function checkConsent({ version }: Consent): void {
  if (version !== CARD_TEXT_VERSION) throw new AppError('terms-changed', { field: 'consent' });
}

/**
 * Opens the provider's page that saves a card; nothing is charged. Throws `terms-changed`, `too-many-cards`,
 * `too-many-requests`, `payment-unavailable`.
 */
async function startSetup(ports: Ports, { accountId, consent }: SetupInput): Promise<{ url: string }> {
  const { limits, payments } = ports;
  const keeper = keeperOf(ports);
  if (!keeper) throw new AppError('payment-unavailable', { message: 'the provider keeps no cards' });
  checkConsent(consent);
  if ((await payments.cards.listOf(accountId)).length >= MAX_CARDS) throw new AppError('too-many-cards');
  await limits.consume({ 'card-setups-per-account': accountId });
  try {
    return await openSetup(ports, keeper, { accountId, consent });
  } catch (error) {
    if (codeOf(error) !== 'payment-refused') throw error;
    // The customer may have been deleted at the provider: then a new one is made.
    for (const customer of await payments.cards.customersOf(accountId)) await align(ports, customer);
    return openSetup(ports, keeper, { accountId, consent }).catch(unavailable);
  }
}

async function openSetup(
  ports: Ports,
  keeper: { provider: string; savedCards: SavedCards },
  { accountId, consent }: SetupInput,
): Promise<{ url: string }> {
  const { payments, publicUrl } = ports;
  const { customerRef } = await customerOf(ports, keeper, accountId);
  const { provider } = keeper;
  const agreed = { consentVersion: consent.version, consentLocale: consent.locale };
  const setup = await payments.cards.startSetup({ accountId, provider, customerRef }, agreed);
  const page = publicUrl + paths.cards();
  const { pageRef, url } = await keeper.savedCards.openSetup({
    setupId: setup.id,
    customerRef,
    locale: consent.locale,
    successUrl: `${page}?setup=done`,
    cancelUrl: `${page}?setup=cancelled`,
  });
  await payments.cards.setSetupPage(setup.id, pageRef);
  return { url };
}

/** A refusal of the provider is no answer that a buyer can act on. */
function unavailable(error: unknown): never {
  if (codeOf(error) !== 'payment-refused') throw error;
  throw new AppError('payment-unavailable', { message: 'the provider opens no page for a card', cause: error });
}

/** Stores the card that a page has saved. False when the page is not one of ours. Idempotent. */
async function finishSetup(ports: Ports, provider: string, pageRef: string): Promise<boolean> {
  const { db, payments } = ports;
  const setup = await payments.cards.findSetupOfPage(provider, pageRef);
  if (!setup) return false;
  if (setup.status !== 'open') return true;
  const { savedCards } = payments.gatewayOf(setup);
  if (!savedCards) return true;
  const { status, card } = await savedCards.setup(pageRef);
  if (status === 'open') return true;
  await db.transaction(async (tx) => {
    if (!(await payments.cards.endSetup(tx, setup.id, status))) return;
    if (card) await payments.cards.keep(tx, setup, { ...card, ...consentOf(setup) });
  });
  return true;
}

const consentOf = ({ consentVersion, consentLocale }: CardSetup) => ({ consentVersion, consentLocale });

/**
 * What the first payment page of an order needs to save its card: the customer of the account, and the text with which
 * its holder agreed. Null where the provider keeps no cards. Throws `terms-changed`, `payment-unavailable`.
 */
async function keepCardFor(ports: Ports, accountId: string, consent: Consent): Promise<KeepCard | null> {
  const keeper = keeperOf(ports);
  if (!keeper) return null;
  checkConsent(consent);
  const { customerRef } = await customerOf(ports, keeper, accountId).catch(unavailable);
  const { provider } = keeper;
  return { provider, customerRef, consentVersion: consent.version, consentLocale: consent.locale };
}

/** Makes a card the first choice, which is offered first. Throws `not-found`. */
async function prefer(
  { payments }: Ports,
  { accountId, cardId }: { accountId: string; cardId: string },
): Promise<void> {
  await cardOf({ payments }, accountId, cardId);
  if (!(await payments.cards.prefer(cardId))) throw new AppError('not-found');
}

/** A saved card of the account. Throws `not-found`. */
async function cardOf({ payments }: Pick<Ports, 'payments'>, accountId: string, cardId: string): Promise<SavedCardRow> {
  const card = await payments.cards.find(cardId);
  if (card?.accountId !== accountId || card.removedAt !== null) throw new AppError('not-found');
  return card;
}

/**
 * Removes a card at the provider, then here. What it paid can still be refunded to it. Auto top-ups that are to pay with
 * another card do so before that: no charge finds the card gone. Throws `not-found`, `invalid-input` (the other card),
 * `card-in-use` (auto top-ups pay with it, and nothing says what becomes of them), `payment-unavailable`.
 */
async function remove(ports: Ports, { accountId, cardId, switchOff, payWith }: RemoveInput): Promise<void> {
  const { db, payments, cardUses } = ports;
  const card = await cardOf(ports, accountId, cardId);
  if (payWith !== undefined) await moveUses(ports, { accountId, cardId, payWith });
  else if (!switchOff && (await cardUses.autoTopUpsOf(cardId)).length > 0) throw new AppError('card-in-use');
  await payments.gatewayOf(card).savedCards?.remove(card.methodRef).catch(unavailable);
  const changed = await db.transaction(async (tx: Tx) => {
    await payments.cards.markRemoved(tx, cardId);
    return cardUses.switchOffFor(tx, cardId);
  });
  await notifyPages(ports, changed);
}

async function moveUses(
  ports: Ports,
  { accountId, cardId, payWith }: { accountId: string; cardId: string; payWith: string },
): Promise<void> {
  const other = await ports.payments.cards.find(payWith);
  if (cardId === payWith || other?.accountId !== accountId || other.removedAt !== null)
    throw new AppError('invalid-input', { field: 'payWith' });
  await notifyPages(ports, await ports.db.transaction((tx) => ports.cardUses.payWith(tx, cardId, payWith)));
}

/** Open pages of these orders show what has become of their auto top-ups. */
async function notifyPages({ notices }: Ports, orderIds: readonly string[]): Promise<void> {
  for (const orderId of orderIds) await notices.orderChanged(orderId);
}
