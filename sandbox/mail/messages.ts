import PostalMime, { type Address, type Email } from 'postal-mime';
import type { Collection, Ledger } from '../kit/ledger.ts';

/** A received mail: the recipients of the envelope, and its raw bytes. */
export type StoredMessage = { id: string; from: string; to: string[]; receivedAt: string; rawBase64: string };

/** A parsed mail. `to` are the recipients of the envelope. `links` are the distinct URLs in it. */
export type Message = {
  id: string;
  to: string[];
  from: string;
  subject: string;
  text: string;
  html: string;
  attachments: Attachment[];
  links: string[];
  date: string;
  messageId: string | null;
  headers: { name: string; value: string }[];
};

type Attachment = {
  filename: string;
  contentType: string;
  /** Without angle brackets. Null when the mail does not refer to it. */
  contentId: string | null;
  size: number;
  contentBase64: string;
};

export type Messages = {
  /** Durable on return. */
  store(mail: { from: string; to: string[]; raw: Buffer }): StoredMessage;
  /** Oldest first. `to` compares whole addresses, ignoring case. */
  list(to?: string): StoredMessage[];
  get(id: string): StoredMessage | undefined;
  deleteAll(): void;
};

export function createMessages(ledger: Ledger): Messages {
  const messages: Collection<StoredMessage> = ledger.collection('messages');
  return {
    store({ from, to, raw }) {
      return messages.put({
        id: String(ledger.nextNumber('messages')),
        from,
        to,
        receivedAt: new Date().toISOString(),
        rawBase64: raw.toString('base64'),
      });
    },
    list(to) {
      const wanted = to?.toLowerCase();
      return messages.list().filter((m) => wanted === undefined || m.to.some((each) => each.toLowerCase() === wanted));
    },
    get: (id) => messages.get(id),
    deleteAll: () => ledger.transaction(() => messages.list().forEach(({ id }) => messages.delete(id))),
  };
}

/** Parses a stored mail. For invalid MIME it returns what is readable. */
export async function readMessage(stored: StoredMessage): Promise<Message> {
  const raw = Buffer.from(stored.rawBase64, 'base64');
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'base64' }).catch(() => unreadable(raw));
  const { text = '', html = '' } = mail;
  return {
    id: stored.id,
    to: stored.to,
    from: addressText(mail.from) || stored.from,
    subject: mail.subject ?? '',
    text,
    html,
    attachments: mail.attachments.map(attachmentOf),
    links: linksOf(html, text),
    date: mail.date ?? stored.receivedAt,
    messageId: mail.messageId ?? null,
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
  };
}

/** A mail that the library refuses, such as one nested beyond its limit. */
const unreadable = (raw: Buffer): Email => ({
  headers: [],
  headerLines: [],
  attachments: [],
  text: raw.toString('utf8'),
});

function attachmentOf(part: Email['attachments'][number]): Attachment {
  const contentBase64 = typeof part.content === 'string' ? part.content : '';
  return {
    filename: part.filename ?? 'attachment',
    contentType: part.mimeType,
    contentId: part.contentId?.replace(/^<|>$/g, '') ?? null,
    size: Buffer.byteLength(contentBase64, 'base64'),
    contentBase64,
  };
}

function addressText(address: Address | undefined): string {
  if (address?.address === undefined) return '';
  return address.name === '' ? address.address : `${address.name} <${address.address}>`;
}

const ENTITIES: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', apos: "'" };

function linksOf(html: string, text: string): string[] {
  const inHtml = [...html.matchAll(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map((m) =>
    (m[1] ?? m[2] ?? '').replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (all, decimal, hex, name) => {
      if (name !== undefined) return ENTITIES[name] ?? all;
      return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
    }),
  );
  const inText = [...text.matchAll(/https?:\/\/[^\s<>"']+/g)].map((m) => m[0].replace(/[.,;:!?)]+$/, ''));
  return [...new Set([...inHtml, ...inText])].filter((link) => /^[a-z][a-z0-9+.-]*:/i.test(link));
}
