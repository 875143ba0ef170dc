import { createTransport } from 'nodemailer';
import type { MailErrorCode, MailTransport } from '../modules/notifications/transport.ts';
import { isAllowedEmail } from '../shared/allow-list.ts';
import { CodedError } from '../shared/errors.ts';

/**
 * A mail that was not delivered, by code. Contains neither an address nor the server's text, which repeats addresses.
 */
class MailError extends CodedError<MailErrorCode> {
  override readonly name = 'MailError';

  constructor(code: MailErrorCode, step: string) {
    super(code, `${code} (${step})`);
  }
}

/**
 * Mail over SMTP. `url` is `smtp://` (STARTTLS where the server offers it; always with `requireTls`) or `smtps://`,
 * with optional credentials; `from` is a full From header, e.g. `Cairn <hello@example.com>`. `timeoutMs` limits
 * connecting, the greeting, and each silence after that. With an `allowList` only its addresses and domains get mail.
 */
export function createSmtp(options: {
  url: string;
  from: string;
  timeoutMs: number;
  requireTls?: boolean;
  allowList?: readonly string[] | undefined;
}): MailTransport {
  const transport = createTransport({
    url: options.url,
    requireTLS: options.requireTls ?? false,
    connectionTimeout: options.timeoutMs,
    greetingTimeout: options.timeoutMs,
    socketTimeout: options.timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    async send(mail) {
      if (options.allowList && !isAllowedEmail(options.allowList, mail.to))
        throw new MailError('mail-not-allowed', 'allow list');
      try {
        await transport.sendMail({
          from: options.from,
          // An object, because a string would be parsed as a list, and `a@x, b@y` would go to two people.
          to: { name: '', address: mail.to },
          subject: mail.subject,
          html: mail.html,
          text: mail.text,
          messageId: mail.messageId,
          ...(mail.headers && { headers: mail.headers }),
          attachments: mail.attachments.map((file) => ({
            filename: file.filename,
            contentType: file.contentType,
            content: file.content,
            ...(file.contentId !== undefined && { cid: file.contentId }),
          })),
        });
      } catch (error) {
        throw faultOf(error);
      }
    },
  };
}

/** SMTP commands whose refusal concerns the mail itself, not the connection or our credentials. */
const ABOUT_THE_MAIL = new Set<unknown>(['MAIL FROM', 'RCPT TO', 'DATA']);

/** A 5xx answer about the mail is permanent (RFC 5321, 4.2.1), and so is a recipient that cannot be encoded. */
function faultOf(error: unknown): MailError {
  const { code, responseCode, command } = error as { code?: unknown; responseCode?: unknown; command?: unknown };
  const refused =
    typeof responseCode === 'number' ? responseCode >= 500 && ABOUT_THE_MAIL.has(command) : code === 'EENVELOPE';
  return new MailError(refused ? 'mail-refused' : 'mail-temporary', String(command ?? code ?? 'unknown step'));
}
