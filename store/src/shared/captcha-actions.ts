/** Calls that a captcha can protect. `send-link`: by mail; `send-code`: by text message. */
export const CAPTCHA_ACTIONS = ['sign-up', 'sign-in', 'send-link', 'send-code'] as const;

export type CaptchaAction = (typeof CAPTCHA_ACTIONS)[number];
