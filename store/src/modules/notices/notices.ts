import type { Clock } from '../../db/clock.ts';
import type { Db, Queryable, Tx } from '../../db/database.ts';
import { uuidv7 } from '../../shared/ids.ts';
import {
  MAIL_TOPICS,
  type MailTopic,
  type NoticeChannel,
  type NoticeChoice,
  type NoticeTopic,
} from '../../shared/notices.ts';
import type { Order } from '../orders/orders.ts';
import * as store from './store.ts';

export { endNoticeAt, isReminderDue, thresholdsPassed } from './rules.ts';
export type { NoticeRow as Notice } from './store.ts';
export { createNoticeTokens, type NoticeTokens } from './tokens.ts';

export type NoticeBook = ReturnType<typeof createNoticeBook>;

type Owned = Pick<Order, 'id' | 'accountId' | 'accountVia'>;

/** The account whose choices count for an order: not one that added it through its mailed link, which anybody may hold. */
const accountOf = ({ accountId, accountVia }: Owned) => (accountVia === 'link' ? null : accountId);

/** Whose choice an unsubscription is. */
function chooserOf(order: Owned): store.Chooser {
  const accountId = accountOf(order);
  return accountId === null ? { orderId: order.id } : { accountId };
}

type NewNotice = Omit<store.NoticeRow, 'id' | 'at'>;

/** The notices about eSIMs, and what travellers chose about them. */
export function createNoticeBook({ db, clock }: { db: Db; clock: Clock }) {
  const isOn = (tx: Queryable, order: Owned, topic: NoticeTopic, channel: NoticeChannel) =>
    store.isOn(tx, { accountId: accountOf(order), orderId: order.id }, { topic, channel });
  return {
    /** Records a notice. Returns its id; null when there is one of its kind for this plan. */
    async record(tx: Tx, notice: NewNotice): Promise<string | null> {
      const row = { ...notice, id: uuidv7(), at: clock.now() };
      return (await store.insertNotice(tx, row)) ? row.id : null;
    },
    find: (id: string) => store.findNotice(db, id),
    ofEsims: (esimIds: readonly string[], tx: Queryable = db) => store.listByEsims(tx, esimIds),
    /** The notices about the plans of these orders, oldest first. */
    ofOrders: (orderIds: readonly string[]) => store.listByOrders(db, orderIds),

    /** False when the account of the order or the order itself turned it off. */
    isOn,
    /** The choices of an account. */
    choicesOf: (accountId: string) => store.listChoices(db, { accountId }),
    choose: (accountId: string, choice: NoticeChoice) => store.putChoice(db, { accountId }, choice),

    /** False when every topic was turned off for this order. */
    async isAnyMailed(orderId: string): Promise<boolean> {
      const choices = await store.listChoices(db, { orderId });
      const off = choices.filter(({ channel, on }) => channel === 'mail' && !on);
      return off.length < MAIL_TOPICS.length;
    },
    /** Turns all topics on or off for one order. */
    async chooseAll(tx: Tx, orderId: string, on: boolean): Promise<void> {
      for (const topic of MAIL_TOPICS) await store.putChoice(tx, { orderId }, { topic, channel: 'mail', on });
    },

    /**
     * Turns the mails of a topic off, where the order's account or else the order chooses, or on again: then also where
     * the order itself had turned them off before it joined the account.
     */
    async subscribe(tx: Tx, order: Owned, topic: MailTopic, on: boolean): Promise<void> {
      await store.putChoice(tx, chooserOf(order), { topic, channel: 'mail', on });
      if (on) await store.putChoice(tx, { orderId: order.id }, { topic, channel: 'mail', on });
    },
    /** Since when the mails of a topic are off. */
    async offSince(order: Owned, topic: MailTopic): Promise<Date | null> {
      const choices = [
        ...(await store.listChoices(db, chooserOf(order))),
        ...(await store.listChoices(db, { orderId: order.id })),
      ];
      const off = choices.filter((each) => each.topic === topic && each.channel === 'mail' && !each.on);
      return off.map(({ changedAt }) => changedAt).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
    },

    /** Deletes the choices of orders whose owner is forgotten. */
    forget: (tx: Tx, orderIds: readonly string[]) => store.deleteChoicesOf(tx, orderIds),
  };
}
