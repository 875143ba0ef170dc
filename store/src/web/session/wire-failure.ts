import { type ErrorInfo, infoIn } from '../../shared/error-info.ts';

/**
 * A refusal of the identity server on the wire. `code` is undefined for a body in another format, `info` for a refusal
 * without a reason for programs.
 */
export type WireFailure = { status: number; code: string | undefined; info?: ErrorInfo | undefined };

let last: WireFailure | undefined;

/**
 * The refusal behind an SDK error, which keeps a part of it only: never the reason for programs. The SDK answers MISSING_RECAPTCHA_TOKEN with an error without a code
 * (it tries to load a captcha), and any body that is not JSON with `network-request-failed`.
 */
export function lastWireFailure(): WireFailure | undefined {
  return last;
}

type Fetch = typeof fetch;

/**
 * `fetch` that stores the last refusal of `host`. Each POST starts again; the SDK's reads in between have no effect.
 */
export function watchRefusals(host: string, fetchIt: Fetch): Fetch {
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (!address.includes(`//${host}/`)) return fetchIt(input, init);
    const isPost = init?.method === 'POST';
    if (isPost) last = undefined;
    const response = await fetchIt(input, init);
    if (isPost && !response.ok) last = { status: response.status, ...(await refusalIn(response.clone())) };
    return response;
  };
}

type Body = { error?: { message?: unknown; details?: unknown } } | undefined;

/** The wire's code of a refusal (`WEAK_PASSWORD : Password should be …` without its sentence), and its reason. */
async function refusalIn(response: Response): Promise<Omit<WireFailure, 'status'>> {
  const body = (await response.json().catch(() => undefined)) as Body;
  const message = body?.error?.message;
  return {
    code: typeof message === 'string' ? message.split(' ')[0] : undefined,
    info: infoIn(body?.error?.details),
  };
}
