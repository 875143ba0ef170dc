import type { Mode } from '../shared/mode.ts';
import { countries, countryPrices, optional, origin, text, type SettledOf, variable, wholeNumber } from './parsers.ts';

const TEXTS = 'Text messages';

/** Variables of text messages with codes. */
export const TEXT_VARIABLES = {
  TWILIO_ACCOUNT_SID: optional(
    TEXTS,
    'set by npm start',
    'Account at Twilio that sends codes to phones; unset: phone numbers are not offered.',
    text(/^AC[0-9a-f]{32}$/, 'must be AC and 32 hexadecimal digits'),
  ),
  TWILIO_AUTH_TOKEN: optional(
    TEXTS,
    'set by npm start',
    'Its secret, which also signs the status reports at PUBLIC_URL/webhooks/sms.',
    text(/^\S{16,}$/, 'must have at least 16 characters and no blanks'),
  ),
  TWILIO_FROM: optional(
    TEXTS,
    'set by npm start',
    'Sender: a number such as +33644600000, a messaging service (MG…), or a name of up to 11 letters and digits.',
    text(
      /^(\+[1-9]\d{6,14}|MG[0-9a-f]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/,
      'must be a number with its country code, a messaging service, or a name of up to 11 letters and digits',
    ),
  ),
  TWILIO_API_URL: variable(TEXTS, 'https://api.twilio.com', "Address of Twilio's API.", origin),
  TWILIO_TIMEOUT_SECONDS: variable(TEXTS, '10', 'How long one call to Twilio may take.', wholeNumber(1, 25)),
  SMS_COUNTRIES: variable(
    TEXTS,
    'AT,AU,BE,CA,CH,DE,DK,ES,FI,FR,GB,IE,IT,LU,MC,NL,NO,NZ,PT,SE,US',
    'Countries to whose numbers texts are sent. Each further one is a risk: fraud sends texts to the most expensive ones.',
    countries,
  ),
  SMS_PRICES: optional(
    TEXTS,
    'our list',
    'What a text to a country costs in US dollars, such as FR:0.08,US:0.01; counted against the budget.',
    countryPrices,
  ),
  SMS_DAILY_BUDGET: variable(
    TEXTS,
    '50',
    'Whole US dollars that the texts of a day (UTC) may cost; above it none is sent until the next day.',
    wholeNumber(0, 1_000_000),
  ),
} as const;

/** Twilio's variables must be complete, and a sandbox sends no real texts. Returns the errors. */
export function checkTexts(
  values: Partial<Record<'TWILIO_ACCOUNT_SID' | 'TWILIO_AUTH_TOKEN' | 'TWILIO_FROM' | 'TWILIO_API_URL', unknown>>,
  mode: Mode | undefined,
): string[] {
  const parts = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const;
  const missing = parts.filter((name) => values[name] === undefined);
  if (missing.length === parts.length) return [];
  const faults = missing.map((name) => `${name}: is missing (${parts.join(', ')} belong together)`);
  if (mode === 'sandbox' && values.TWILIO_API_URL === undefined)
    faults.push('TWILIO_API_URL: is not set, and sandbox mode never sends texts (start with "npm start")');
  return faults;
}

type Values = SettledOf<typeof TEXT_VARIABLES>;

/** The vendor account for texts; undefined: sign-in by phone is not offered. */
export function twilioOf(values: Values) {
  if (!values.TWILIO_ACCOUNT_SID || !values.TWILIO_AUTH_TOKEN || !values.TWILIO_FROM) return undefined;
  return {
    accountSid: values.TWILIO_ACCOUNT_SID,
    authToken: values.TWILIO_AUTH_TOKEN,
    from: values.TWILIO_FROM,
    apiUrl: values.TWILIO_API_URL,
    timeoutSeconds: values.TWILIO_TIMEOUT_SECONDS,
  };
}

/** The allowed countries and the budget of texts; in staging mode the only numbers, too. */
export function smsOf(values: Values & { SMS_ALLOW_LIST: ReadonlySet<string> | undefined }) {
  return {
    countries: values.SMS_COUNTRIES,
    prices: values.SMS_PRICES ?? new Map<string, number>(),
    dailyBudget: values.SMS_DAILY_BUDGET,
    allowList: values.SMS_ALLOW_LIST,
  };
}
