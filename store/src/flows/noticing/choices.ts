import type { Db } from '../../db/database.ts';
import type { Notices } from '../../db/notices.ts';
import type { NoticeBook, NoticeTokens } from '../../modules/notices/notices.ts';
import { isPseudonym, type Order, type OrderBook } from '../../modules/orders/orders.ts';
import { maskedEmail } from '../../shared/masked-email.ts';
import {
  MAIL_TOPICS,
  type MailTopic,
  NOTICE_TOPICS,
  type NoticeTopic,
  type Unsubscribing,
} from '../../shared/notices.ts';

type Ports = {
  db: Db;
  notices: Pick<Notices, 'orderChanged'>;
  orders: Pick<OrderBook, 'find'>;
  noticeBook: NoticeBook;
  noticeTokens: NoticeTokens;
};

/** What travellers choose about notices: in a link of a mail, on the page of an order, in the settings of an account. */
export function createNoticeChoices(ports: Ports) {
  const { db, notices, noticeBook } = ports;
  return {
    /** Null for a token that is not ours, or whose order the books do not keep. */
    look: (token: string) => look(ports, token),
    /** Turns the mails of the link off or on. False for a token that is not ours. Safe to repeat. */
    subscribe: (token: string, on: boolean) => subscribe(ports, token, on),
    /** Turns all mails about the eSIMs of an order off or on. */
    async ofOrder({ id }: Pick<Order, 'id'>, on: boolean): Promise<void> {
      await db.transaction((tx) => noticeBook.chooseAll(tx, id, on));
      await notices.orderChanged(id);
    },
    /** Whether each topic comes by mail and by push to an account. */
    async ofAccount(accountId: string) {
      const choices = await noticeBook.choicesOf(accountId);
      const isOff = (topic: NoticeTopic, by: string) =>
        choices.some((each) => each.topic === topic && each.channel === by && !each.on);
      return NOTICE_TOPICS.map((topic) => ({ topic, mail: !isOff(topic, 'mail'), push: !isOff(topic, 'push') }));
    },
    choose: noticeBook.choose,
  };
}

async function look(ports: Ports, token: string): Promise<Unsubscribing | null> {
  const { db, noticeBook } = ports;
  const found = await find(ports, token);
  if (!found) return null;
  const { order, topic } = found;
  const others: MailTopic[] = [];
  for (const other of MAIL_TOPICS)
    if (other !== topic && (await noticeBook.isOn(db, order, other, 'mail'))) others.push(other);
  return {
    topic,
    offSince: (await noticeBook.offSince(order, topic))?.toISOString() ?? null,
    others,
    email: isPseudonym(order.email) ? null : maskedEmail(order.email),
    orderId: order.id,
    isOfAccount: order.accountId !== null && order.accountVia !== 'link',
  };
}

async function subscribe(ports: Ports, token: string, on: boolean): Promise<boolean> {
  const found = await find(ports, token);
  if (!found) return false;
  await ports.db.transaction((tx) => ports.noticeBook.subscribe(tx, found.order, found.topic, on));
  await ports.notices.orderChanged(found.order.id);
  return true;
}

async function find({ orders, noticeTokens }: Ports, token: string) {
  const named = noticeTokens.read(token);
  const order = named && (await orders.find(named.orderId));
  return order && { order, topic: named.topic };
}
