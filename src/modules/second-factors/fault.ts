/** Refusals of second factors, by the wire's own names. */
export type FactorCode =
  | 'INVALID_CODE'
  | 'INVALID_MFA_PENDING_CREDENTIAL'
  | 'INVALID_SESSION_INFO'
  | 'MFA_ENROLLMENT_NOT_FOUND'
  | 'SECOND_FACTOR_EXISTS'
  | 'SECOND_FACTOR_LIMIT_EXCEEDED'
  | 'SESSION_EXPIRED'
  | 'UNSUPPORTED_FIRST_FACTOR'
  | 'UNVERIFIED_EMAIL';

/** A refusal that the caller may see. `detail` is a sentence for developers. */
export class FactorFault extends Error {
  readonly code: FactorCode;
  readonly detail: string | undefined;

  constructor(code: FactorCode, detail?: string) {
    super(code);
    this.name = 'FactorFault';
    this.code = code;
    this.detail = detail;
  }
}
