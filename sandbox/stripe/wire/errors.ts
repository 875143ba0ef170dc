/** The `error` object of Stripe's answers. */
export interface ErrorBody {
  type: 'invalid_request_error' | 'api_error' | 'idempotency_error' | 'card_error';
  message: string;
  code?: string;
  param?: string;
  doc_url?: string;
}

/** An answer of Stripe's other than 2xx. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly body: { error: ErrorBody };

  constructor(status: number, error: ErrorBody) {
    super(error.message);
    this.status = status;
    const doc_url = error.code && `https://stripe.com/docs/error-codes/${error.code.replaceAll('_', '-')}`;
    this.body = { error: { ...error, ...(doc_url ? { doc_url } : {}) } };
  }
}

/** 400, a parameter that cannot be used as it is. */
export function invalid(message: string, param?: string, code?: string): StripeFailure {
  return new StripeFailure(400, {
    type: 'invalid_request_error',
    message,
    ...(param ? { param } : {}),
    ...(code ? { code } : {}),
  });
}

/** An id that names nothing: 404 in the path, 400 when a parameter carries it. */
export function missing(kind: string, id: string, param = 'id'): StripeFailure {
  return new StripeFailure(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  });
}

/** 501: Stripe has this, the sandbox does not. */
export function notBuilt(what: string): StripeFailure {
  return new StripeFailure(501, {
    type: 'api_error',
    message: `The Stripe sandbox does not answer ${what}. sandbox/README.md lists what it answers.`,
  });
}
