/** An attached file. With a `contentId` it is also shown inline, where the HTML has `cid:<contentId>`. */
export type MailAttachment = {
  filename: string;
  contentType: string;
  content: Buffer;
  contentId?: string;
};

/**
 * One mail to one person. `messageId` is ours (`<id@domain>`), so that most readers show a mail that is sent twice
 * once.
 */
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
 * Why a mail was not delivered. `mail-temporary`: retry (the mail may have arrived and only the answer was lost).
 * `mail-refused`: permanent (the server refused this recipient or this mail). `mail-not-allowed`: permanent (this store
 * may not write to this recipient; nothing was sent).
 */
export type MailErrorCode = 'mail-temporary' | 'mail-refused' | 'mail-not-allowed';

/**
 * Port to a mail server. `send` resolves once the server has accepted the mail, and throws an error whose `code` is a
 * `MailErrorCode`.
 */
export type MailTransport = {
  send(mail: OutgoingMail): Promise<void>;
};
