import { randomBytes } from 'node:crypto';
import type { Collection, Ledger } from '../kit/ledger.ts';

export type MessageStatus = 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed';

/** A received message and its delivery status. */
export type StoredMessage = {
  id: string;
  to: string;
  from: string | null;
  messagingServiceSid: string | null;
  body: string;
  status: MessageStatus;
  errorCode: number | null;
  statusCallback: string | null;
  createdAt: string;
};

export type Messages = {
  /** Durable on return. */
  store(message: Omit<StoredMessage, 'id' | 'createdAt' | 'status' | 'errorCode'>): StoredMessage;
  /** Oldest first. */
  list(to?: string): StoredMessage[];
  get(id: string): StoredMessage | undefined;
  /** Undefined once the message was deleted. */
  change(id: string, change: Pick<StoredMessage, 'status' | 'errorCode'>): StoredMessage | undefined;
  deleteAll(): void;
};

export function createMessages(ledger: Ledger): Messages {
  const messages: Collection<StoredMessage> = ledger.collection('messages');
  return {
    store: (message) =>
      messages.put({
        ...message,
        id: `SM${randomBytes(16).toString('hex')}`,
        status: 'queued',
        errorCode: null,
        createdAt: new Date().toISOString(),
      }),
    list: (to) => messages.list(to === undefined ? {} : { to }),
    get: (id) => messages.get(id),
    change(id, change) {
      const message = messages.get(id);
      return message && messages.put({ ...message, ...change });
    },
    deleteAll: () => ledger.transaction(() => messages.list().forEach(({ id }) => messages.delete(id))),
  };
}

/** A message in Twilio's format. */
export function messageResource(message: StoredMessage, accountSid: string) {
  return {
    sid: message.id,
    account_sid: accountSid,
    api_version: '2010-04-01',
    body: message.body,
    date_created: new Date(message.createdAt).toUTCString(),
    date_sent: null,
    date_updated: new Date(message.createdAt).toUTCString(),
    direction: 'outbound-api',
    error_code: message.errorCode,
    error_message: null,
    from: message.from,
    messaging_service_sid: message.messagingServiceSid,
    num_media: '0',
    num_segments: '1',
    price: null,
    price_unit: 'USD',
    status: message.status,
    subresource_uris: { media: `/2010-04-01/Accounts/${accountSid}/Messages/${message.id}/Media.json` },
    to: message.to,
    uri: `/2010-04-01/Accounts/${accountSid}/Messages/${message.id}.json`,
  };
}
