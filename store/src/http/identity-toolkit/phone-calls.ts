import * as z from 'zod';
import type { PhoneProof } from '../../flows/signing-in/phone-sign-in.ts';
import { proofOf } from './proof.ts';
import { tokenSet } from './presenters.ts';
import type { Call, Endpoint, ToolkitPorts } from './call.ts';
import { read, wireEnum, wireText } from './requests.ts';
import { WireError } from './wire-error.ts';

/** Calls that send codes to phones and sign in with them. */
export function createPhoneCalls(ports: ToolkitPorts): Record<string, Endpoint> {
  return {
    'POST v1/accounts:sendVerificationCode': (call) => sendVerificationCode(ports, call),
    'POST v1/accounts:signInWithPhoneNumber': (call) => signInWithPhoneNumber(ports, call),
  };
}

const NUMBER = 64;
const CODE = 64;
const SECRET = 256;
const PROOF = 8_192;

const sendRequest = z.object({ phoneNumber: wireText(NUMBER) });

const signInRequest = z.object({
  sessionInfo: wireText(SECRET),
  code: wireText(CODE),
  temporaryProof: wireText(SECRET),
  phoneNumber: wireText(NUMBER),
  idToken: wireText(PROOF),
  operation: wireEnum(['SIGN_UP_OR_IN', 'REAUTH', 'UPDATE', 'LINK']),
});

async function sendVerificationCode({ phone }: ToolkitPorts, call: Call) {
  const { phoneNumber = '' } = read(sendRequest, call.fields);
  const { locale, caller } = call;
  const sessionInfo = await phone.sendCode({ purpose: 'sign-in', phoneNumber, locale, caller, proof: proofOf(call) });
  return { sessionInfo };
}

async function signInWithPhoneNumber({ flows }: ToolkitPorts, { fields, locale, caller }: Call) {
  const request = read(signInRequest, fields);
  const outcome = await flows.signInWithPhone({
    proof: phoneProofOf(request),
    idToken: request.idToken,
    autoCreate: request.operation !== 'REAUTH',
    locale,
    caller,
  });
  if (outcome.is === 'taken') {
    const { phoneNumber, temporaryProof, expiresIn } = outcome;
    return { phoneNumber, temporaryProof, temporaryProofExpiresIn: String(expiresIn) };
  }
  const { account, phoneNumber, isNewUser, tokens } = outcome;
  return { localId: account.localId, phoneNumber, isNewUser, ...tokenSet(tokens) };
}

function phoneProofOf({
  sessionInfo = '',
  code = '',
  temporaryProof,
  phoneNumber,
}: z.output<typeof signInRequest>): PhoneProof {
  if (temporaryProof === undefined) return { sessionInfo, code };
  if (phoneNumber === undefined) throw new WireError('MISSING_PHONE_NUMBER');
  return { temporaryProof, phoneNumber };
}
