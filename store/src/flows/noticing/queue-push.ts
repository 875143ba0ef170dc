import type { Tx } from '../../db/database.ts';
import type { Push, PushKind } from '../../modules/push/push.ts';

/** What a message to devices reports. `noticeId`: each device gets one message about it, however often it is queued. */
export type PushAbout = {
  noticeId: string;
  orderId: string;
  /** The account of the order; null: a guest's. */
  accountId: string | null;
  kind: PushKind;
  esimId: string;
};

/** Queues a message in the transaction of what it reports. */
export type QueuePush = (tx: Tx, about: PushAbout) => Promise<void>;

/**
 * To the devices of the account, and to those on which the order was turned on before it had one. A device that belongs
 * to both gets one message.
 */
export const createQueuePush =
  ({ push }: { push: Pick<Push, 'queue'> }): QueuePush =>
  (tx, { accountId, ...about }) =>
    push.queue(tx, about, [...(accountId === null ? [] : [{ accountId }]), { orderId: about.orderId }]);
