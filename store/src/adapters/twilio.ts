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
const MAX_BYTES = 65_536;

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
      if (!isSigned(authToken, statusUrl, callback) || !isUnambiguous(callback, accountSid)) return 'forged';
      const message = messageIn(callback.query);
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
    if (size > MAX_BYTES) return undefined;
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
  const expected = createHmac('sha1', authToken)
    .update(statusUrl + query + signedText(form), 'utf8')
    .digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const signedText = (form: URLSearchParams) =>
  [...form]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => name + value)
    .join('');

const messageIn = (query: string) => /^\?message=([0-9a-f-]{36})$/.exec(query)?.[1];

/** The fields that decide what is stored. Their values have a fixed length, or an end that no name can follow. */
const USED = ['ErrorCode', 'MessageSid', 'MessageStatus'];
/** Fields that repeat another one. */
const TWINS: Record<string, string> = { SmsSid: 'MessageSid', SmsMessageSid: 'MessageSid', SmsStatus: 'MessageStatus' };
/** Twilio adds fields without notice; all names have this notation. */
const NAME = /^[A-Z][A-Za-z]{0,63}$/;

/**
 * False when the signed bytes could have been other fields. Twilio signs names and values without a mark between them,
 * so a caller who has one signed report could move bytes from the name of a field into its value, or into the next
 * field. So each field occurs once, each field that is used stands at one place of the signed text, and twins agree.
 */
function isUnambiguous({ form }: StatusCallback, accountSid: string): boolean {
  const names = [...form.keys()];
  const text = signedText(form);
  const isNamed = (name: string, used: string) => name === used || (TWINS[name] === used && name.endsWith(used));
  return (
    (form.get('AccountSid') ?? accountSid) === accountSid &&
    new Set(names).size === names.length &&
    names.every((name) => NAME.test(name)) &&
    USED.every((used) => text.split(used).length - 1 === names.filter((name) => isNamed(name, used)).length) &&
    names.every((name) => !Object.hasOwn(TWINS, name) || form.get(name) === form.get(TWINS[name]!))
  );
}
