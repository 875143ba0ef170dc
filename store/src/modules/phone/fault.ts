import { Refusal } from '../../shared/refusal.ts';

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

export class PhoneFault extends Refusal<PhoneFaultCode> {
  override readonly name = 'PhoneFault';
}
