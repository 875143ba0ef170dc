/** Faults of identity by the wire's own names (reference: Identity Toolkit error codes), so that the stock SDK knows them. */
export type IdentityCode =
  | 'EMAIL_EXISTS'
  | 'EXPIRED_OOB_CODE'
  | 'INVALID_EMAIL'
  | 'INVALID_ID_TOKEN'
  | 'INVALID_LOGIN_CREDENTIALS'
  | 'INVALID_OOB_CODE'
  | 'INVALID_REFRESH_TOKEN'
  | 'MISSING_EMAIL'
  | 'MISSING_PASSWORD'
  | 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'
  | 'TOKEN_EXPIRED'
  | 'USER_DISABLED'
  | 'USER_NOT_FOUND'
  | 'WEAK_PASSWORD';

/** A refusal that the caller of an identity operation may see. `detail` is a sentence for developers and never holds a person's data. */
export class IdentityFault extends Error {
  readonly code: IdentityCode;
  readonly detail: string | undefined;

  constructor(code: IdentityCode, detail?: string) {
    super(code);
    this.name = 'IdentityFault';
    this.code = code;
    this.detail = detail;
  }
}

/** Recognises a fault without `instanceof`: it may come from another copy of this file. */
export function isIdentityFault(error: unknown): error is IdentityFault {
  return error instanceof Error && error.name === 'IdentityFault';
}
