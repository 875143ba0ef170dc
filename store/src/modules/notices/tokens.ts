import { createHmac, timingSafeEqual } from 'node:crypto';
import { MAIL_TOPICS, type MailTopic } from '../../shared/notices.ts';

/** What the link in a notice turns off. */
export type Unsubscription = { orderId: string; topic: MailTopic };

/** The byte of each topic in a token. Mails have them, so none ever changes. */
const CODES: Record<MailTopic, number> = { 'data-low': 1, 'plan-ends': 2, install: 3 };

const ID_BYTES = 16;
const MAC_BYTES = 16;

export type NoticeTokens = ReturnType<typeof createNoticeTokens>;

/**
 * The tokens of links that end a topic for an order. They are signed and stored nowhere: a link works as long as the
 * books keep the order, also after a restore. `key` belongs to the database and never changes (`loadSealedKey`).
 */
export const createNoticeTokens = ({ key }: { key: Buffer }) => ({
  make({ orderId, topic }: Unsubscription): string {
    const body = Buffer.concat([Buffer.from(orderId.replaceAll('-', ''), 'hex'), Buffer.of(CODES[topic])]);
    return Buffer.concat([body, macOf(key, body)]).toString('base64url');
  },

  /** Null for a token that is not ours. */
  read(token: string): Unsubscription | null {
    const bytes = Buffer.from(token, 'base64url');
    // A decoder skips what it does not know: only the exact text is a token.
    if (bytes.length !== ID_BYTES + 1 + MAC_BYTES || bytes.toString('base64url') !== token) return null;
    const body = bytes.subarray(0, ID_BYTES + 1);
    if (!timingSafeEqual(bytes.subarray(ID_BYTES + 1), macOf(key, body))) return null;
    const topic = MAIL_TOPICS.find((each) => CODES[each] === body[ID_BYTES]);
    const hex = body.toString('hex', 0, ID_BYTES);
    return topic ? { orderId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), topic } : null;
  },
});

const macOf = (key: Buffer, body: Buffer) => createHmac('sha256', key).update(body).digest().subarray(0, MAC_BYTES);
