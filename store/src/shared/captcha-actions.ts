/** Calls that a robot might make, and that may have to be proved first. `send-link`: by mail; `send-code`: by text message. */
export const CAPTCHA_ACTIONS = ['sign-up', 'sign-in', 'send-link', 'send-code'] as const;

export type CaptchaAction = (typeof CAPTCHA_ACTIONS)[number];
