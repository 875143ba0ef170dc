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

type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A file goes as it is, anything else as JSON. */ body?: unknown;
  caller?: Caller;
};

/** Calls our own API and returns its JSON, or undefined without a body. Throws ApiError. */
export async function callApi<Answer>(
  path: string,
  { method = 'GET', body, caller = GUEST }: Call = {},
): Promise<Answer> {
  const file = body instanceof Blob ? body : undefined;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetchAs(caller, path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': file?.type ?? 'application/json' }),
      },
      body: file ?? (body === undefined ? undefined : JSON.stringify(body)),
      signal,
    });
    if (!response.ok) throw await faultOf(response);
    return (response.status === 204 ? undefined : await response.json()) as Answer;
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
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let file: Blob;
  try {
    const response = await fetchAs(caller, path, { signal });
    if (!response.ok) throw await faultOf(response);
    file = await response.blob();
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError(signal.aborted ? 'timeout' : 'network', { cause });
  }
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
