import { ProtocolError } from '../../shared/protocol-error.ts';

/**
 * Error codes of identity, as the wire names them (reference: Identity Toolkit error codes), because the stock SDK
 * expects them.
 */
export type IdentityErrorCode =
  | 'BLOCKING_FUNCTION_ERROR_RESPONSE'
  | 'CLAIMS_TOO_LARGE'
  | 'CREDENTIAL_MISMATCH'
  | 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN'
  | 'DUPLICATE_LOCAL_ID'
  | 'EMAIL_EXISTS'
  | 'EMAIL_NOT_FOUND'
  | 'EXPIRED_OOB_CODE'
  | 'FEDERATED_USER_ID_ALREADY_LINKED'
  | 'FORBIDDEN_CLAIM'
  | 'INVALID_CLAIMS'
  | 'INVALID_CUSTOM_TOKEN'
  | 'INVALID_EMAIL'
  | 'INVALID_ID_TOKEN'
  | 'INVALID_IDP_RESPONSE'
  | 'INVALID_LOGIN_CREDENTIALS'
  | 'INVALID_OOB_CODE'
  | 'INVALID_PASSWORD'
  | 'INVALID_PENDING_TOKEN'
  | 'INVALID_REFRESH_TOKEN'
  | 'LOGIN_BLOCKED'
  | 'MISSING_CUSTOM_TOKEN'
  | 'MISSING_EMAIL'
  | 'MISSING_IDENTIFIER'
  | 'MISSING_NEW_EMAIL'
  | 'MISSING_OR_INVALID_NONCE'
  | 'MISSING_PASSWORD'
  | 'OPERATION_NOT_ALLOWED'
  | 'PHONE_NUMBER_EXISTS'
  | 'PROVIDER_ALREADY_LINKED'
  | 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'
  | 'RESET_PASSWORD_EXCEED_LIMIT'
  | 'SECOND_FACTOR_EXISTS'
  | 'SECOND_FACTOR_LIMIT_EXCEEDED'
  | 'TENANT_ID_MISMATCH'
  | 'TOKEN_EXPIRED'
  | 'USER_CANCELLED'
  | 'USER_DISABLED'
  | 'USER_NOT_FOUND'
  | 'WEAK_PASSWORD';

export class IdentityError extends ProtocolError<IdentityErrorCode> {
  override readonly name = 'IdentityError';
}

/** Checks by name, not by `instanceof`: the error may come from another copy of this file. */
export function isIdentityError(error: unknown): error is IdentityError {
  return error instanceof Error && error.name === 'IdentityError';
}
