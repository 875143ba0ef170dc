import { and, gt, isNull, ne, type SQL } from 'drizzle-orm';
import type { Db } from '#src/db/database.ts';
import { mails } from '#src/modules/notifications/schema.ts';
import { enqueue } from '#src/queue/queue.ts';
import { time } from './format.ts';

/** The mail commands. */
export function createMailDesk({ db }: { db: Db }) {
  return {
    /** Sends every mail that failed or was given up again, now. With `refused` also those that a server refused. */
    async retryMails({ refused }: { refused: boolean }): Promise<string[]> {
      const chosen = refused ? gt(mails.attempts, 0) : and(gt(mails.attempts, 0), ne(mails.lastFault, 'mail-refused'));
      return [`mails queued again: ${await retryMails(db, chosen)}`];
    },
  };
}

/** The number of attempts of a mail, and the time of the next one. */
export const attemptsOf = ({ attempts, nextAttemptAt, lastFault }: typeof mails.$inferSelect) =>
  `attempts ${attempts}  ${nextAttemptAt ? `next ${time(nextAttemptAt)}` : 'no further one'}  ${lastFault ?? ''}`.trim();

/** Queues these unsent mails again, from their first attempt. Returns their number. */
export async function retryMails(db: Db, which: SQL | undefined): Promise<number> {
  return db.transaction(async (tx) => {
    const queued = await tx
      .update(mails)
      .set({ attempts: 0, nextAttemptAt: new Date() })
      .where(and(isNull(mails.sentAt), which))
      .returning({ id: mails.id });
    for (const { id } of queued) await enqueue(tx, 'send-mail', { mailId: id }, { key: `mail:${id}` });
    return queued.length;
  });
}
