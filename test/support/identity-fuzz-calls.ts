import { GOOD_PASSWORD } from './accounts.ts';

/** Codes that every call may raise: malformed requests, tenants, rate limits. */
export const ANY = 'INVALID_ARGUMENT TENANT_ID_MISMATCH TOO_MANY_ATTEMPTS_TRY_LATER';
const TOKEN = 'MISSING_ID_TOKEN INVALID_ID_TOKEN TOKEN_EXPIRED USER_NOT_FOUND USER_DISABLED';
const PASSWORD = 'MISSING_PASSWORD WEAK_PASSWORD PASSWORD_DOES_NOT_MEET_REQUIREMENTS';
const CODE = 'MISSING_OOB_CODE INVALID_OOB_CODE EXPIRED_OOB_CODE';

/** Every implemented call: a well-formed request, and the codes that section 3 of the reference documents for it. */
export const CALLS: Record<string, { fields: Record<string, string>; codes: string }> = {
  'POST v1/accounts:signUp': {
    fields: { email: '{{freshEmail}}', password: GOOD_PASSWORD, displayName: 'Ana', idToken: '{{idToken}}' },
    codes: `MISSING_EMAIL INVALID_EMAIL EMAIL_EXISTS OPERATION_NOT_ALLOWED ADMIN_ONLY_OPERATION UNEXPECTED_PARAMETER PROVIDER_ALREADY_LINKED CREDENTIAL_TOO_OLD_LOGIN_AGAIN ${PASSWORD} ${TOKEN}`,
  },
  'POST v1/accounts:signInWithPassword': {
    fields: { email: '{{email}}', password: GOOD_PASSWORD },
    codes: 'MISSING_EMAIL INVALID_EMAIL MISSING_PASSWORD INVALID_LOGIN_CREDENTIALS USER_DISABLED',
  },
  'POST v1/accounts:signInWithEmailLink': {
    fields: { email: '{{email}}', oobCode: '{{signInCode}}', idToken: '{{idToken}}' },
    codes: `MISSING_EMAIL INVALID_EMAIL EMAIL_EXISTS OPERATION_NOT_ALLOWED CREDENTIAL_TOO_OLD_LOGIN_AGAIN ${CODE} ${TOKEN}`,
  },
  'POST v1/accounts:signInWithCustomToken': {
    fields: { token: '{{idToken}}' },
    codes: 'MISSING_CUSTOM_TOKEN INVALID_CUSTOM_TOKEN CREDENTIAL_MISMATCH OPERATION_NOT_ALLOWED',
  },
  'POST v1/accounts:signInWithIdp': {
    fields: {
      requestUri: 'http://localhost',
      postBody: 'id_token=a.b.c&providerId=google.com',
      sessionId: 'session',
      pendingToken: 'pending',
      idToken: '{{idToken}}',
      autoCreate: 'false',
    },
    codes: `INVALID_IDP_RESPONSE INVALID_CREDENTIAL_OR_PROVIDER_ID MISSING_REQUEST_URI INVALID_REQUEST_URI MISSING_OR_INVALID_NONCE INVALID_PENDING_TOKEN CREDENTIAL_TOO_OLD_LOGIN_AGAIN OPERATION_NOT_ALLOWED USER_CANCELLED ${TOKEN}`,
  },
  'POST v1/accounts:sendVerificationCode': {
    fields: { phoneNumber: '+33639980000', recaptchaToken: 'token', captchaResponse: 'NO_RECAPTCHA' },
    codes: 'INVALID_PHONE_NUMBER OPERATION_NOT_ALLOWED QUOTA_EXCEEDED MISSING_RECAPTCHA_TOKEN INVALID_RECAPTCHA_TOKEN',
  },
  'POST v1/accounts:signInWithPhoneNumber': {
    fields: {
      sessionInfo: '{{refreshToken}}',
      code: '123456',
      temporaryProof: '{{refreshToken}}',
      phoneNumber: '+33639980000',
      idToken: '{{idToken}}',
      operation: 'REAUTH',
    },
    codes: `MISSING_SESSION_INFO MISSING_CODE INVALID_SESSION_INFO INVALID_CODE SESSION_EXPIRED MISSING_PHONE_NUMBER INVALID_PHONE_NUMBER INVALID_TEMPORARY_PROOF PHONE_NUMBER_EXISTS CREDENTIAL_TOO_OLD_LOGIN_AGAIN ${TOKEN}`,
  },
  'POST v1/accounts:createAuthUri': {
    fields: { identifier: '{{email}}', continueUri: 'https://store.example/' },
    codes: 'INVALID_IDENTIFIER MISSING_IDENTIFIER INVALID_CONTINUE_URI MISSING_CONTINUE_URI',
  },
  'POST v1/accounts:lookup': { fields: { idToken: '{{idToken}}' }, codes: TOKEN },
  'POST v1/accounts:update': {
    fields: {
      idToken: '{{idToken}}',
      oobCode: '{{verifyCode}}',
      displayName: 'Ana',
      photoUrl: 'https://img.example/a.png',
      email: '{{freshEmail}}',
      password: GOOD_PASSWORD,
      returnSecureToken: 'true',
      deleteAttribute: 'DISPLAY_NAME',
      deleteProvider: 'password',
    },
    codes: `INVALID_EMAIL MISSING_EMAIL EMAIL_EXISTS OPERATION_NOT_ALLOWED CREDENTIAL_TOO_OLD_LOGIN_AGAIN NOT_IMPLEMENTED ${PASSWORD} ${TOKEN} ${CODE}`,
  },
  'POST v1/accounts:delete': { fields: { idToken: '{{idToken}}' }, codes: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN ${TOKEN}` },
  'POST v1/accounts:sendOobCode': {
    fields: {
      requestType: 'PASSWORD_RESET',
      email: '{{email}}',
      idToken: '{{idToken}}',
      newEmail: '{{freshEmail}}',
      continueUrl: 'https://store.example/x',
    },
    codes: `MISSING_REQ_TYPE INVALID_REQ_TYPE MISSING_EMAIL INVALID_EMAIL MISSING_NEW_EMAIL EMAIL_EXISTS INVALID_CONTINUE_URI UNAUTHORIZED_DOMAIN RESET_PASSWORD_EXCEED_LIMIT CREDENTIAL_TOO_OLD_LOGIN_AGAIN ${TOKEN}`,
  },
  'POST v1/accounts:resetPassword': {
    fields: { oobCode: '{{resetCode}}', newPassword: GOOD_PASSWORD },
    codes: `USER_DISABLED USER_NOT_FOUND ${CODE} ${PASSWORD}`,
  },
  'POST v2/accounts/mfaEnrollment:start': {
    fields: { idToken: '{{idToken}}', totpEnrollmentInfo: '{}', phoneEnrollmentInfo: '{}' },
    codes: `INVALID_PHONE_NUMBER QUOTA_EXCEEDED SECOND_FACTOR_EXISTS MISSING_RECAPTCHA_TOKEN INVALID_RECAPTCHA_TOKEN CAPTCHA_CHECK_FAILED OPERATION_NOT_ALLOWED UNSUPPORTED_FIRST_FACTOR UNVERIFIED_EMAIL SECOND_FACTOR_LIMIT_EXCEEDED CREDENTIAL_TOO_OLD_LOGIN_AGAIN ${TOKEN}`,
  },
  'POST v2/accounts/mfaEnrollment:finalize': {
    fields: { idToken: '{{idToken}}', displayName: 'Ana', totpVerificationInfo: '{}', phoneVerificationInfo: '{}' },
    codes: `SESSION_EXPIRED OPERATION_NOT_ALLOWED MISSING_SESSION_INFO MISSING_CODE INVALID_SESSION_INFO INVALID_CODE UNSUPPORTED_FIRST_FACTOR UNVERIFIED_EMAIL ${TOKEN}`,
  },
  'POST v2/accounts/mfaEnrollment:withdraw': {
    fields: { idToken: '{{idToken}}', mfaEnrollmentId: 'nonsense' },
    codes: `MISSING_MFA_ENROLLMENT_ID MFA_ENROLLMENT_NOT_FOUND CREDENTIAL_TOO_OLD_LOGIN_AGAIN ${TOKEN}`,
  },
  'POST v2/accounts/mfaSignIn:start': {
    fields: { mfaPendingCredential: 'nonsense', mfaEnrollmentId: 'nonsense', phoneSignInInfo: '{}' },
    codes:
      'OPERATION_NOT_ALLOWED MISSING_MFA_PENDING_CREDENTIAL MISSING_MFA_ENROLLMENT_ID INVALID_MFA_PENDING_CREDENTIAL MFA_ENROLLMENT_NOT_FOUND',
  },
  'POST v2/accounts/mfaSignIn:finalize': {
    fields: {
      mfaPendingCredential: 'nonsense',
      mfaEnrollmentId: 'nonsense',
      totpVerificationInfo: '{}',
      phoneVerificationInfo: '{}',
    },
    codes:
      'OPERATION_NOT_ALLOWED MISSING_MFA_PENDING_CREDENTIAL MISSING_MFA_ENROLLMENT_ID MISSING_CODE INVALID_MFA_PENDING_CREDENTIAL INVALID_CODE',
  },
  'POST v2/accounts:revokeToken': {
    fields: { idToken: '{{idToken}}', token: '{{refreshToken}}', providerId: 'apple.com', tokenType: 'ACCESS_TOKEN' },
    codes: TOKEN,
  },
  'POST v1/token': {
    fields: { grant_type: 'refresh_token', refresh_token: '{{refreshToken}}' },
    codes:
      'MISSING_GRANT_TYPE INVALID_GRANT_TYPE MISSING_REFRESH_TOKEN INVALID_REFRESH_TOKEN TOKEN_EXPIRED USER_DISABLED USER_NOT_FOUND',
  },
  'GET v1/projects': { fields: {}, codes: '' },
  'GET v2/passwordPolicy': { fields: { tenantId: 'a' }, codes: '' },
  'GET v1/recaptchaParams': { fields: {}, codes: '' },
  'GET v2/recaptchaConfig': { fields: { clientType: 'CLIENT_TYPE_WEB', version: 'RECAPTCHA_ENTERPRISE' }, codes: '' },
};
