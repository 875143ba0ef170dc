import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import type Mail from 'nodemailer/lib/mailer/index.js';
import { rows } from './books.ts';
import { post } from './shop.ts';
import { type Message, messages, until } from './wire.ts';
import type { World } from './world.ts';

/** The merchant's mailbox in tests. */
export const MERCHANT = 'support@cairn.example';

export const someone = () => `traveller-${randomUUID()}@example.com`;

export type Form = Record<string, string>;

/** A complete contact form. */
export const contactForm = (changes: Form = {}): Form => ({
  formKey: randomUUID(),
  locale: 'en',
  topic: 'connection',
  name: 'Ada',
  email: someone(),
  order: '',
  message: 'No data in Japan.',
  website: '',
  ...changes,
});

type TicketRow = { id: string; status: string; order_id: string | null; order_number: string | null };
type MessageRow = {
  author: string;
  via: string;
  text: string;
  automatic: boolean;
  dropped: string[];
  pictures: number;
};

/**
 * Helpers for the tickets of a world: open one as the page does, and read the database and the mailboxes. `world` is
 * called lazily.
 */
export function ticketsIn(world: () => Pick<World, 'app' | 'db' | 'env' | 'mail'>) {
  const ticketOf = async (number: string) =>
    (await rows<TicketRow>(world(), sql`select * from tickets where number = ${number}`))[0]!;

  const messagesOf = async (number: string) =>
    rows<MessageRow>(
      world(),
      sql`select m.*, (select count(*)::int from ticket_pictures where message_id = m.id) as pictures
        from ticket_messages m join tickets on tickets.id = m.ticket_id where number = ${number} order by m.id`,
    );

  /** A header of a mail as it was sent. */
  async function header({ id }: Message, name: string): Promise<string | null> {
    const raw = await (await fetch(`${world().mail.url}/messages/${id}/raw`)).text();
    const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
    return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? null;
  }

  /** Mails to an address with the ticket's number in the subject. */
  const mailsTo = async (to: string, number: string) =>
    (await messages(world().mail, to)).filter(({ subject }) => subject.includes(number));

  return {
    ticketOf,
    messagesOf,
    header,
    mailsTo,
    async open(changes: Form = {}, headers: Record<string, string> = {}) {
      const form = contactForm(changes);
      const answer = await post(world().app, '/api/tickets', form, headers);
      if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
      const { number } = (await answer.json()) as { number: string };
      return { number, email: form['email']! };
    },
    mailTo: (to: string, number: string, nth = 1) =>
      until(async () => (await mailsTo(to, number))[nth - 1], { what: `mail ${nth} about ${number} to ${to}` }),
    replyTo: async (mail: Message) => (await header(mail, 'Reply-To'))!,
    /** Sends a mail over SMTP, as a mail client does. */
    async send(mail: Mail.Options & { to: string }): Promise<void> {
      const transport = createTransport({ url: world().env['SMTP_URL']! });
      await transport.sendMail({ from: 'Ada <ada@elsewhere.example>', subject: 'Anything', ...mail });
      transport.close();
    },
    arrives: (number: string, text: string) =>
      until(async () => (await messagesOf(number)).find((each) => each.text.includes(text)), {
        what: `"${text}" arrives`,
      }),
  };
}
