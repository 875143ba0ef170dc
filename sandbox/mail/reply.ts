import { createTransport } from 'nodemailer';
import type { Message } from './messages.ts';

/** The Reply-To address of a mail, or null. */
export const replyAddressOf = ({ headers }: Message): string | null =>
  headers.find(({ name }) => name.toLowerCase() === 'reply-to')?.value.trim() ?? null;

/**
 * Answers a mail from the inbox page as a mail client does: over SMTP, from its recipient, with the mail quoted below.
 */
export async function sendReply(smtpUrl: string, message: Message, text: string): Promise<void> {
  const to = replyAddressOf(message);
  if (to === null) return;
  const transport = createTransport({ url: smtpUrl });
  const quoted = message.text.split('\n').map((line) => `> ${line}`);
  try {
    await transport.sendMail({
      from: message.to[0],
      to,
      subject: /^re:/i.test(message.subject) ? message.subject : `Re: ${message.subject}`,
      text: [text, '', `On ${message.date.slice(0, 10)}, ${message.from} wrote:`, ...quoted].join('\n'),
      ...(message.messageId !== null && { inReplyTo: message.messageId, references: message.messageId }),
    });
  } finally {
    transport.close();
  }
}
