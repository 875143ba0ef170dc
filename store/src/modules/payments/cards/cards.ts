import type { Clock } from '../../../db/clock.ts';
import type { Db, Queryable, Tx } from '../../../db/database.ts';
import { uuidv7 } from '../../../shared/ids.ts';
import type { Locale } from '../../../shared/locale.ts';
import { keptMs } from '../../../shared/retention.ts';
import type { KeptCard } from '../provider.ts';
import * as store from './store.ts';

export type { CardRow as SavedCardRow, CustomerRow as PaymentCustomer, SetupRow as CardSetup } from './store.ts';

export type CardBook = ReturnType<typeof createCardBook>;

/** How a card's holder agreed that it is saved. */
export type CardConsent = { consentVersion: number; consentLocale: Locale };

/** Looked at when the cards are listed. Pages live for a day at the providers. */
const MAX_OPEN_SETUPS = 5;

/** The cards that providers keep for accounts, and the customers that stand for these accounts there. */
export function createCardBook({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** The customer of an account at a provider. Its `customerRef` is null until the provider has made it. */
    openCustomer: (accountId: string, provider: string) =>
      store.openCustomer(db, {
        id: uuidv7(),
        accountId,
        provider,
        customerRef: null,
        createdAt: clock.now(),
        endedAt: null,
      }),
    findCustomer: (id: string) => store.findCustomer(db, id),
    findCustomerByRef: (of: { provider: string; customerRef: string }, tx: Queryable = db) =>
      store.findCustomerByRef(tx, of),
    customersOf: (accountId: string) => store.customersOf(db, accountId),
    setCustomerRef: (id: string, customerRef: string) => store.setCustomerRef(db, id, customerRef),
    /** Deletes the row of a customer that is no more at the provider. */
    deleteCustomer: (id: string, tx: Queryable = db) => store.deleteCustomer(tx, id),
    /** Customers of deleted accounts that wait for their removal at the provider, since before this time. */
    endedCustomers: (before: Date, limit: number) => store.endedCustomers(db, before, limit),

    /** The saved cards of an account: the first choice of its holder first, then the oldest. */
    listOf: (accountId: string, tx: Queryable = db) => store.listCards(tx, accountId),
    find: (id: string) => store.findCard(db, id),
    /** Stores a card that a page has saved. Idempotent. */
    keep: (tx: Queryable, of: CardOwner, card: SavedBy) => store.putCard(tx, cardRow(clock, of, card)),
    /** Makes a card the first choice of its holder. False when it was removed. */
    prefer: (id: string) => store.prefer(db, id, clock.now()),
    /** Compare-and-set: false when it was removed before. */
    markRemoved: (tx: Queryable, id: string) => store.markRemoved(tx, id, clock.now()),

    /** Returns the ids of the cards that are gone. */
    align: (tx: Tx, customer: store.CustomerRow, kept: readonly KeptCard[]) => align(clock, tx, customer, kept),

    /** Stores a page that will save a card, before it is opened. */
    startSetup: (of: CardOwner, consent: CardConsent) => startSetup({ db, clock }, of, consent),
    setSetupPage: (id: string, pageRef: string) => store.setSetupPage(db, id, pageRef),
    findSetupOfPage: (provider: string, pageRef: string) => store.findSetupOfPage(db, provider, pageRef),
    openSetupsOf: (accountId: string) => store.openSetupsOf(db, accountId, MAX_OPEN_SETUPS),
    endSetup: (tx: Queryable, id: string, status: 'done' | 'expired') => store.endSetup(tx, id, status),

    /** Forgets what an account has saved. Returns the customers, which a job removes at the providers. */
    async forget(tx: Tx, accountId: string): Promise<string[]> {
      await store.deleteCardsOf(tx, accountId);
      return store.endCustomers(tx, accountId, clock.now());
    },
    cleanUp: () => store.deleteOld(db, new Date(clock.now().getTime() - keptMs('removedCards'))),
  };
}

type SavedBy = KeptCard & CardConsent;

/** An account, as the provider knows it. */
type CardOwner = { accountId: string; provider: string; customerRef: string };

/**
 * Applies the provider's list of a customer's cards: ends that changed are stored, and cards that are gone are removed.
 * Returns the ids of these.
 */
async function align(clock: Clock, tx: Tx, customer: store.CustomerRow, kept: readonly KeptCard[]): Promise<string[]> {
  const gone: string[] = [];
  for (const row of await store.listCards(tx, customer.accountId)) {
    if (row.provider !== customer.provider) continue;
    const card = row.customerRef === customer.customerRef && kept.find((each) => each.methodRef === row.methodRef);
    if (card) {
      const { brand, last4, expMonth, expYear } = card;
      await store.updateCard(tx, row.id, { brand, last4, expMonth, expYear });
    } else if (await store.markRemoved(tx, row.id, clock.now())) gone.push(row.id);
  }
  return gone;
}

const cardRow = (clock: Clock, { accountId, provider, customerRef }: CardOwner, card: SavedBy): store.CardRow => {
  const { methodRef, brand, last4, expMonth, expYear, consentVersion, consentLocale } = card;
  const about = { methodRef, brand, last4, expMonth, expYear, consentVersion, consentLocale };
  return {
    id: uuidv7(),
    accountId,
    provider,
    customerRef,
    ...about,
    createdAt: clock.now(),
    preferredAt: null,
    removedAt: null,
  };
};

async function startSetup(
  { db, clock }: { db: Db; clock: Clock },
  of: CardOwner,
  consent: CardConsent,
): Promise<store.SetupRow> {
  const { accountId, provider, customerRef } = of;
  const setup = {
    id: uuidv7(),
    accountId,
    provider,
    customerRef,
    ...consent,
    pageRef: null,
    status: 'open' as const,
    createdAt: clock.now(),
  };
  await store.insertSetup(db, setup);
  return setup;
}
