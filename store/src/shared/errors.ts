import type { Money } from './money.ts';

/**
 * The base of our errors. `code` is stable and is what code compares (never `instanceof`: errors cross processes and
 * bundles). The message is for our logs only and must never contain personal data or a secret.
 */
export class CodedError<Code extends string = string> extends Error {
  readonly code: Code;

  constructor(code: Code, message: string = code, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * An error that a caller may see: `src/i18n` has its text by code. `field` and `rule` name the invalid input, `max` is the
 * largest amount that is valid, `change` who last changed the thing. `retryAfterSeconds`: the refusal is planned, as that of
 * a limit, and says when to ask again.
 */
export class AppError extends CodedError<ErrorCode> {
  override readonly name = 'AppError';
  readonly status: number;
  readonly field: string | undefined;
  readonly rule: string | undefined;
  readonly max: Money | undefined;
  change: Change | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    details: {
      field?: string;
      rule?: string;
      max?: Money;
      change?: Change | undefined;
      retryAfterSeconds?: number;
      message?: string;
      cause?: unknown;
    } = {},
  ) {
    super(code, details.message, { cause: details.cause });
    this.status = STATUS[code];
    this.field = details.field;
    this.rule = details.rule;
    this.max = details.max;
    this.change = details.change;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

const STATUS = {
  'invalid-input': 400,
  'invalid-json': 400,
  'invalid-signature': 400,
  'passkey-refused': 400,
  'passkey-expired': 400,
  unauthenticated: 401,
  'forged-message': 401,
  'requires-recent-login': 403,
  'address-not-yours': 403,
  'not-permitted': 403,
  'not-found': 404,
  'passkey-unknown': 404,
  'method-not-allowed': 405,
  'request-timeout': 408,
  'price-changed': 409,
  'terms-changed': 409,
  'plan-unavailable': 409,
  'country-not-sold': 409,
  'idempotency-key-reused': 409,
  'order-has-account': 409,
  'order-not-payable': 409,
  'order-not-resendable': 409,
  'esim-not-replaceable': 409,
  'top-up-refused': 409,
  'auto-top-up-refused': 409,
  'order-not-refundable': 409,
  'refund-refused': 409,
  'refund-undecided': 409,
  'wrong-state': 409,
  'changed-meanwhile': 409,
  'too-many-passkeys': 409,
  'too-many-cards': 409,
  'card-in-use': 409,
  'payload-too-large': 413,
  'unsupported-media-type': 415,
  'too-many-requests': 429,
  'internal-error': 500,
  'payment-unavailable': 503,
  unavailable: 503,
} as const;

/** The last change of a thing: who made it (null: the store itself), what it was, and when. */
export type Change = { by: string | null; what: string; at: Date };

export type ErrorCode = keyof typeof STATUS;

/** The stable code of anything thrown, if it has one. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
