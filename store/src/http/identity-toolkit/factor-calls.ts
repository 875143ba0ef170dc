import * as z from 'zod';
import type { Call, Endpoint, ToolkitPorts } from './call.ts';
import { proofOf } from './proof.ts';
import { camelCased, type Fields, part, read, wireText } from './requests.ts';
import { invalidArgument, WireError } from './wire-error.ts';

/** Second factors (reference, section 3): phones by `phone…Info`, authenticator apps by `totp…Info`. */
export function createFactorCalls(ports: ToolkitPorts): Record<string, Endpoint> {
  return {
    'POST v2/accounts/mfaEnrollment:start': (call) => startEnrolment(ports, call),
    'POST v2/accounts/mfaEnrollment:finalize': (call) => finishEnrolment(ports, call),
    'POST v2/accounts/mfaEnrollment:withdraw': (call) => withdraw(ports, call),
    'POST v2/accounts/mfaSignIn:start': (call) => startSignIn(ports, call),
    'POST v2/accounts/mfaSignIn:finalize': (call) => finishSignIn(ports, call),
  };
}

const TOKEN = 8_192;
const SHORT = 256;

/** `proofOf` reads the captcha fields that the SDK sends beside a number. */
const anyFields = z.record(z.string(), z.unknown()).transform(camelCased).nullish();

const startEnrolmentRequest = z.object({
  idToken: wireText(TOKEN),
  phoneEnrollmentInfo: anyFields,
  totpEnrollmentInfo: part({}),
});
const numberRequest = z.object({ phoneNumber: wireText(64) });

async function startEnrolment({ identity, flows }: ToolkitPorts, call: Call) {
  const { idToken, phoneEnrollmentInfo, totpEnrollmentInfo } = read(startEnrolmentRequest, call.fields);
  if (!phoneEnrollmentInfo && !totpEnrollmentInfo)
    throw invalidArgument('Neither phoneEnrollmentInfo nor totpEnrollmentInfo.');
  const who = await identity.accountOfIdToken(needed(idToken));
  if (phoneEnrollmentInfo) {
    const { phoneNumber = '' } = read(numberRequest, phoneEnrollmentInfo);
    const sessionInfo = await flows.enrolFactor.startPhone({ who, phoneNumber, ...textOf(call, phoneEnrollmentInfo) });
    return { phoneSessionInfo: { sessionInfo } };
  }
  const { secret, sessionInfo, expiresAt, algorithm, digits, period } = await flows.enrolFactor.startTotp(who);
  return {
    totpSessionInfo: {
      sharedSecretKey: secret,
      verificationCodeLength: digits,
      hashingAlgorithm: algorithm,
      periodSec: period,
      sessionInfo,
      finalizeEnrollmentTime: expiresAt.toISOString(),
    },
  };
}

const finishEnrolmentRequest = z.object({
  idToken: wireText(TOKEN),
  displayName: wireText(SHORT),
  phoneVerificationInfo: part({ sessionInfo: wireText(TOKEN), code: wireText(SHORT) }),
  totpVerificationInfo: part({ sessionInfo: wireText(TOKEN), verificationCode: wireText(SHORT) }),
});

async function finishEnrolment({ identity, flows }: ToolkitPorts, { fields, caller }: Call) {
  const request = read(finishEnrolmentRequest, fields);
  const { idToken, phoneVerificationInfo: text, totpVerificationInfo: totp } = request;
  const displayName = request.displayName || null;
  if (text) {
    const who = await identity.accountOfIdToken(needed(idToken));
    const { sessionInfo = '', code = '' } = text;
    const { tokens } = await flows.enrolFactor.finishPhone({ who, sessionInfo, code, displayName, caller });
    return { idToken: tokens.idToken, refreshToken: tokens.refreshToken, phoneAuthInfo: {} };
  }
  if (!totp) throw notOffered();
  const who = await identity.accountOfIdToken(needed(idToken));
  if (!totp.sessionInfo) throw new WireError('MISSING_SESSION_INFO');
  if (!totp.verificationCode) throw new WireError('MISSING_CODE');
  const { tokens } = await flows.enrolFactor.finishTotp({
    who,
    sessionInfo: totp.sessionInfo,
    code: totp.verificationCode,
    displayName,
  });
  return { idToken: tokens.idToken, refreshToken: tokens.refreshToken, totpAuthInfo: {} };
}

const withdrawRequest = z.object({ idToken: wireText(TOKEN), mfaEnrollmentId: wireText(SHORT) });

async function withdraw({ identity, flows }: ToolkitPorts, { fields }: Call) {
  const { idToken, mfaEnrollmentId } = read(withdrawRequest, fields);
  const who = await identity.accountOfIdToken(needed(idToken));
  if (!mfaEnrollmentId) throw new WireError('MISSING_MFA_ENROLLMENT_ID');
  const { tokens } = await flows.removeFactor({ who, factorId: mfaEnrollmentId });
  return { idToken: tokens.idToken, refreshToken: tokens.refreshToken };
}

const startSignInRequest = z.object({
  mfaPendingCredential: wireText(TOKEN),
  mfaEnrollmentId: wireText(SHORT),
  phoneSignInInfo: anyFields,
});

/**
 * Only phones need a start, which sends the code. `phoneSignInInfo` holds no more than proofs of a captcha, so clients
 * without one leave it out.
 */
async function startSignIn({ flows }: ToolkitPorts, call: Call) {
  const request = read(startSignInRequest, call.fields);
  const { mfaPendingCredential: credential, mfaEnrollmentId: factorId, phoneSignInInfo } = request;
  if (!credential) throw new WireError('MISSING_MFA_PENDING_CREDENTIAL');
  if (!factorId) throw new WireError('MISSING_MFA_ENROLLMENT_ID');
  const text = textOf(call, phoneSignInInfo ?? call.fields);
  const sessionInfo = await flows.secondStep.start({ credential, factorId, ...text });
  return { phoneResponseInfo: { sessionInfo } };
}

const finishSignInRequest = z.object({
  mfaPendingCredential: wireText(TOKEN),
  mfaEnrollmentId: wireText(SHORT),
  phoneVerificationInfo: part({ sessionInfo: wireText(TOKEN), code: wireText(SHORT) }),
  totpVerificationInfo: part({ verificationCode: wireText(SHORT) }),
});

/**
 * A recovery code is sent as the code of an authenticator app, with any enrolment of the account, because the stock SDK
 * can send that.
 */
async function finishSignIn({ flows }: ToolkitPorts, { fields, caller }: Call) {
  const request = read(finishSignInRequest, fields);
  const { mfaPendingCredential: credential, mfaEnrollmentId: factorId } = request;
  const { phoneVerificationInfo: text, totpVerificationInfo: totp } = request;
  if (!credential) throw new WireError('MISSING_MFA_PENDING_CREDENTIAL');
  if (text) {
    const { sessionInfo = '', code = '' } = text;
    const { tokens } = await flows.secondStep.finish({ credential, proof: { sessionInfo, code }, caller });
    return { idToken: tokens.idToken, refreshToken: tokens.refreshToken, phoneAuthInfo: {} };
  }
  if (!totp) throw notOffered();
  if (!factorId) throw new WireError('MISSING_MFA_ENROLLMENT_ID');
  if (!totp.verificationCode) throw new WireError('MISSING_CODE');
  const proof = { factorId, code: totp.verificationCode };
  const { tokens } = await flows.secondStep.finish({ credential, proof, caller });
  return { idToken: tokens.idToken, refreshToken: tokens.refreshToken, totpAuthInfo: {} };
}

/** The input of a text message, from a call. */
function textOf(call: Call, fields: Fields) {
  return { locale: call.locale, caller: call.caller, proof: proofOf(call, fields) };
}

function needed(idToken: string | undefined): string {
  if (!idToken) throw new WireError('MISSING_ID_TOKEN');
  return idToken;
}

function notOffered(): WireError {
  return new WireError('OPERATION_NOT_ALLOWED : This second factor is not offered.');
}
