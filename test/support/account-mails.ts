import { sql } from 'drizzle-orm';
import { ActionCodeURL } from 'firebase/auth';
import { messages, until, type Message } from './wire.ts';
import type { World } from './world.ts';

/** The last mail with this subject, once it has arrived. */
export async function mailTo({ mail }: World, email: string, subject: string): Promise<Message> {
  return until(async () => (await messages(mail, email)).findLast((each) => each.subject === subject), {
    what: `“${subject}” arrives`,
  });
}

/** The link of a mail to /auth/action. */
export const linkIn = (mail: Message): string => mail.links.find((each) => each.includes('/auth/action'))!;

/** The code in that link. */
export const codeIn = (mail: Message): string => ActionCodeURL.parseLink(linkIn(mail))!.code;

/** Waits until all queued mails are sent. */
export async function mailsAreOut({ db }: World): Promise<void> {
  await until(
    async () => {
      const { rows } = await db.execute(
        sql`select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'send-mail'`,
      );
      return rows.length === 0;
    },
    { what: 'all mails are out' },
  );
}
