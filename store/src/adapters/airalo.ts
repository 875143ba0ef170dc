import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type * as z from 'zod';
import type {
  GiveBack,
  PlaceOutcome,
  TokenStore,
  WholesaleBooking,
  WholesaleOrder,
  WholesalerCapabilities,
  WholesaleToken,
  Wholesaler,
} from '../modules/fulfilment/wholesaler.ts';
import { devicesReply } from './airalo/devices.ts';
import { addableReply, packageList } from './airalo/packages.ts';
import { givenBack, ordered } from './airalo/outcomes.ts';
import {
  balanceReply,
  listedBooking,
  listedDescription,
  listedOrder,
  orderReply,
  pageReply,
  planReply,
  tokenReply,
  usageReply,
} from './airalo/replies.ts';
import { type Answer, exchange, faultOfStatus, WholesaleError } from './wholesale-call.ts';

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
/** The list of all orders is longer: half a million at 50 a page. */
const MAX_BOOKING_PAGES = 10_000;

/** The name in rows, metrics and logs. */
export const AIRALO = 'airalo';

const CAPABILITIES: WholesalerCapabilities = {
  addsPlans: true,
  takesBack: 'by-request',
  reportsUsage: true,
  reportsProfileState: false,
  reportsBalance: true,
  listsBookings: true,
  listsDevices: true,
};

/** The vendor's words for the reasons of a refund. */
const REFUND_REASONS: Record<GiveBack['reason'], string> = {
  'ordered-twice': 'OTHERS',
  'not-wanted': 'WRONG_PURCHASE',
  'does-not-work': 'INSTALLATION_FAILURE',
};
/** The vendor's limit of the note of a refund. */
const MAX_NOTE = 255;

/**
 * Client of Airalo's Partner API v2. It has no idempotency key: `Wholesaler` describes how an order is placed only
 * once.
 */
export function createAiralo(options: AiraloOptions): Wholesaler {
  const { clientId, clientSecret, timeoutMs, tokenStore, pageSize = 50, maxRetryAfterMs = 20_000 } = options;
  const base = options.url.replace(/\/+$/, '');

  async function fetchToken(): Promise<WholesaleToken> {
    try {
      const credentials = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' };
      const { status, body } = await send('POST', '/v2/token', { payload: credentials, signal: timeout() });
      // The vendor answers 422 for an unknown client and 401 for a wrong secret.
      if (status === 422) throw new WholesaleError('unauthorized');
      const { token, expiresInSeconds } = parsed(tokenReply, { status, body });
      return { token, expiresAt: new Date(Date.now() + Math.min(expiresInSeconds * 1000, TOKEN_LIFE_MS)) };
    } catch (error) {
      // The request that needed the token was not sent.
      throw error instanceof WholesaleError ? new WholesaleError(error.code, { sent: false }) : error;
    }
  }

  async function currentToken(): Promise<string> {
    const known = await tokenStore.read();
    if (known && known.expiresAt.getTime() > Date.now() + TOKEN_MARGIN_MS) return known.token;
    return (await tokenStore.renew(fetchToken)).token;
  }

  const timeout = () => AbortSignal.timeout(timeoutMs);

  type Request = { payload?: object; signal: AbortSignal };

  function send(method: 'GET' | 'POST', path: string, { payload, signal }: Request, token?: string): Promise<Answer> {
    const body = payload === undefined ? undefined : JSON.stringify(payload);
    const headers = {
      accept: 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json', 'airalo-signature': sign(body, clientSecret) }),
    };
    return exchange(base + path, { method, headers, body }, signal);
  }

  /** A read-only call with a 401 is retried once with a new token. */
  async function authorized(method: 'GET' | 'POST', path: string, request: Request): Promise<Answer> {
    const token = await currentToken();
    const answer = await send(method, path, request, token);
    if (answer.status !== 401) return answer;
    await tokenStore.forget(token);
    // The 401 of an order may have come after its effect. It is searched for before it is sent again.
    if (method === 'POST') return answer;
    return send(method, path, request, await currentToken());
  }

  /** A read-only call: waits once after a Retry-After. */
  async function get(path: string): Promise<Answer> {
    const answer = await authorized('GET', path, { signal: timeout() });
    if (answer.status !== 429) return answer;
    const waitMs = (answer.retryAfterSeconds ?? 1) * 1000;
    if (waitMs > maxRetryAfterMs) throw new WholesaleError('rate-limited');
    await pause(waitMs);
    return authorized('GET', path, { signal: timeout() });
  }

  /** Reads every row of a list, from all pages. */
  async function list(path: string, query: Record<string, string>, maxPages = MAX_PAGES): Promise<unknown[]> {
    const rows: unknown[] = [];
    for (let page = 1; page <= maxPages; page += 1) {
      const search = new URLSearchParams({ ...query, limit: String(pageSize), page: String(page) });
      const { data, hasMore } = parsed(pageReply, await get(`${path}?${search}`));
      rows.push(...data);
      if (!hasMore) return rows;
    }
    throw new WholesaleError('reply-too-large');
  }

  /** A call that changes something: its answer, or the outcome of a call without one. */
  async function post(path: string, payload: object): Promise<Answer | Exclude<PlaceOutcome, { kind: 'done' }>> {
    try {
      return await authorized('POST', path, { payload, signal: timeout() });
    } catch (error) {
      if (!(error instanceof WholesaleError)) throw error;
      if (error.sent) return { kind: 'unknown', fault: error.code };
      const code = error.code === 'unauthorized' || error.code === 'unreachable' ? error.code : 'token-unavailable';
      return { kind: 'refused', code, retryable: true, neverSent: true };
    }
  }

  return {
    name: AIRALO,
    address: new URL(base),
    capabilities: CAPABILITIES,

    async packages() {
      return packageList(await list('/v2/packages', {}));
    },

    async placeOrder({ packageId, reference }) {
      const order = { quantity: 1, package_id: packageId, type: 'sim', description: reference };
      return ordered(await post('/v2/orders', order), orderReply({ packageId, reference }));
    },

    async addable(iccid) {
      return parsed(addableReply, await get(`/v2/sims/${encodeURIComponent(iccid)}/topups`));
    },

    async addPlan({ iccid, packageId, reference }) {
      const order = { package_id: packageId, iccid, description: reference };
      return ordered(await post('/v2/orders/topups', order), planReply({ packageId, reference }));
    },

    async giveBack({ iccid, reason, note }) {
      const refund = { iccids: [iccid], reason: REFUND_REASONS[reason], notes: note.slice(0, MAX_NOTE) };
      return givenBack(await post('/v2/refund', refund));
    },

    async findByReference(reference): Promise<WholesaleOrder[]> {
      const rows = await list('/v2/orders', { 'filter[description]': reference, include: 'sims,status' });
      const found = new Map<string, WholesaleOrder>();
      for (const row of rows) {
        // The vendor's filter is a case-insensitive substring match.
        if (listedDescription.safeParse(row).data !== reference) continue;
        const order = listedOrder.safeParse(row).data;
        if (!order) throw new WholesaleError('bad-reply');
        // Orders created meanwhile move rows to the next page, where they appear again.
        found.set(order.vendorOrderId, order);
      }
      return [...found.values()].sort((a, b) => ageOf(a) - ageOf(b));
    },

    async bookings(prefix, since) {
      const day = (date: Date) => date.toISOString().slice(0, 10);
      // The vendor filters by day. Tomorrow is included, because its clock may be ahead.
      const created = since && `${day(since)} - ${day(new Date(Date.now() + 86_400_000))}`;
      const query = { 'filter[description]': prefix, ...(created && { 'filter[created_at]': created }) };
      const found = new Map<string, WholesaleBooking>();
      for (const row of await list('/v2/orders', query, MAX_BOOKING_PAGES)) {
        if (!listedDescription.safeParse(row).data?.startsWith(prefix)) continue;
        const booking = listedBooking.safeParse(row).data;
        if (!booking) throw new WholesaleError('bad-reply');
        found.set(booking.vendorOrderId, booking);
      }
      return [...found.values()];
    },

    async balance() {
      return parsed(balanceReply, await get('/v2/balance'));
    },

    async usage(iccid) {
      return parsed(usageReply, await get(`/v2/sims/${encodeURIComponent(iccid)}/usage`));
    },

    async compatibleDevices() {
      return parsed(devicesReply, await get('/v2/compatible-devices-lite'));
    },
  };
}

/** Parses the body of a 2xx answer; throws its error otherwise. */
function parsed<T>(schema: z.ZodType<T>, { status, body }: Pick<Answer, 'status' | 'body'>): T {
  if (status < 200 || status > 299) throw new WholesaleError(faultOfStatus(status));
  const result = schema.safeParse(body);
  if (!result.success) throw new WholesaleError('bad-reply');
  return result.data;
}

/** Sort key; an order without a readable date counts as the newest. */
const ageOf = ({ createdAt }: WholesaleOrder) => createdAt?.getTime() ?? Number.MAX_SAFE_INTEGER;

/** The signature of the vendor's own SDKs: hex HMAC-SHA512 over the JSON as PHP encodes it, with escaped slashes. */
function sign(body: string, secret: string): string {
  return createHmac('sha512', secret).update(body.replaceAll('/', '\\/')).digest('hex');
}
