import type { Proof } from '../../modules/captcha/captcha.ts';
import type { Call } from './call.ts';
import { captchaFields, type Fields, read } from './requests.ts';

/** What a client without a token of the hosted service sends in its place. */
const NO_RESPONSE = 'NO_RECAPTCHA';

/** What a call brought along to prove that it is no robot. `fields` where they don't lie in the body itself, as for second factors. */
export function proofOf({ fields: ofBody, proofCookie, caller }: Call, fields: Fields = ofBody): Proof {
  const { recaptchaToken, captchaResponse, captchaResp, recaptchaVersion } = read(captchaFields, fields);
  // The SDK names the field `captchaResp` when it asks for a mailed link.
  const response = captchaResponse ?? captchaResp ?? '';
  return {
    cookie: proofCookie,
    token: recaptchaToken || null,
    response: response === '' || response === NO_RESPONSE ? null : response,
    version: recaptchaVersion ?? null,
    address: caller.address,
  };
}
