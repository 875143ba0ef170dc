/**
 * Port to a vendor that sends text messages. `reference` is returned in each status report of the message; it expires
 * after `seconds`. Throws an error with an `SmsErrorCode` as its code.
 */
export type Sms = {
  send(message: { to: string; text: string; reference: string; seconds: number }): Promise<{ vendorId: string }>;
  /**
   * Parses a status call-back: `forged` without the vendor's signature, null when there is nothing to store. `query` is
   * that of the URL, with the question mark.
   */
  readReport(callback: StatusCallback): SmsReport | 'forged' | null;
};

export type StatusCallback = { query: string; form: URLSearchParams; signature: string | undefined };

/**
 * Why a text was not sent. `invalid-number`: no such number, or it receives no texts. `refused`: the vendor does not
 * send to it (an opt-out, a disabled country). `unavailable`: nothing was sent, and a retry may work. `unknown`: it may
 * have been sent.
 */
export type SmsErrorCode = 'invalid-number' | 'refused' | 'unavailable' | 'unknown';

/** The states of a message in the order in which the vendor reports them; the last three are final. */
export const SMS_STATES = ['queued', 'sent', 'delivered', 'undelivered', 'failed'] as const;
export type SmsState = (typeof SMS_STATES)[number];

/** A vendor's status report. `errorCode` is the vendor's own. */
export type SmsReport = { reference: string; vendorId: string; state: SmsState; errorCode: string | null };
