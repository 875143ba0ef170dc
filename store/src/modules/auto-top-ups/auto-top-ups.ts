import type { Clock } from '../../db/clock.ts';
import type { Db, Queryable, Tx } from '../../db/database.ts';
import type { AutoTopUpPercent, AutoTopUpReason, AutoTopUpState } from '../../shared/auto-top-up.ts';
import type { BeginConsent } from '../../shared/consent.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { Locale } from '../../shared/locale.ts';
import type { Money } from '../../shared/money.ts';
import { monthOf, nextMonthOf } from './rules.ts';
import { switchedOn } from './standing-store.ts';
import * as store from './store.ts';

export { type Decision, decide, isLow, nextMonthOf, type Situation } from './rules.ts';
export type { AutoTopUpRow as AutoTopUp, ChargeRow as AutoTopUpCharge } from './store.ts';
export { createAutoTopUpTokens, type AutoTopUpTokens } from './tokens.ts';

/** What an owner agrees to. */
export type Agreement = {
  esimId: string;
  /** The order and the line that bought the eSIM. */
  orderId: string;
  lineId: string;
  accountId: string;
  plan: { planId: string; dataMb: number; days: number };
  percent: AutoTopUpPercent;
  price: Money;
  capAmount: number;
  cardId: string;
  consentVersion: number;
  beginConsent: BeginConsent | null;
  locale: Locale;
};

export type AutoTopUpBook = ReturnType<typeof createAutoTopUpBook>;

const MINUTE_MS = 60_000;
/** Until the outcome of a charge is known, and for what no reading reports: an end, a new month. */
const SOON_MS = MINUTE_MS;
const LATER_MS = 60 * MINUTE_MS;

/** What owners agreed to, what was charged for it, and what became of that. */
export function createAutoTopUpBook({ db, clock }: { db: Db; clock: Clock }) {
  return {
    find: (id: string, tx: Queryable = db) => store.find(tx, id),
    ofEsim: (esimId: string, tx: Queryable = db) => store.findOfEsim(tx, esimId),
    lockOfEsim: store.lockOfEsim,
    ofOrders: (orderIds: readonly string[], tx: Queryable = db) => store.listByOrders(tx, orderIds),
    ofAccount: (accountId: string) => store.listOfAccount(db, accountId),
    /** Those of a card or of an account that are not off. */
    inUse: (of: { cardId: string } | { accountId: string }, tx: Queryable = db) => store.listInUse(tx, of),

    /** Switches on, with what its owner agrees to now; one that is on takes it over. */
    agree: (tx: Tx, agreement: Agreement) => store.put(tx, rowOf(agreement, clock.now())),
    /** Those of a card that are not off pay with another one from now on. Returns the orders of their eSIMs. */
    payWith: (tx: Tx, cardId: string, otherId: string) => store.payWith(tx, cardId, otherId),
    /** False when it was off. */
    switchOff: (tx: Queryable, id: string, reason: AutoTopUpReason) => store.switchOff(tx, id, reason),
    setState: (tx: Tx, id: string, state: AutoTopUpState, reason: AutoTopUpReason | null) =>
      store.change(tx, id, { state, reason }),
    noteCapped: (tx: Tx, id: string, month: string) => store.change(tx, id, { cappedMonth: month }),

    charges: (ids: readonly string[], tx: Queryable = db) => store.listCharges(tx, ids),
    chargeOf: (orderId: string, tx: Queryable = db) => store.findChargeOfOrder(tx, orderId),
    insertCharge: (tx: Tx, charge: Pick<store.ChargeRow, ChargeColumn>) =>
      store.insertCharge(tx, newCharge(charge, clock)),
    changeCharge: store.changeCharge,
    endCharge: store.endCharge,

    /** When the job looks at it again by itself: soon after a charge, else later; with `off` not at all. */
    async lookAgain(tx: Tx, id: string, when: 'soon' | 'later' | 'next-month' | 'off'): Promise<void> {
      const at = clock.now();
      const later = new Date(at.getTime() + LATER_MS);
      const month = nextMonthOf(at);
      const next = {
        soon: new Date(at.getTime() + SOON_MS),
        later,
        'next-month': month < later ? month : later,
        off: null,
      };
      await store.setLook(tx, id, next[when]);
    },
    /** The eSIMs at which the job is to look now, each taken by one process. */
    takeDue(limit: number): Promise<string[]> {
      const at = clock.now();
      return store.takeDue(db, { at, nextAt: new Date(at.getTime() + LATER_MS), limit });
    },
    month: () => monthOf(clock.now()),
    /** Queries for the metrics; each runs on the connection that it gets. */
    standing: { states: switchedOn },
  };
}

type ChargeColumn = 'id' | 'autoTopUpId' | 'usedPosition' | 'afterPosition' | 'orderId' | 'amount';

const newCharge = (charge: Pick<store.ChargeRow, ChargeColumn>, clock: Clock): store.ChargeRow => ({
  ...charge,
  month: monthOf(clock.now()),
  outcome: null,
  failedAttempt: 0,
  at: clock.now(),
  endedAt: null,
});

const rowOf = (agreement: Agreement, at: Date): store.AutoTopUpRow => ({
  id: uuidv7(),
  esimId: agreement.esimId,
  orderId: agreement.orderId,
  lineId: agreement.lineId,
  accountId: agreement.accountId,
  ...agreement.plan,
  thresholdPercent: agreement.percent,
  amount: agreement.price.amount,
  capAmount: agreement.capAmount,
  currency: agreement.price.currency,
  cardId: agreement.cardId,
  state: 'on',
  reason: null,
  consentVersion: agreement.consentVersion,
  consentLocale: agreement.locale,
  consentAt: at,
  beginConsent: agreement.beginConsent,
  cappedMonth: null,
  lookAt: new Date(at.getTime() + LATER_MS),
  createdAt: at,
  updatedAt: at,
});
