/** Faults of phone numbers and codes by the wire's own names, so that the stock SDK knows them. */
export type PhoneFaultCode =
  | 'INVALID_CODE'
  | 'INVALID_PHONE_NUMBER'
  | 'INVALID_SESSION_INFO'
  | 'INVALID_TEMPORARY_PROOF'
  | 'MISSING_CODE'
  | 'MISSING_PHONE_NUMBER'
  | 'MISSING_SESSION_INFO'
  | 'OPERATION_NOT_ALLOWED'
  | 'QUOTA_EXCEEDED'
  | 'SESSION_EXPIRED';

/** A refusal that the caller may see. `detail` is a sentence for developers and never holds a number. */
export class PhoneFault extends Error {
  readonly code: PhoneFaultCode;
  readonly detail: string | undefined;

  constructor(code: PhoneFaultCode, detail?: string) {
    super(code);
    this.name = 'PhoneFault';
    this.code = code;
    this.detail = detail;
  }
}
