import * as z from 'zod';
import { COPY_KEYS } from '../shared/copies.ts';

/**
 * Every background task and its payload: ids only, never personal data, because payloads are stored and logged. A task
 * may run twice or late; each handler is idempotent.
 */
export const TASKS = {
  /** Handles one stored webhook event. */
  'payment-event': z.strictObject({ eventId: z.string() }),
  /** Reads an attempt's state from the payment vendor and applies it (return page, webhook and sweep). */
  'settle-payment': z.strictObject({ attemptId: z.uuid() }),
  /** Settles a payment of a provider's ledger that our books do not know. */
  'recover-payment': z.strictObject({ provider: z.string(), paymentRef: z.string() }),
  /** Reads the vendor's refunds and disputes of a settled payment and applies them. */
  'sync-payment': z.strictObject({ attemptId: z.uuid() }),
  /** Delivers one line of a paid order, or refunds it. */
  'fulfil-line': z.strictObject({ lineId: z.uuid() }),
  /** Asks a wholesaler that is skipped whether it answers again. */
  'probe-wholesaler': z.strictObject({ wholesaler: z.string().max(100) }),
  'refund-order': z.strictObject({ refundId: z.uuid() }),
  /** Writes what our books know about a refund to the payment vendor. */
  'label-refund': z.strictObject({ refundId: z.uuid() }),
  /** Issues the receipt, credit notes and cancellations that the books of an order lack. */
  'issue-documents': z.strictObject({ orderId: z.uuid() }),
  /** Removes the customer of a deleted account, with its saved cards, at the payment provider. */
  'remove-customer': z.strictObject({ customerId: z.uuid() }),
  'send-mail': z.strictObject({ mailId: z.uuid() }),
  /** Ends the old eSIM of a confirmed replacement, and starts the delivery of the new one. */
  'replace-esim': z.strictObject({ replacementId: z.uuid() }),
  /** Gives the profile of a refunded line back to its wholesaler, or ends it; before the money, where that is asked first. */
  'return-profile': z.strictObject({ requestId: z.uuid() }),
  /** Gives back what a proved withdrawal asks for. */
  'carry-out-withdrawal': z.strictObject({ withdrawalId: z.uuid() }),
  /** Sends one message to one device. */
  'send-push': z.strictObject({ pushId: z.uuid() }),
  /** Reads the usage of an eSIM; `reason`: more than that its figures are old. */
  'refresh-esim': z.strictObject({ esimId: z.uuid(), reason: z.literal('news').optional() }),
  /** Adds a plan to an eSIM whose auto top-up is on and whose threshold is passed, and follows what it charged. */
  'auto-top-up': z.strictObject({ esimId: z.uuid() }),
  /** Copies a person's photo from their provider; its URL is encrypted. */
  'fetch-photo': z.strictObject({ accountId: z.uuid(), sourceSealed: z.string().max(8_192) }),
  /** Marks copies in the cache in front of the store as stale. */
  'purge-copies': z.strictObject({ key: z.enum(COPY_KEYS) }),
  /** Schedules: */
  /** Reads the wholesaler's packages. `runId` identifies the run for a caller that waits for it. */
  'check-plans': z.strictObject({ runId: z.uuid().optional() }),
  /** Reads the wholesaler's list of compatible devices when the stored one is old. */
  'read-devices': z.strictObject({}),
  'sweep-payments': z.strictObject({}),
  'sweep-fulfilment': z.strictObject({}),
  /** Queues background reads of the usage of eSIMs. */
  'watch-usage': z.strictObject({}),
  /** Queues looks at auto top-ups: charges whose outcome is not known, ends, a new month. */
  'watch-top-ups': z.strictObject({}),
  /** Queues again what is to be done about refunded profiles, and ends requests whose money is back. */
  'sweep-refund-requests': z.strictObject({}),
  /** Queues proved withdrawals again that were not carried out. */
  'sweep-withdrawals': z.strictObject({}),
  'find-strays': z.strictObject({}),
  /** Tells what depends on the time: plans that end, and eSIMs to install before a travel date. */
  'send-notices': z.strictObject({}),
  /** Compares our books with the vendors'. `runId` identifies the run for a caller that waits for it. */
  reconcile: z.strictObject({ full: z.boolean().optional(), runId: z.uuid().optional() }),
  /** Queues the documents of orders that an older version has settled or refunded. */
  'sweep-documents': z.strictObject({}),
  'clean-up': z.strictObject({}),
} as const;

export type TaskName = keyof typeof TASKS;
export type TaskPayload<N extends TaskName> = z.infer<(typeof TASKS)[N]>;
