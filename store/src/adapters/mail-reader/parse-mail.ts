import { hash } from 'node:crypto';
import { convert } from 'html-to-text';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import type { InboundMail } from '../../modules/tickets/tickets.ts';
import { plainLine, plainText } from '../../shared/plain-text.ts';

/** Maximum length of the stored text of a mail, and of HTML that is converted to text. */
const MAX_TEXT_LENGTH = 100_000;
const MAX_HTML_LENGTH = 1_000_000;

/** A larger picture is dropped, and so is every picture beyond the maximum number. */
const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
const MAX_PICTURES = 10;
const PICTURES = new Set(['image/jpeg', 'image/jpg', 'image/png', 'image/webp']);

/** Parts that mail programs add automatically; they are dropped without a notice. */
const SILENT = new Set(['application/pgp-signature', 'application/pkcs7-signature', 'application/x-pkcs7-signature']);

const MAX_NAMES = 20;
const MAX_NAME_LENGTH = 100;

/** Recipient headers that mail servers add, besides To and Cc. */
const DELIVERY_HEADERS = new Set(['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-forwarded-to']);

/** The form of a Message-ID that is safe in a header of our answer. */
const MESSAGE_ID = /^<[\x21-\x3b\x3d\x3f-\x7e]{1,250}>$/;

/** Parses a raw mail (RFC 5322, MIME). Throws for excessive nesting or folding. */
export async function parseMail(raw: Uint8Array): Promise<InboundMail> {
  const mail = await PostalMime.parse(raw, { maxNestingDepth: 50, rfc822Attachments: true });
  const from = addressesOf(mail.from)[0] ?? '';
  const messageId = (mail.messageId ?? '').trim();
  const { pictures, dropped } = sortAttachments(mail.attachments);
  return {
    recipients: recipientsOf(mail),
    from: plainLine(from).slice(0, MAX_NAME_LENGTH),
    messageId: MESSAGE_ID.test(messageId) ? messageId : null,
    hash: hash('sha256', messageId === '' ? raw : messageId, 'hex'),
    text: plainText(textOf(mail).slice(0, MAX_TEXT_LENGTH)),
    isAutomatic: isAutomatic(mail.headers, from),
    pictures,
    dropped,
  };
}

/** The text part; a mail with HTML only is converted to text. */
function textOf({ text = '', html = '' }: Email): string {
  if (text.trim() !== '' || html === '') return text;
  return convert(html, {
    wordwrap: false,
    limits: { maxInputLength: MAX_HTML_LENGTH, maxDepth: 200, maxChildNodes: 20_000, ellipsis: '…' },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  });
}

function sortAttachments(all: readonly Attachment[]): Pick<InboundMail, 'pictures' | 'dropped'> {
  const pictures: InboundMail['pictures'] = [];
  const dropped: string[] = [];
  for (const { filename, mimeType, content } of all) {
    const name = plainLine((filename ?? mimeType).slice(0, MAX_NAME_LENGTH));
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as Uint8Array);
    const isKept = PICTURES.has(mimeType) && bytes.length <= MAX_PICTURE_BYTES && pictures.length < MAX_PICTURES;
    if (isKept) pictures.push({ name, content: bytes });
    else if (!SILENT.has(mimeType) && dropped.length < MAX_NAMES) dropped.push(name);
  }
  return { pictures, dropped };
}

function recipientsOf(mail: Email): string[] {
  const delivery = mail.headers.filter(({ key }) => DELIVERY_HEADERS.has(key)).map(({ value }) => value);
  return [...addressesOf(...(mail.to ?? []), ...(mail.cc ?? [])), ...delivery];
}

function addressesOf(...all: (Address | undefined)[]): string[] {
  return all.flatMap((each) => {
    if (each === undefined) return [];
    return each.group === undefined ? [each.address] : each.group.map(({ address }) => address);
  });
}

/** A header of a mail: lower-case name and value. */
type Header = { key: string; value: string };

const AUTOMATIC_PRECEDENCE = /^(bulk|junk|list|auto_reply)\b/i;
/** Headers that only automatic responders and mailing lists set. */
const TELLING = new Set([
  'x-autoreply',
  'x-autorespond',
  'x-autoresponse',
  'x-failed-recipients',
  'list-id',
  'list-unsubscribe',
]);
const SERVER = /^(mailer-daemon|postmaster)(@|$)/i;

/**
 * True for a mail without a human author: an automatic reply, a mailing list, a report of a mail server. Checks RFC
 * 3834 (2 and 5) and the headers that mail programs use instead. Such a mail is never answered.
 */
export function isAutomatic(headers: readonly Header[], from: string): boolean {
  return (
    SERVER.test(from) ||
    headers.some(({ key, value: raw }) => {
      const value = raw.trim();
      if (TELLING.has(key)) return !/^no$/i.test(value);
      if (key === 'auto-submitted') return !/^no\b/i.test(value);
      if (key === 'precedence') return AUTOMATIC_PRECEDENCE.test(value);
      if (key === 'return-path') return value === '<>' || value === '';
      if (key === 'content-type') return /^multipart\/report\b/i.test(value);
      return false;
    })
  );
}
