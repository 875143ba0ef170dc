import { ProtocolError } from '../../shared/protocol-error.ts';

/** Error codes of phone numbers and codes, as the wire names them, because the stock SDK expects them. */
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
