import { ProtocolError } from '../../shared/protocol-error.ts';

/** Errors of phone numbers and codes by the wire's own names, so that the stock SDK knows them. */
export type PhoneErrorCode =
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

export class PhoneError extends ProtocolError<PhoneErrorCode> {
  override readonly name = 'PhoneError';
}
