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
