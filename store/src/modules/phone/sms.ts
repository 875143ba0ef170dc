/**
 * A vendor that sends text messages. `reference` comes back with each status report of the message; after `seconds` it is worth nothing. Throws an error with
 * an `SmsErrorCode` as its code.
 */
export type Sms = {
  send(message: { to: string; text: string; reference: string; seconds: number }): Promise<{ vendorId: string }>;
  /** Reads a status call-back: `forged` unless the vendor signed it, null when it says nothing to note. `query` is that of its address, with the question mark. */
  readReport(callback: StatusCallback): SmsReport | 'forged' | null;
};

export type StatusCallback = { query: string; form: URLSearchParams; signature: string | undefined };

/**
 * Why a text was not sent. `invalid-number`: no such number, or it takes no texts. `refused`: the vendor does not send to it
 * (an opt-out, a country that is off). `unavailable`: nothing was sent, and a later try may work. `unknown`: it may have been sent.
 */
export type SmsErrorCode = 'invalid-number' | 'refused' | 'unavailable' | 'unknown';

/** What the vendor says of a message, in the order in which it says it; the last three are final. */
export const SMS_STATES = ['queued', 'sent', 'delivered', 'undelivered', 'failed'] as const;
export type SmsState = (typeof SMS_STATES)[number];

/** A status report of the vendor. `errorCode` is the vendor's own. */
export type SmsReport = { reference: string; vendorId: string; state: SmsState; errorCode: string | null };
