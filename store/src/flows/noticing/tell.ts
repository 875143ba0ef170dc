import type { Tx } from '../../db/database.ts';
import type { NoticeBook } from '../../modules/notices/notices.ts';
import type { MailQueue } from '../../modules/notifications/notifications.ts';
import { type NoticeKind, topicOf } from '../../shared/notices.ts';
import type { QueuePush } from './queue-push.ts';
import type { Subject } from './subject.ts';

export type TellPorts = {
  noticeBook: Pick<NoticeBook, 'record' | 'isOn'>;
  notifications: Pick<MailQueue, 'queueNotice'>;
  queuePush: QueuePush;
};

/**
 * Records a notice and queues its mail and push messages in the same transaction, so that all of it happens once or not at
 * all. Nothing, when the notice exists. Without `aloud` it is recorded as part of another one.
 */
export async function tell(
  { noticeBook, notifications, queuePush }: TellPorts,
  tx: Tx,
  { esim, plan, order }: Pick<Subject, 'esim' | 'plan' | 'order'>,
  { kind, aloud = true }: { kind: NoticeKind; aloud?: boolean },
): Promise<'told' | 'known'> {
  const mailed = await noticeBook.isOn(tx, order, topicOf(kind), 'mail');
  const about = { esimId: esim.id, position: plan.position, kind, orderId: order.id };
  const noticeId = await noticeBook.record(tx, { ...about, told: true, mailed });
  if (noticeId === null) return 'known';
  if (!aloud) return 'told';
  const { id: orderId, accountId, email: to, locale } = order;
  if (mailed) await notifications.queueNotice(tx, { orderId, noticeId, to, locale });
  if (await noticeBook.isOn(tx, order, topicOf(kind), 'push'))
    await queuePush(tx, { noticeId, orderId, accountId, kind, esimId: esim.id });
  return 'told';
}
