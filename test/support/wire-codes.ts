/**
 * Every error code of a server and the stock SDK's code for it (reference: Identity Toolkit wire protocol, section 5).
 * In `SAME_NAME` the SDK's code is the same in kebab case.
 */
const RENAMED = {
  ADMIN_ONLY_OPERATION: 'admin-restricted-operation',
  BLOCKING_FUNCTION_ERROR_RESPONSE: 'internal-error',
  CREDENTIAL_MISMATCH: 'custom-token-mismatch',
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: 'requires-recent-login',
  EMAIL_EXISTS: 'email-already-in-use',
  EMAIL_NOT_FOUND: 'user-not-found',
  EXPIRED_OOB_CODE: 'expired-action-code',
  FEDERATED_USER_ID_ALREADY_LINKED: 'credential-already-in-use',
  INVALID_CODE: 'invalid-verification-code',
  INVALID_IDENTIFIER: 'invalid-email',
  INVALID_IDP_RESPONSE: 'invalid-credential',
  INVALID_ID_TOKEN: 'invalid-user-token',
  INVALID_LOGIN_CREDENTIALS: 'invalid-credential',
  INVALID_MFA_PENDING_CREDENTIAL: 'invalid-multi-factor-session',
  INVALID_OOB_CODE: 'invalid-action-code',
  INVALID_PASSWORD: 'wrong-password',
  INVALID_PENDING_TOKEN: 'invalid-credential',
  INVALID_SESSION_INFO: 'invalid-verification-id',
  INVALID_TEMPORARY_PROOF: 'invalid-credential',
  MFA_ENROLLMENT_NOT_FOUND: 'multi-factor-info-not-found',
  MISSING_ANDROID_PACKAGE_NAME: 'missing-android-pkg-name',
  MISSING_CONTINUE_URI: 'internal-error',
  MISSING_CUSTOM_TOKEN: 'internal-error',
  MISSING_MFA_ENROLLMENT_ID: 'missing-multi-factor-info',
  MISSING_MFA_PENDING_CREDENTIAL: 'missing-multi-factor-session',
  MISSING_OOB_CODE: 'internal-error',
  MISSING_REQ_TYPE: 'internal-error',
  MISSING_SESSION_INFO: 'missing-verification-id',
  PASSWORD_LOGIN_DISABLED: 'operation-not-allowed',
  RESET_PASSWORD_EXCEED_LIMIT: 'too-many-requests',
  SECOND_FACTOR_EXISTS: 'second-factor-already-in-use',
  SECOND_FACTOR_LIMIT_EXCEEDED: 'maximum-second-factor-count-exceeded',
  SESSION_EXPIRED: 'code-expired',
  TOKEN_EXPIRED: 'user-token-expired',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'too-many-requests',
  UNAUTHORIZED_DOMAIN: 'unauthorized-continue-uri',
  USER_NOT_FOUND: 'user-token-expired',
};

const SAME_NAME =
  'CAPTCHA_CHECK_FAILED CORS_UNSUPPORTED DYNAMIC_LINK_NOT_ACTIVATED EMAIL_CHANGE_NEEDS_VERIFICATION INSUFFICIENT_PERMISSION INTERNAL_ERROR INVALID_API_KEY INVALID_APP_CREDENTIAL INVALID_APP_ID INVALID_CERT_HASH INVALID_CONTINUE_URI INVALID_CREDENTIAL_OR_PROVIDER_ID INVALID_CUSTOM_TOKEN INVALID_DYNAMIC_LINK_DOMAIN INVALID_EMAIL INVALID_GRANT_TYPE INVALID_HOSTING_LINK_DOMAIN INVALID_MESSAGE_PAYLOAD INVALID_OAUTH_CLIENT_ID INVALID_PHONE_NUMBER INVALID_PROVIDER_ID INVALID_RECAPTCHA_ACTION INVALID_RECAPTCHA_TOKEN INVALID_RECAPTCHA_VERSION INVALID_RECIPIENT_EMAIL INVALID_REFRESH_TOKEN INVALID_REQUEST_URI INVALID_REQ_TYPE INVALID_SENDER INVALID_TENANT_ID LOGIN_BLOCKED MISSING_APP_CREDENTIAL MISSING_CLIENT_TYPE MISSING_CODE MISSING_CREDENTIAL MISSING_EMAIL MISSING_GRANT_TYPE MISSING_IDENTIFIER MISSING_ID_TOKEN MISSING_IOS_BUNDLE_ID MISSING_NEW_EMAIL MISSING_OR_INVALID_NONCE MISSING_PASSWORD MISSING_PHONE_NUMBER MISSING_RECAPTCHA_VERSION MISSING_REFRESH_TOKEN MISSING_REQUEST_URI OPERATION_NOT_ALLOWED PASSWORD_DOES_NOT_MEET_REQUIREMENTS PHONE_NUMBER_EXISTS PROJECT_DISABLED QUOTA_EXCEEDED RECAPTCHA_NOT_ENABLED REJECTED_CREDENTIAL TENANT_ID_MISMATCH UNEXPECTED_PARAMETER UNSUPPORTED_FIRST_FACTOR UNSUPPORTED_TENANT_OPERATION UNVERIFIED_EMAIL USER_CANCELLED USER_DISABLED WEAK_PASSWORD'.split(
    ' ',
  );

/** The SDK's name of a code that it does not rename. */
export const inKebabCase = (code: string) => code.toLowerCase().replaceAll('_', '-');

/**
 * [code of the server, code of the SDK without `auth/`]. MISSING_RECAPTCHA_TOKEN is left out, because the SDK loads a
 * script on it.
 */
export const WIRE_CODES: readonly [string, string][] = [
  ...Object.entries(RENAMED),
  ...SAME_NAME.map((code): [string, string] => [code, inKebabCase(code)]),
];

/** Section 8 of the specification, and the further codes that it names. */
export const SPECIFIED_CODES =
  'invalid-api-key internal-error argument-error user-not-found user-mismatch tenant-id-mismatch invalid-user-token unauthorized-domain popup-blocked popup-closed-by-user cancelled-popup-request web-storage-unsupported network-request-failed missing-recaptcha-token invalid-app-credential multi-factor-auth-required account-exists-with-different-credential password-does-not-meet-requirements login-blocked operation-not-supported-in-this-environment email-already-in-use wrong-password too-many-requests'.split(
    ' ',
  );
