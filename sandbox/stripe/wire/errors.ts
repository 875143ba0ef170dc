/** The `error` object in Stripe's responses. */
export interface ErrorBody {
  type: 'invalid_request_error' | 'api_error' | 'idempotency_error' | 'card_error';
  message: string;
  code?: string;
  param?: string;
  doc_url?: string;
  /** Of a card that the bank refused. */
  decline_code?: string;
  charge?: string;
  payment_intent?: object;
  payment_method?: object;
}

/** A response of Stripe with a status other than 2xx. */
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

/** 400, an invalid parameter. */
export function invalid(message: string, param?: string, code?: string): StripeFailure {
  return new StripeFailure(400, {
    type: 'invalid_request_error',
    message,
    ...(param ? { param } : {}),
    ...(code ? { code } : {}),
  });
}

/** 402, a card that the bank refused. */
export function cardRefused(message: string, about: Omit<ErrorBody, 'type' | 'message'>): StripeFailure {
  return new StripeFailure(402, { type: 'card_error', message, ...about });
}

/** An unknown id: 404 in the path, 400 in a parameter. */
export function missing(kind: string, id: string, param = 'id'): StripeFailure {
  return new StripeFailure(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  });
}

/** 501: Stripe has this feature, the sandbox does not. */
export function notBuilt(what: string): StripeFailure {
  return new StripeFailure(501, {
    type: 'api_error',
    message: `The Stripe sandbox does not answer ${what}. sandbox/README.md lists what it answers.`,
  });
}
