import { oneOf, optional, origin, text, type SettledOf, variable, wholeNumber } from './parsers.ts';

const IDENTITY = 'Identity';

/** Variables of the captcha: our proof of work, and the hosted service. */
export const CAPTCHA_VARIABLES = {
  CAPTCHA: variable(
    IDENTITY,
    'on',
    'on: a sign-up, a sign-in or a mailed link needs a proof of work near a limit, and a text message always; off: never.',
    oneOf('on', 'off'),
  ),
  CAPTCHA_FROM_PERCENT: variable(
    IDENTITY,
    '80',
    'The share of a limit from which a proof is required; 0: always.',
    wholeNumber(0, 100),
  ),
  CAPTCHA_TRIES: variable(
    IDENTITY,
    '3000',
    'Work of a proof: at most this number of tries, and at least half of it, each of 1,000 rounds of PBKDF2. 3,000 take a laptop about a second.',
    wholeNumber(2, 1_000_000),
  ),
  CAPTCHA_SECONDS: variable(
    IDENTITY,
    '300',
    'How long a challenge can be solved and its proof used.',
    wholeNumber(10, 3_600),
  ),
  RECAPTCHA_PROJECT_ID: optional(
    IDENTITY,
    'none',
    'Google Cloud project of reCAPTCHA Enterprise, whose tokens other clients of the identity wire may send; our own pages use the proof of work.',
    text(/^[a-z0-9-]{1,64}$/, 'must be the id or the number of a project'),
  ),
  RECAPTCHA_SITE_KEY: optional(IDENTITY, 'none', 'Its site key.', text(/^[\w-]{1,100}$/, 'must be a site key')),
  RECAPTCHA_API_KEY: optional(
    IDENTITY,
    'none',
    'API key that may create assessments.',
    text(/^\S+$/, 'must not hold blanks'),
  ),
  RECAPTCHA_API_URL: variable(
    IDENTITY,
    'https://recaptchaenterprise.googleapis.com',
    'Address of its assessments API.',
    origin,
  ),
  RECAPTCHA_ENFORCEMENT: variable(
    IDENTITY,
    'AUDIT',
    'OFF, AUDIT (tokens are assessed and the result is logged) or ENFORCE (no sign-up, sign-in, mailed link or text message without one).',
    oneOf('OFF', 'AUDIT', 'ENFORCE'),
  ),
  RECAPTCHA_MIN_SCORE_PERCENT: variable(
    IDENTITY,
    '50',
    'Lowest score that passes; 0 is a robot, 100 a person.',
    wholeNumber(0, 100),
  ),
} as const;

type Values = SettledOf<typeof CAPTCHA_VARIABLES>;

/** Our own proof of work. */
export function captchaOf(values: Values) {
  return {
    enabled: values.CAPTCHA === 'on',
    fromPercent: values.CAPTCHA_FROM_PERCENT,
    tries: values.CAPTCHA_TRIES,
    seconds: values.CAPTCHA_SECONDS,
    minScorePercent: values.RECAPTCHA_MIN_SCORE_PERCENT,
  };
}

/** The hosted service; undefined: not configured. */
export function recaptchaOf(values: Values) {
  if (!values.RECAPTCHA_PROJECT_ID || !values.RECAPTCHA_SITE_KEY || !values.RECAPTCHA_API_KEY) return undefined;
  return {
    projectId: values.RECAPTCHA_PROJECT_ID,
    siteKey: values.RECAPTCHA_SITE_KEY,
    apiKey: values.RECAPTCHA_API_KEY,
    apiUrl: values.RECAPTCHA_API_URL,
    enforcement: values.RECAPTCHA_ENFORCEMENT,
  };
}
