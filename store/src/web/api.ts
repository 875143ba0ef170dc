import type { AnswerOf, Calls, InputOf } from '../http/api/routes/client.ts';
import { CodedError } from '../shared/errors.ts';

/** Error codes of a call to our API: one of `src/shared/errors.ts`, or one of the two that occur without an answer. */
export type ApiErrorCode = 'network' | 'timeout' | (string & {});

/** Compare by `code`. `field` names the invalid input. */
export class ApiError extends CodedError<ApiErrorCode> {
  override readonly name = 'ApiError';
  readonly field: string | undefined;

  constructor(code: ApiErrorCode, details: { field?: string; cause?: unknown } = {}) {
    super(code, code, { cause: details.cause });
    this.field = details.field;
  }
}

/** Time-out of a call. The buyer may then retry with the same idempotency key. */
const TIMEOUT_MS = 30_000;

/** The caller: an ID token, or null for a guest, who is identified by the order's cookie. */
export type Caller = { token(fresh?: boolean): Promise<string | null> };

export const GUEST: Caller = { token: () => Promise.resolve(null) };

type Asked<Name extends keyof Calls> = InputOf<Calls[Name]> & { caller?: Caller };
/** What a call takes; nothing, where all of it is optional. */
type Given<Name extends keyof Calls> = object extends Asked<Name> ? [asked?: Asked<Name>] : [asked: Asked<Name>];

/** Calls our own API by the name of a route, such as `get /orders/{orderId}`. Throws ApiError. */
export function callApi<Name extends keyof Calls>(name: Name, ...given: Given<Name>): Promise<AnswerOf<Calls[Name]>> {
  const [method, path] = name.split(' ') as [string, string];
  // Typed by hand: the union of all calls is too large for the compiler.
  const [{ params, query, body, caller = GUEST } = {}] = given as readonly [Untyped?];
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body), headers: JSON_BODY };
  return exchange(caller, addressOf(path, params, query), init, (response) =>
    response.status === 204 ? undefined : response.json(),
  );
}

type Values = Record<string, unknown>;
type Untyped = { params?: Values; query?: Values; body?: unknown; caller?: Caller };
const JSON_BODY = { 'content-type': 'application/json' };

function addressOf(path: string, params: Values = {}, query: Values = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`],
  );
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  return `/api${filled}${given.length === 0 ? '' : `?${given.join('&')}`}`;
}

/** Sends a file as it is. Throws ApiError. */
export async function uploadAs(caller: Caller, path: string, file: Blob): Promise<void> {
  await exchange(caller, path, { method: 'put', body: file, headers: { 'content-type': file.type } }, () => undefined);
}

/** A call with its time-out, and its failures as ApiError. */
async function exchange<T>(
  caller: Caller,
  path: string,
  { headers, ...init }: { method?: string; headers?: Record<string, string>; body?: BodyInit },
  read: (response: Response) => T | Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetchAs(caller, path, {
      ...init,
      headers: { accept: 'application/json', ...headers },
      signal,
    });
    if (!response.ok) throw await faultOf(response);
    return await read(response);
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError(signal.aborted ? 'timeout' : 'network', { cause });
  }
}

/** `fetch` as this caller. A refused token is renewed once. Answers are personal, so caches are bypassed. */
export async function fetchAs(
  caller: Caller,
  path: string,
  init: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const send = (token: string | null) =>
    fetch(path, {
      ...init,
      cache: 'no-store',
      headers: { ...init.headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    });
  const token = await caller.token();
  const answer = await send(token);
  return answer.status === 401 && token !== null ? send(await caller.token(true)) : answer;
}

/** Saves an answer of our API as a file with this name. Throws ApiError. */
export async function downloadAs(caller: Caller, path: string, name: string): Promise<void> {
  const file = await exchange(caller, path, {}, (response) => response.blob());
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}

async function faultOf(response: Response): Promise<ApiError> {
  const answer = (await response.json().catch(() => ({}))) as { error?: { code?: string; field?: string } };
  return new ApiError(answer.error?.code ?? 'internal-error', { field: answer.error?.field });
}

/** The error code of a failed call. */
export function apiErrorCode(error: unknown): ApiErrorCode {
  return error instanceof ApiError ? error.code : 'internal-error';
}
