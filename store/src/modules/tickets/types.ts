import type { Locale } from '../../shared/locale.ts';
import type { Diagnosis } from '../../shared/connection/about.ts';
import type { Topic } from '../../shared/forms/contact.ts';
import type { MessageRow, TicketRow } from './store.ts';

export type Ticket = TicketRow;
export type Message = MessageRow;
/** The side of a ticket that wrote a message or uses a reply address. */
export type Author = Message['author'];

export type NewTicket = {
  topic: Topic;
  locale: Locale;
  /** ISO 639-1 code of the language of the answer. */
  language: string;
  name: string | null;
  email: string;
  accountId: string | null;
  orderNumber: string | null;
  orderId: string | null;
  /** What was tried, in a ticket about a connection; null otherwise. */
  diagnosis: Diagnosis | null;
  text: string;
  /** The form's idempotency key; null from a browser without script. */
  formKey: string | null;
};

/** The parsed data of a mail that a ticket stores. */
export type InboundMail = {
  /** Addresses in To, Cc and the delivery headers of mail servers. */
  recipients: string[];
  from: string;
  /** With its angle brackets; null when it is missing or not safe to use in a header. */
  messageId: string | null;
  /** Identifies the mail: a duplicate has the same hash. */
  hash: string;
  /** The complete text. */
  text: string;
  isAutomatic: boolean;
  /** Attachments that claim to be a picture and are small enough to decode. */
  pictures: { name: string; content: Buffer }[];
  /** Names of other attachments. */
  dropped: string[];
};

/** Port to the mail parser: takes a raw RFC 5322 message; null when it cannot be parsed. */
export type ReadMail = (raw: Uint8Array) => Promise<InboundMail | null>;

/** Port to the picture encoder: null for anything that is not a picture. */
export type DrawPicture = (
  picture: Uint8Array,
  frame: { side: number; fit: 'cover' | 'inside' },
) => Promise<Buffer | null>;
