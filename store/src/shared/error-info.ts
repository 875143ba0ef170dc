/**
 * The reason of a refusal for programs, beside the sentence for developers. The wire carries it in `error.details`, in
 * the form of Google's APIs (google.rpc.ErrorInfo), which the SDK ignores.
 */
export type ErrorInfo =
  | { reason: 'PASSWORD_TOO_SHORT'; metadata: { minLength: string } }
  | { reason: 'PASSWORD_TOO_COMMON'; metadata?: undefined };

const TYPE = 'type.googleapis.com/google.rpc.ErrorInfo';

/** `error.details` of the wire. */
export const detailsOf = (info: ErrorInfo) => [{ '@type': TYPE, domain: 'identity', ...info }];

/** The reason in `error.details`; undefined when there is none. */
export function infoIn(details: unknown): ErrorInfo | undefined {
  if (!Array.isArray(details)) return undefined;
  return details.find((each): each is ErrorInfo => (each as { '@type'?: unknown } | null)?.['@type'] === TYPE);
}
