import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { Sms, SmsErrorCode, SmsState, StatusCallback } from '../modules/phone/sms.ts';
import { neverConnected } from './never-connected.ts';
import { CodedError } from '../shared/errors.ts';

export type TwilioOptions = {
  accountSid: string;
  authToken: string;
  /** A number, a messaging service (MG…) or a sender name. */
  from: string;
  apiUrl: URL;
  timeoutSeconds: number;
  /** The URL for Twilio's status call-backs. */
  statusUrl: string;
};

/** A text that was not sent, by code. Contains neither a number nor the vendor's text, which repeats numbers. */
class SmsError extends CodedError<SmsErrorCode> {
  override readonly name = 'SmsError';

  constructor(code: SmsErrorCode, detail: string) {
    super(code, `${code} (${detail})`);
  }
}

/** An answer has about a kilobyte. */
const MOST_BYTES = 65_536;

const messageReply = z.looseObject({ sid: z.string().regex(/^(SM|MM)[0-9a-f]{32}$/) });
const errorReply = z.looseObject({ code: z.number() });

/** Twilio's error codes for an invalid number ("Error and Warning Dictionary"). */
const INVALID_NUMBER = new Set([21211, 21214, 21217, 21614, 21635]);
/** Error codes for which a retry is useless: the country is disabled, the person opted out, no route. */
const REFUSED = new Set([21408, 21610, 21612, 60410]);

/**
 * Twilio's Messages API (2010-04-01). It has no idempotency key: a message whose answer was lost is never sent again.
 */
export function createTwilio(options: TwilioOptions): Sms {
  const { accountSid, authToken, from, apiUrl, timeoutSeconds, statusUrl } = options;
  const address = new URL(`/2010-04-01/Accounts/${accountSid}/Messages.json`, apiUrl);
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

  return {
    async send({ to, text, reference, seconds }) {
      const body = new URLSearchParams({
        To: to,
        [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from,
        Body: text,
        StatusCallback: `${statusUrl}?message=${reference}`,
        // A code that arrives after its expiry would only confuse.
        ValidityPeriod: String(seconds),
      });
      const { status, json } = await call(body);
      if (status === 201) {
        const reply = messageReply.safeParse(json);
        if (reply.success) return { vendorId: reply.data.sid };
        throw new SmsError('unknown', 'bad reply');
      }
      const code = errorReply.safeParse(json).data?.code;
      if (status === 400 && code !== undefined && INVALID_NUMBER.has(code))
        throw new SmsError('invalid-number', String(code));
      if (code !== undefined && REFUSED.has(code)) throw new SmsError('refused', String(code));
      // Any other 4xx is our own error (credentials, sender, rate), and nothing was sent. After a 5xx the text may have
      // been sent.
      throw new SmsError(status >= 400 && status < 500 ? 'unavailable' : 'unknown', `${status}, ${code ?? 'no code'}`);
    },

    readReport(callback) {
      if (!isSigned(authToken, statusUrl, callback)) return 'forged';
      const message = new URLSearchParams(callback.query).get('message');
      const fields = report.safeParse({ ...Object.fromEntries(callback.form), message });
      if (!fields.success) return null;
      const { message: reference, MessageSid: vendorId, MessageStatus, ErrorCode = null } = fields.data;
      const state = STATES[MessageStatus];
      return state === undefined ? null : { reference, vendorId, state, errorCode: ErrorCode };
    },
  };

  async function call(body: URLSearchParams): Promise<{ status: number; json: unknown }> {
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { authorization, accept: 'application/json' },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutSeconds * 1000),
      });
      return { status: response.status, json: await jsonOf(response) };
    } catch (error) {
      throw new SmsError(neverConnected(error) ? 'unavailable' : 'unknown', 'no answer');
    }
  }
}

async function jsonOf(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Maps Twilio's states to ours; the others carry no news. */
const STATES: Record<string, SmsState> = {
  accepted: 'queued',
  queued: 'queued',
  sending: 'queued',
  sent: 'sent',
  delivered: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
};

const report = z.object({
  message: z.uuid(),
  MessageSid: z.string().regex(/^(SM|MM)[0-9a-f]{32}$/),
  MessageStatus: z.string(),
  ErrorCode: z
    .string()
    .regex(/^\d{1,8}$/)
    .optional(),
});

/**
 * Twilio's X-Twilio-Signature: HMAC-SHA1, base64, over the URL as configured and the form's names and values, sorted by
 * name.
 */
function isSigned(authToken: string, statusUrl: string, { query, form, signature = '' }: StatusCallback): boolean {
  const fields = [...form].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const signed = statusUrl + query + fields.map(([name, value]) => name + value).join('');
  const expected = createHmac('sha1', authToken).update(signed, 'utf8').digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
