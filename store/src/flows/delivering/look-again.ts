import type { Db } from '../../db/database.ts';
import type { Esim, Esims } from '../../modules/esims/esims.ts';
import type { Payments } from '../../modules/payments/payments.ts';
import { enqueue } from '../../queue/queue.ts';
import type { OrderView } from '../../shared/views.ts';
import { queueLook } from './queue-look.ts';

/** Background refreshes that a page view starts. A job key makes repeated views cost one job. */
export function createLookAgain({ db, payments, esims }: { db: Db; payments: Payments; esims: Esims }) {
  /** Refreshes the data usage of eSIMs whose figures are stale. */
  async function atUsage(rows: readonly Esim[]): Promise<void> {
    for (const esim of rows.filter((each) => esims.mayRead(each))) await queueLook(db, esim);
  }

  return {
    /**
     * Refreshes the state of an order's open payment, so that a buyer who returns from the payment page need not wait
     * for the webhook.
     */
    async atPayment(orderId: string): Promise<void> {
      const attempt = await payments.latestAttempt(orderId);
      if (attempt?.status !== 'open' || !payments.providers.find(attempt.provider)) return;
      const inSeconds = payments.freshSeconds(attempt) ?? undefined;
      await enqueue(db, 'settle-payment', { attemptId: attempt.id }, { key: `settle:${attempt.id}`, inSeconds });
    },

    atUsage,

    /** Reads an eSIM again soon: its wholesaler says that there is news, or its owner changed something on the phone. */
    atNews: (esim: Pick<Esim, 'id' | 'wholesaler'>): Promise<void> => queueLook(db, esim, { reason: 'news' }),

    /** Refreshes the data usage of the eSIMs of an order, whose page shows the figures. */
    async atOrder({ id, readingUsage }: Pick<OrderView, 'id' | 'readingUsage'>): Promise<void> {
      if (readingUsage) await atUsage(await esims.listByOrders([id]));
    },
  };
}
