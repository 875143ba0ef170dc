import type { Proof } from '../../modules/captcha/captcha.ts';
import type { Call } from './call.ts';
import { captchaFields, type Fields, read } from './requests.ts';

/** The placeholder of clients without a token of the hosted service. */
const NO_RESPONSE = 'NO_RECAPTCHA';

/** The captcha proofs of a call. `fields`: where they are outside the body's top level, as for second factors. */
export function proofOf({ fields: ofBody, proofCookie, caller }: Call, fields: Fields = ofBody): Proof {
  const { recaptchaToken, captchaResponse, captchaResp, recaptchaVersion } = read(captchaFields, fields);
  // The SDK uses the name `captchaResp` for mailed links.
  const response = captchaResponse ?? captchaResp ?? '';
  return {
    cookie: proofCookie,
    token: recaptchaToken || null,
    response: response === '' || response === NO_RESPONSE ? null : response,
    version: recaptchaVersion ?? null,
    address: caller.address,
  };
}
