import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import webPush from 'web-push';
import type { PushErrorCode, PushMessage, PushService, ServerKey } from '../modules/push/push.ts';
import { CodedError } from '../shared/errors.ts';
import { isLoopback } from '../shared/loopback.ts';
import { checkedLookup, isPublicAddress } from './public-address.ts';

const TIMEOUT_MS = 10_000;
/** Push services take four kilobytes (RFC 8030, 7.2), encryption included. */
const MAX_PAYLOAD_BYTES = 3_000;
/** Of the signed token; push services refuse more than a day (RFC 8292, 2). */
const TOKEN_SECONDS = 12 * 3_600;
const ENCODING = 'aes128gcm';

export class PushError extends CodedError<PushErrorCode> {
  override readonly name = 'PushError';
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: PushErrorCode, details: { status?: number; retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(code, details.status === undefined ? code : `${code}: ${details.status}`, { cause: details.cause });
    this.status = details.status;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

type Options = {
  /** Hosts of push services; `*.example.com` stands for each name below it. */
  hosts: readonly string[];
  /** Adds a push service of this machine, also over http (sandbox mode). */
  allowLoopback: boolean;
  serverKey: ServerKey;
  /** Whom a push service may write to about our messages: a `mailto:` or `https:` address. */
  subject: string;
  now: () => number;
  timeoutMs?: number;
};

/**
 * Push services over Web Push: messages are encrypted for the browser (RFC 8291) and signed by us (RFC 8292). Their
 * addresses come from browsers, so only the listed hosts are called, over https, at public addresses that are checked
 * after the look-up; no redirect is followed, and no body is read.
 */
export function createWebPush(options: Options): PushService {
  const { hosts, allowLoopback, timeoutMs = TIMEOUT_MS } = options;
  const isAllowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopback(address));
  const lookup = checkedLookup(isAllowed, () => new PushError('push-refused'));

  function knownUrl(endpoint: string): URL | null {
    const url = URL.parse(endpoint);
    if (!url || url.username !== '' || url.password !== '' || !isListed(hosts, url.hostname)) return null;
    if (isLoopback(url.hostname)) return allowLoopback && /^https?:$/.test(url.protocol) ? url : null;
    // No name of a push service is an address, and none has a port of its own.
    return url.protocol === 'https:' && url.port === '' && isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0
      ? url
      : null;
  }

  return {
    isKnown: (endpoint) => knownUrl(endpoint) !== null,
    async push(message) {
      const url = knownUrl(message.endpoint);
      if (!url) throw new PushError('push-refused');
      const { headers, body } = sealed(options, url, message);
      const call = url.protocol === 'https:' ? requestHttps : requestHttp;
      const signal = AbortSignal.timeout(timeoutMs);
      /** Connected, and encrypted: from then on the message may arrive. */
      let isOpen = false;
      const answer = await new Promise<IncomingMessage>((answered, failed) => {
        // No agent: a kept-alive connection was checked for another name.
        call(url, { method: 'POST', lookup, signal, agent: false, headers })
          .on('socket', (socket) =>
            socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => (isOpen = true)),
          )
          .on('response', answered)
          .on('error', failed)
          .end(body);
      }).catch((cause: unknown) => {
        if (cause instanceof PushError) throw cause;
        throw new PushError(isOpen ? 'push-unknown' : 'push-not-sent', { cause });
      });
      answer.destroy();
      checkAnswer(answer, options.now());
    },
  };
}

/** True for a listed host, or a name below a listed `*.host`. */
const isListed = (hosts: readonly string[], hostname: string): boolean =>
  hosts.some((host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host));

/** The encrypted message, and the headers that sign and describe it. */
function sealed({ serverKey, subject, now }: Options, url: URL, message: PushMessage) {
  const { keys, payload, topic, ttlSeconds, urgency } = message;
  if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES) throw new PushError('push-refused');
  const body = webPush.encrypt(keys.p256dh, keys.auth, payload, ENCODING).cipherText;
  const expiresAt = Math.floor(now() / 1000) + TOKEN_SECONDS;
  const signed = webPush.getVapidHeaders(
    url.origin,
    subject,
    serverKey.publicKey,
    serverKey.privateKey,
    ENCODING,
    expiresAt,
  );
  const headers = {
    ...signed,
    'Content-Type': 'application/octet-stream',
    'Content-Encoding': ENCODING,
    'Content-Length': body.length,
    TTL: ttlSeconds,
    Urgency: urgency,
    Topic: topic,
  };
  return { headers, body };
}

/** Throws unless the push service has accepted the message. */
function checkAnswer({ statusCode: status = 0, headers }: IncomingMessage, now: number): void {
  if (status >= 200 && status < 300) return;
  if (status === 404 || status === 410) throw new PushError('push-gone', { status });
  if (status !== 429 && status < 500) throw new PushError('push-refused', { status });
  const retryAfterSeconds = secondsOf(headers['retry-after'], now);
  throw new PushError('push-busy', { status, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });
}

/** Of a Retry-After header: seconds, or a date (RFC 9110, 10.2.3). */
function secondsOf(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  const seconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - now) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
