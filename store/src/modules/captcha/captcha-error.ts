import { ProtocolError } from '../../shared/protocol-error.ts';

/** Codes of a refused captcha proof, as the wire names them (reference: Identity Toolkit, error codes). */
export type CaptchaErrorCode =
  | 'CAPTCHA_CHECK_FAILED'
  | 'INVALID_RECAPTCHA_ACTION'
  | 'INVALID_RECAPTCHA_TOKEN'
  | 'INVALID_RECAPTCHA_VERSION'
  | 'MISSING_RECAPTCHA_TOKEN';

export class CaptchaError extends ProtocolError<CaptchaErrorCode> {
  override readonly name = 'CaptchaError';
}
