import * as z from 'zod';

/**
 * Every background task and the shape of its payload: ids only, never a person's data, since payloads are stored and logged.
 * A task may run twice or long after it was asked for; each handler is safe for that.
 */
export const TASKS = {
  /** Handles one received webhook event. */
  'payment-event': z.strictObject({ eventId: z.string() }),
  /** Asks the payment vendor how an attempt stands and acts on it (return page, webhook and sweep alike). */
  'settle-payment': z.strictObject({ attemptId: z.uuid() }),
  /** Reads the vendor's refunds and disputes of a settled payment and follows them. */
  'sync-payment': z.strictObject({ attemptId: z.uuid() }),
  /** Turns one line of a paid order into an eSIM, or its money on the way back. */
  'fulfil-line': z.strictObject({ lineId: z.uuid() }),
  'refund-order': z.strictObject({ refundId: z.uuid() }),
  'send-mail': z.strictObject({ mailId: z.uuid() }),
  'refresh-esim': z.strictObject({ esimId: z.uuid() }),
  /** Takes over the photo that somebody has at their provider; its address is sealed. */
  'fetch-photo': z.strictObject({ accountId: z.uuid(), sourceSealed: z.string().max(8_192) }),
  /** Schedules: */
  /** Reads the wholesaler's packages. `runId` names the reading that somebody waits for. */
  'check-plans': z.strictObject({ runId: z.uuid().optional() }),
  /** Reads the wholesaler's list of compatible devices when the kept one is old. */
  'read-devices': z.strictObject({}),
  'sweep-payments': z.strictObject({}),
  'sweep-fulfilment': z.strictObject({}),
  'find-strays': z.strictObject({}),
  /** Compares our books with the vendors'. `runId` names the run that somebody waits for. */
  reconcile: z.strictObject({ full: z.boolean().optional(), runId: z.uuid().optional() }),
  'clean-up': z.strictObject({}),
} as const;

export type TaskName = keyof typeof TASKS;
export type TaskPayload<N extends TaskName> = z.infer<(typeof TASKS)[N]>;
