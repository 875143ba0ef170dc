/** A file that goes with a mail. With a `contentId` it is also shown inline, where the HTML says `cid:<contentId>`. */
export type MailAttachment = {
  filename: string;
  contentType: string;
  content: Buffer;
  contentId?: string;
};

/** One mail to one person. `messageId` is ours (`<id@domain>`), so that a mail sent twice is one mail to most readers. */
export type OutgoingMail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  messageId: string;
  headers?: Record<string, string>;
  attachments: MailAttachment[];
};

/**
 * Why a mail did not go: `mail-temporary` is worth another try (the mail may even have arrived: a lost answer is one of
 * these), `mail-refused` is not (the server refused this recipient or this mail for good).
 */
export type MailErrorCode = 'mail-temporary' | 'mail-refused';

/** Port to a mail server. `send` resolves once the server took the mail over, and throws an error whose `code` is a `MailErrorCode`. */
export type MailTransport = {
  send(mail: OutgoingMail): Promise<void>;
};
