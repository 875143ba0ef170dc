import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { WholesaleErrorCode } from '../../modules/fulfilment/wholesaler.ts';
import { type Answer, exchange, faultOfStatus, WholesaleError } from '../wholesale-call.ts';
import { envelopeReply } from './replies.ts';

export type EsimAccessOptions = {
  /** Base URL without a path, e.g. `https://api.esimaccess.com`. */
  url: string;
  accessCode: string;
  secretKey: string;
  /**
   * Time-out in milliseconds of one call including its answer; for an order, of the whole operation: no request is sent
   * later than this after its start.
   */
  timeoutMs: number;
  /** The time in milliseconds: of signatures, and of the end of lists. Default: that of this machine, which may be wrong. */
  now?: () => number;
  /** Page size of lists of orders; the vendor allows 500. */
  pageSize?: number;
  /** The pause before an order's profile is asked for again. */
  againMs?: number;
  /** The maximum wait of a read-only call after a 429 with Retry-After; a longer one fails as `rate-limited`. */
  maxRetryAfterMs?: number;
};

/** What an answer says: the object of a success, or the vendor's code of a refusal, six digits. */
export type Said = { object: unknown } | { refusal: string };

export type Limits = { signal: AbortSignal; maxBytes?: number | undefined };

/** Error codes that state why a call was refused. Others prove nothing about an order. */
export const CODES = {
  noHeader: '000101',
  wrongHeader: '000102',
  serverError: '000001',
  expiredTimestamp: '101001',
  blockedAddress: '101002',
  wrongSignature: '101003',
  statusForbids: '200002',
  packagePrice: '200005',
  totalPrice: '200006',
  noBalance: '200007',
  orderParameters: '200008',
  beingAllocated: '200010',
  noProfiles: '200011',
  noBundle: '310201',
  noPackageCode: '310241',
  noPackage: '310243',
  noOrder: '310272',
  noIccid: '310403',
  busy: '900001',
} as const;

const FAULTS: Record<string, WholesaleErrorCode> = {
  [CODES.serverError]: 'server-error',
  [CODES.busy]: 'server-error',
  [CODES.noHeader]: 'unauthorized',
  [CODES.wrongHeader]: 'unauthorized',
  [CODES.expiredTimestamp]: 'unauthorized',
  [CODES.wrongSignature]: 'unauthorized',
  [CODES.blockedAddress]: 'forbidden',
  [CODES.noOrder]: 'not-found',
  [CODES.noIccid]: 'not-found',
};

export type Client = ReturnType<typeof createEsimAccessClient>;

/** Signed calls. All are POSTs with a JSON body, also those that only read. */
export function createEsimAccessClient(given: EsimAccessOptions) {
  const { now = Date.now, pageSize = 500, againMs = 1_000, maxRetryAfterMs = 20_000 } = given;
  const ports = { ...given, url: given.url.replace(/\/+$/, ''), now, pageSize, againMs, maxRetryAfterMs };
  return {
    base: ports.url,
    now,
    pageSize,
    againMs,
    /** The time of one operation, from now. */
    timeLimit: () => AbortSignal.timeout(ports.timeoutMs),
    /** A call that changes something: it is sent once. */
    post: (path: string, payload: object, signal: AbortSignal) => send(ports, path, payload, { signal }),
    ask: (path: string, payload: object, limits: Partial<Limits> = {}) =>
      ask(ports, path, payload, { signal: AbortSignal.timeout(ports.timeoutMs), ...limits }),
  };
}

type Ports = Required<EsimAccessOptions>;

/**
 * A call with its signature. When the vendor refuses its time, because the clock of this store is wrong, it is sent once more
 * without one: the access code is enough. Such a refusal comes before any effect, and a repeated order with the same
 * transaction id buys nothing.
 */
async function send(ports: Ports, path: string, payload: object, limits: Limits): Promise<Answer> {
  const body = JSON.stringify(payload);
  const answer = await sendAs(ports, path, { body, signature: signatureOf(ports, body) }, limits);
  if (codeReply.safeParse(answer.body).data !== CODES.expiredTimestamp) return answer;
  return sendAs(ports, path, { body, signature: {} }, limits);
}

const codeReply = z.looseObject({ errorCode: z.string() }).transform(({ errorCode }) => errorCode);

function signatureOf({ accessCode, secretKey, now }: Ports, body: string): Record<string, string> {
  const timestamp = String(now());
  const requestId = randomUUID();
  return {
    'rt-timestamp': timestamp,
    'rt-requestid': requestId,
    'rt-signature': createHmac('sha256', secretKey)
      .update(timestamp + requestId + accessCode + body)
      .digest('hex'),
  };
}

function sendAs(
  { url, accessCode }: Ports,
  path: string,
  { body, signature }: { body: string; signature: Record<string, string> },
  { signal, maxBytes }: Limits,
): Promise<Answer> {
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    'rt-accesscode': accessCode,
    ...signature,
  };
  return exchange(
    `${url}/api/v1/open${path}`,
    { method: 'POST', headers, body },
    signal,
    maxBytes === undefined ? {} : { maxBytes },
  );
}

/** A read-only call: waits once after a 429, if its time allows. */
async function ask(ports: Ports, path: string, payload: object, limits: Limits): Promise<Said> {
  const answer = await send(ports, path, payload, limits);
  if (answer.status !== 429) return saidBy(answer);
  const waitMs = (answer.retryAfterSeconds ?? 1) * 1000;
  if (waitMs > ports.maxRetryAfterMs) throw new WholesaleError('rate-limited');
  await wait(waitMs, limits.signal);
  return saidBy(await send(ports, path, payload, limits));
}

/** Ends early when the time of the operation ends. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => undefined);
}

/** Reads the envelope of an answer. Throws a WholesaleError for anything but a documented envelope with a status of 2xx. */
export function saidBy({ status, body }: Pick<Answer, 'status' | 'body'>): Said {
  if (status < 200 || status > 299) throw new WholesaleError(faultOfStatus(status));
  const envelope = envelopeReply.safeParse(body).data;
  if (envelope === undefined) throw new WholesaleError('bad-reply');
  return envelope;
}

/** The object of a success. Throws the error of a refusal. */
export function parsed<T>(schema: z.ZodType<T>, said: Said): T {
  if ('refusal' in said) throw new WholesaleError(FAULTS[said.refusal] ?? 'refused');
  const result = schema.safeParse(said.object);
  if (!result.success) throw new WholesaleError('bad-reply');
  return result.data;
}
