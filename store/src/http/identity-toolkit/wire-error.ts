import { detailsOf, type ErrorInfo } from '../../shared/error-info.ts';
import { CodedError, codeOf } from '../../shared/errors.ts';
import { isProtocolError } from '../../shared/protocol-error.ts';

/** A refusal in the wire's format: `message` is `CODE` or `CODE : sentence for developers`. */
export class WireError extends CodedError {
  override readonly name = 'WireError';
  readonly status: 400 | 401 | 403 | 404 | 405 | 501;
  /** Google's canonical status, where it sends one. */
  readonly canonical: string | undefined;
  /** Fields of the answer beside `error`. */
  readonly beside: object;
  /** The reason for programs. */
  readonly info: ErrorInfo | undefined;

  constructor(
    message: string,
    status: 400 | 401 | 403 | 404 | 405 | 501 = 400,
    { canonical, beside = {}, info }: { canonical?: string; beside?: object; info?: ErrorInfo | undefined } = {},
  ) {
    super(message.split(' : ', 1)[0]!, message);
    this.status = status;
    this.canonical = canonical;
    this.beside = beside;
    this.info = info;
  }
}

/** A malformed request that no client of the protocol sends: not JSON, a field of the wrong type or too long. */
export function invalidArgument(sentence: string): WireError {
  return new WireError(`INVALID_ARGUMENT : ${sentence}`, 400, { canonical: 'INVALID_ARGUMENT' });
}

export function notImplemented(): WireError {
  return new WireError('NOT_IMPLEMENTED : This server does not offer that yet.', 501, { canonical: 'NOT_IMPLEMENTED' });
}

const REASONS: Record<WireError['status'], string> = {
  400: 'invalid',
  401: 'authError',
  403: 'forbidden',
  404: 'notFound',
  405: 'httpMethodNotAllowed',
  501: 'notImplemented',
};

/** The error body of the wire (reference: Identity Toolkit, Error body). */
export function errorBody({ status, message, canonical, beside, info }: WireError) {
  return {
    ...beside,
    error: {
      code: status,
      message,
      errors: [{ message, domain: 'global', reason: REASONS[status] }],
      ...(canonical === undefined ? {} : { status: canonical }),
      ...(info === undefined ? {} : { details: detailsOf(info) }),
    },
  };
}

/** The wire's answer for a thrown error; null for a server error, which must not look like a refusal. */
export function toWireError(error: unknown): WireError | null {
  if (error instanceof WireError) return error;
  if (isProtocolError(error)) {
    const { code, detail, info } = error;
    return new WireError(detail === undefined ? code : `${code} : ${detail}`, 400, { info });
  }
  if (codeOf(error) === 'too-many-requests') return new WireError('TOO_MANY_ATTEMPTS_TRY_LATER');
  if (codeOf(error) === 'payload-too-large') return invalidArgument('The body is too large.');
  return null;
}
