import type { Locale } from '../../shared/locale.ts';
import type { Topic } from '../../shared/forms/contact.ts';
import type { MessageRow, TicketRow } from './store.ts';

export type Ticket = TicketRow;
export type Message = MessageRow;
/** Whose side of a ticket a message, or an address that takes answers, is. */
export type Author = Message['author'];

export type NewTicket = {
  topic: Topic;
  locale: Locale;
  name: string | null;
  email: string;
  accountId: string | null;
  orderNumber: string | null;
  orderId: string | null;
  text: string;
  /** The form's own key; null from a browser without script. */
  formKey: string | null;
};

/** A mail as it was read: what a ticket keeps of it. */
export type InboundMail = {
  /** Addresses in To, Cc and what mail servers add about the delivery. */
  recipients: string[];
  from: string;
  /** With its angle brackets; null when there is none that could stand in a header of ours. */
  messageId: string | null;
  /** Stands for the mail: the same one comes twice under the same. */
  hash: string;
  /** All of it, as text. */
  text: string;
  isAutomatic: boolean;
  /** What claims to be a picture, and is small enough to be looked at. */
  pictures: { name: string; content: Buffer }[];
  /** Names of other attachments. */
  dropped: string[];
};

/** Port to what reads mails: a raw RFC 5322 message in; null when nothing can be made of it. */
export type ReadMail = (raw: Uint8Array) => Promise<InboundMail | null>;

/** Port to what draws pictures: null for what is none. */
export type DrawPicture = (
  picture: Uint8Array,
  frame: { side: number; fit: 'cover' | 'inside' },
) => Promise<Buffer | null>;
