import type { MailQueue } from '../../modules/notifications/notifications.ts';
import type { Acting } from '../../shared/operator.ts';
import type { Act } from './act.ts';

/** What an operator does to mails. */
export const createMailActions = ({ act, notifications }: { act: Act; notifications: Pick<MailQueue, 'retry'> }) => ({
  /**
   * Sends every mail that failed or was given up again, now. With `refused` also those that a server refused. Returns
   * their number.
   */
  retry: ({ refused, ...acting }: Acting & { refused: boolean }): Promise<number> =>
    act('mails.retry', acting, { kind: 'mails', id: null }, async (tx) => {
      const queued = await notifications.retry(tx, { refused });
      return { result: queued, changed: queued === 0 ? null : { before: {}, after: { queued, refused } } };
    }),
});
