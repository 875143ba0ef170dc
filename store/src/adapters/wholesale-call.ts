import type { WholesaleErrorCode } from '../modules/fulfilment/wholesaler.ts';
import { neverConnected } from './never-connected.ts';
import { CodedError } from '../shared/errors.ts';

/** A failed call, by code. Contains nothing of the request or of the answer. */
export class WholesaleError extends CodedError<WholesaleErrorCode> {
  override readonly name = 'WholesaleError';
  /** False when the call certainly never left this machine. */
  readonly sent: boolean;

  constructor(code: WholesaleErrorCode, { sent = true }: { sent?: boolean } = {}) {
    super(code, `wholesaler: ${code}`);
    this.sent = sent;
  }
}

/** An answer of the vendor, with any status. `body` is undefined when it is not JSON. */
export type Answer = { status: number; retryAfterSeconds: number | null; body: unknown };

/** Maximum size of an answer, unless the call allows more: a page of packages has a few hundred kilobytes. */
const MAX_BODY_BYTES = 5 * 1024 * 1024;

/**
 * Makes one HTTP call and reads its whole answer before `signal` aborts. Throws a WholesaleError when the answer is
 * missing or incomplete. Sends nothing after `signal` has aborted.
 */
export async function exchange(
  url: string,
  init: RequestInit,
  signal: AbortSignal,
  { maxBytes = MAX_BODY_BYTES }: { maxBytes?: number } = {},
): Promise<Answer> {
  if (signal.aborted) throw new WholesaleError('timeout', { sent: false });
  try {
    const response = await fetch(url, { ...init, signal, redirect: 'manual' });
    return {
      status: response.status,
      retryAfterSeconds: retryAfter(response),
      body: await readJson(response, maxBytes),
    };
  } catch (error) {
    if (error instanceof WholesaleError) throw error;
    if (neverConnected(error)) throw new WholesaleError('unreachable', { sent: false });
    throw new WholesaleError(signal.aborted ? 'timeout' : 'connection-lost');
  }
}

/** The error code of an answer that is not 2xx, for read-only calls. */
export function faultOfStatus(status: number): WholesaleErrorCode {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  if (status === 429) return 'rate-limited';
  if (status >= 500) return 'server-error';
  return status >= 400 ? 'refused' : 'bad-reply';
}

async function readJson(response: Response, maxBytes: number): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new WholesaleError('reply-too-large');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Retry-After as seconds or as a date (RFC 9110, 10.2.3). */
function retryAfter(response: Response): number | null {
  const header = response.headers.get('retry-after');
  if (header === null) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
