import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type * as z from 'zod';
import type { PlaceOutcome, TokenStore, WholesaleToken } from '../../modules/fulfilment/wholesaler.ts';
import { type Answer, exchange, faultOfStatus, WholesaleError } from '../wholesale-call.ts';
import { pageReply, tokenReply } from './replies.ts';

export type AiraloOptions = {
  /** Base URL without a path, e.g. `https://partners-api.airalo.com`. */
  url: string;
  clientId: string;
  clientSecret: string;
  /**
   * Time-out in milliseconds of one call including its answer; for an order, of the whole operation: no request is sent
   * later than this after its start.
   */
  timeoutMs: number;
  tokenStore: TokenStore;
  /** The time in milliseconds, of the end of lists. Default: that of this machine, which may be wrong. */
  now?: () => number;
  /** Page size of list requests: 50 of the vendor's destinations have about 2 MB. */
  pageSize?: number;
  /** The maximum wait of a read-only call after a 429 with Retry-After; a longer one fails as `rate-limited`. */
  maxRetryAfterMs?: number;
};

/** The vendor documents 24 hours, whatever `expires_in` says. */
const TOKEN_LIFE_MS = 24 * 3600_000;
/** A token is renewed this long before its end, so that it does not expire in transit. */
const TOKEN_MARGIN_MS = 60_000;
/** A longer list is treated as endless. */
const MAX_PAGES = 200;
type Ports = Required<AiraloOptions>;

type Request = { payload?: object; signal: AbortSignal };

/** Signed calls with a token, which is renewed before its end and after a 401. */
export function createAiraloClient(given: AiraloOptions) {
  const { now = Date.now, pageSize = 50, maxRetryAfterMs = 20_000 } = given;
  const ports = { ...given, url: given.url.replace(/\/+$/, ''), now, pageSize, maxRetryAfterMs };
  return {
    base: ports.url,
    now,
    get: (path: string) => get(ports, path),
    list: (path: string, query: Record<string, string>, maxPages?: number) => list(ports, path, query, maxPages),
    post: (path: string, payload: object) => post(ports, path, payload),
  };
}

async function fetchToken(ports: Ports): Promise<WholesaleToken> {
  const { clientId, clientSecret, timeoutMs } = ports;
  try {
    const credentials = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' };
    const { status, body } = await send(ports, 'POST', '/v2/token', {
      payload: credentials,
      signal: AbortSignal.timeout(timeoutMs),
    });
    // The vendor answers 422 for an unknown client and 401 for a wrong secret.
    if (status === 422) throw new WholesaleError('unauthorized');
    const { token, expiresInSeconds } = parsed(tokenReply, { status, body });
    return { token, expiresAt: new Date(Date.now() + Math.min(expiresInSeconds * 1000, TOKEN_LIFE_MS)) };
  } catch (error) {
    // The request that needed the token was not sent.
    throw error instanceof WholesaleError ? new WholesaleError(error.code, { sent: false }) : error;
  }
}

async function currentToken(ports: Ports): Promise<string> {
  const { tokenStore } = ports;
  const known = await tokenStore.read();
  if (known && known.expiresAt.getTime() > Date.now() + TOKEN_MARGIN_MS) return known.token;
  return (await tokenStore.renew(() => fetchToken(ports))).token;
}

function send(
  { url, clientSecret }: Ports,
  method: 'GET' | 'POST',
  path: string,
  { payload, signal }: Request,
  token?: string,
): Promise<Answer> {
  const body = payload === undefined ? undefined : JSON.stringify(payload);
  const headers = {
    accept: 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json', 'airalo-signature': sign(body, clientSecret) }),
  };
  return exchange(url + path, { method, headers, body }, signal);
}

/** A read-only call with a 401 is retried once with a new token. */
async function authorized(ports: Ports, method: 'GET' | 'POST', path: string, request: Request): Promise<Answer> {
  const { tokenStore } = ports;
  const token = await currentToken(ports);
  const answer = await send(ports, method, path, request, token);
  if (answer.status !== 401) return answer;
  await tokenStore.forget(token);
  // The 401 of an order may have come after its effect. It is searched for before it is sent again.
  if (method === 'POST') return answer;
  return send(ports, method, path, request, await currentToken(ports));
}

/** A read-only call: waits once after a Retry-After. */
async function get(ports: Ports, path: string): Promise<Answer> {
  const { timeoutMs, maxRetryAfterMs } = ports;
  const answer = await authorized(ports, 'GET', path, { signal: AbortSignal.timeout(timeoutMs) });
  if (answer.status !== 429) return answer;
  const waitMs = (answer.retryAfterSeconds ?? 1) * 1000;
  if (waitMs > maxRetryAfterMs) throw new WholesaleError('rate-limited');
  await pause(waitMs);
  return authorized(ports, 'GET', path, { signal: AbortSignal.timeout(timeoutMs) });
}

/** Reads every row of a list, from all pages. */
async function list(
  ports: Ports,
  path: string,
  query: Record<string, string>,
  maxPages = MAX_PAGES,
): Promise<unknown[]> {
  const { pageSize } = ports;
  const rows: unknown[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const search = new URLSearchParams({ ...query, limit: String(pageSize), page: String(page) });
    const { data, hasMore } = parsed(pageReply, await get(ports, `${path}?${search}`));
    rows.push(...data);
    if (!hasMore) return rows;
  }
  throw new WholesaleError('reply-too-large');
}

/** A call that changes something: its answer, or the outcome of a call without one. */
async function post(
  ports: Ports,
  path: string,
  payload: object,
): Promise<Answer | Exclude<PlaceOutcome, { kind: 'done' }>> {
  const { timeoutMs } = ports;
  try {
    return await authorized(ports, 'POST', path, { payload, signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    if (!(error instanceof WholesaleError)) throw error;
    if (error.sent) return { kind: 'unknown', fault: error.code };
    const code = error.code === 'unauthorized' || error.code === 'unreachable' ? error.code : 'token-unavailable';
    return { kind: 'refused', code, retryable: true, neverSent: true };
  }
}

/** Parses the body of a 2xx answer; throws its error otherwise. */
export function parsed<T>(schema: z.ZodType<T>, { status, body }: Pick<Answer, 'status' | 'body'>): T {
  if (status < 200 || status > 299) throw new WholesaleError(faultOfStatus(status));
  const result = schema.safeParse(body);
  if (!result.success) throw new WholesaleError('bad-reply');
  return result.data;
}

/** The signature of the vendor's own SDKs: hex HMAC-SHA512 over the JSON as PHP encodes it, with escaped slashes. */
function sign(body: string, secret: string): string {
  return createHmac('sha512', secret).update(body.replaceAll('/', '\\/')).digest('hex');
}
