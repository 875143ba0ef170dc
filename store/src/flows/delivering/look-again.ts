import type { Db } from '../../db/database.ts';
import type { Esim, Esims } from '../../modules/esims/esims.ts';
import type { Payments } from '../../modules/payments/payments.ts';
import { enqueue } from '../../queue/queue.ts';

/** What somebody looking at a page sets going in the background; asking often costs one job. */
export function createLookAgain({ db, payments, esims }: { db: Db; payments: Payments; esims: Esims }) {
  return {
    /** How the open payment of an order stands: a buyer who comes back from the payment page need not wait for the webhook. */
    async atPayment(orderId: string): Promise<void> {
      const attempt = await payments.latestAttempt(orderId);
      if (attempt?.status !== 'open') return;
      const runAt = payments.freshUntil(attempt) ?? undefined;
      await enqueue(db, 'settle-payment', { attemptId: attempt.id }, { key: `settle:${attempt.id}`, runAt });
    },

    /** How far these eSIMs are used, where what we know is old. */
    async atUsage(rows: readonly Esim[]): Promise<void> {
      for (const esim of rows.filter((each) => esims.isStale(each))) {
        await enqueue(db, 'refresh-esim', { esimId: esim.id }, { key: `refresh:${esim.id}`, keepWaiting: true });
      }
    },
  };
}
