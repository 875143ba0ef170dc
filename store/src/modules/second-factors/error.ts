import { ProtocolError } from '../../shared/protocol-error.ts';

/** Error codes of second factors, as the wire names them. */
export type SecondFactorErrorCode =
  | 'INVALID_CODE'
  | 'INVALID_MFA_PENDING_CREDENTIAL'
  | 'INVALID_SESSION_INFO'
  | 'MFA_ENROLLMENT_NOT_FOUND'
  | 'SECOND_FACTOR_EXISTS'
  | 'SECOND_FACTOR_LIMIT_EXCEEDED'
  | 'SESSION_EXPIRED'
  | 'UNSUPPORTED_FIRST_FACTOR'
  | 'UNVERIFIED_EMAIL';

export class SecondFactorError extends ProtocolError<SecondFactorErrorCode> {
  override readonly name = 'SecondFactorError';
}
