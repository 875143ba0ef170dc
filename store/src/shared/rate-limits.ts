/** A number that the operator may set: its variable, default, description and range. */
export type LimitSetting<Name extends string = string> = {
  variable: Name;
  byDefault: number;
  about: string;
  range: readonly [least: number, most: number];
};

/** `points` calls with one key in a window of `seconds`, which starts with the first of them. */
export type LimitRule = { points: number; seconds: number };

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 24 * HOUR;

const setting = <const Name extends string>(
  variable: Name,
  byDefault: number,
  about: string,
  range: LimitSetting['range'] = [1, 1_000_000],
): LimitSetting<Name> => ({ variable, byDefault, about, range });

const WRONG_PASSWORDS = setting(
  'LIMIT_WRONG_PASSWORDS_PER_ACCOUNT',
  10,
  'Wrong passwords for one account in the window; in each browser that signed in to it before, as many again.',
);
const PASSWORD_WINDOW = setting('WRONG_PASSWORD_WINDOW_SECONDS', 900, 'The window for wrong passwords.', [1, 86_400]);

/**
 * Every rate limit, by its name. Each number is fixed, or the setting of a variable. The variables with their checks,
 * `.env.example`, docs/configuration.md, the type `LimitName` and the rules that `db/limits.ts` counts by follow from
 * this table. The flow that a limit guards consumes it by its name, with a key: a network address (`-per-address`), an
 * e-mail address, or an id.
 */
export const RATE_LIMITS = {
  'sign-ups-per-address': {
    points: setting('LIMIT_SIGN_UPS_PER_HOUR', 100, 'New accounts from one network address in an hour.'),
    seconds: HOUR,
  },
  'wrong-passwords-per-account': { points: WRONG_PASSWORDS, seconds: PASSWORD_WINDOW },
  // Counts an account in a browser that signed in to it before.
  'wrong-passwords-per-device': { points: WRONG_PASSWORDS, seconds: PASSWORD_WINDOW },
  'wrong-passwords-per-address': {
    points: setting(
      'LIMIT_WRONG_PASSWORDS_PER_ADDRESS',
      100,
      'Wrong passwords from one network address in the window.',
    ),
    seconds: PASSWORD_WINDOW,
  },
  // How often the audit log reports guessing at an account.
  'wrong-password-events': { points: 1, seconds: PASSWORD_WINDOW },
  // How often the audit log reports sign-ins that the merchant's endpoint refused.
  'blocked-sign-in-events': { points: 1, seconds: PASSWORD_WINDOW },
  // Each popup is a row and a call to the provider; the limit is far above the needs of one household.
  'popups-per-address': {
    points: setting(
      'LIMIT_POPUPS_PER_ADDRESS',
      600,
      'Sign-in windows of Google and Facebook opened from one network address in an hour.',
    ),
    seconds: HOUR,
  },
  'challenges-per-address': {
    points: setting(
      'LIMIT_CHALLENGES_PER_ADDRESS',
      600,
      'Proofs of work asked for from one network address in an hour.',
    ),
    seconds: HOUR,
  },
  // Each ceremony is a row: a page that offers passkeys starts one by itself.
  'passkey-ceremonies-per-address': {
    points: setting(
      'LIMIT_PASSKEY_CEREMONIES_PER_ADDRESS',
      1_200,
      'Challenges for passkeys asked for from one network address in an hour; the sign-in page asks for one when it is opened.',
    ),
    seconds: HOUR,
  },
  'passkey-failures-per-address': {
    points: setting(
      'LIMIT_PASSKEY_FAILURES_PER_ADDRESS',
      100,
      'Refused sign-ins with a passkey from one network address in 15 minutes.',
    ),
    seconds: HOUR / 4,
  },
  'link-mails-per-address': {
    points: setting(
      'LIMIT_LINK_MAILS_PER_ADDRESS',
      60,
      'Mails with sign-in, password or address links asked for from one network address in an hour.',
    ),
    seconds: HOUR,
  },
  'link-mails-per-email': {
    points: setting('LIMIT_LINK_MAILS_PER_EMAIL', 10, 'Such mails to one e-mail address in an hour.'),
    seconds: HOUR,
  },
  'code-tries-per-address': {
    points: setting(
      'LIMIT_CODE_TRIES_PER_ADDRESS',
      100,
      'Wrong or used-up codes of mailed links from one network address in 15 minutes.',
    ),
    seconds: HOUR / 4,
  },
  'texts-per-address': {
    points: setting('LIMIT_TEXTS_PER_ADDRESS', 20, 'Texts with a code asked for from one network address in an hour.'),
    seconds: HOUR,
  },
  'texts-per-number': {
    points: setting('LIMIT_TEXTS_PER_NUMBER', 5, 'Texts with a code to one phone number in an hour.'),
    seconds: HOUR,
  },
  'texts-per-number-and-day': {
    points: setting('LIMIT_TEXTS_PER_NUMBER_AND_DAY', 10, 'Texts with a code to one phone number in 24 hours.'),
    seconds: DAY,
  },
  'text-pause-per-number': {
    points: 1,
    seconds: setting('TEXT_PAUSE_SECONDS', 45, 'Pause before another text to the same number.', [0, 3_600]),
  },
  // Against SMS pumping: texts to a block of numbers, or to a country, whose operator shares revenue with the caller.
  'texts-per-prefix': {
    points: setting(
      'LIMIT_TEXTS_PER_PREFIX',
      20,
      'Texts in 24 hours to all numbers that differ in their last four digits only.',
    ),
    seconds: DAY,
  },
  'texts-per-country': {
    points: setting('LIMIT_TEXTS_PER_COUNTRY', 500, 'Texts to one country in 24 hours.'),
    seconds: DAY,
  },
  'texts-per-day': {
    points: setting('LIMIT_TEXTS_PER_DAY', 2_000, 'Texts to all countries in 24 hours.', [1, 10_000_000]),
    seconds: DAY,
  },
  'wrong-text-codes-per-address': {
    points: setting(
      'LIMIT_WRONG_TEXT_CODES_PER_ADDRESS',
      50,
      'Wrong codes of texts from one network address in 15 minutes; each code takes five guesses in any case.',
    ),
    seconds: HOUR / 4,
  },
  // Guesses at second factors: the password is known by then, and the code is one of a million.
  'wrong-codes-per-account': {
    points: setting('LIMIT_WRONG_CODES_PER_ACCOUNT', 10, 'Wrong codes of second factors for one account in an hour.'),
    seconds: HOUR,
  },
  'verify-mails-per-account': {
    points: setting('LIMIT_VERIFY_MAILS_PER_HOUR', 10, 'Confirmation mails to one account in an hour.'),
    seconds: HOUR,
  },
  'orders-per-address': {
    points: setting('LIMIT_ORDERS_PER_ADDRESS', 60, 'Orders from one network address in an hour.'),
    seconds: HOUR,
  },
  'orders-per-email': {
    points: setting('LIMIT_ORDERS_PER_EMAIL', 20, 'Orders for one e-mail address in an hour.'),
    seconds: HOUR,
  },
  'resends-per-order': {
    points: setting('LIMIT_RESENDS_PER_ORDER', 10, 'Times the eSIM of one order may be mailed again in an hour.'),
    seconds: HOUR,
  },
  'esim-names-per-order': { points: 60, seconds: HOUR },
  // Each photo starts a process that decodes an untrusted file.
  'photos-per-account': {
    points: setting('LIMIT_PHOTOS_PER_ACCOUNT', 20, 'Photos uploaded to one account in an hour.'),
    seconds: HOUR,
  },
  'photos-per-address': {
    points: setting('LIMIT_PHOTOS_PER_ADDRESS', 60, 'Photos uploaded from one network address in an hour.'),
    seconds: HOUR,
  },
  'order-links-per-order': {
    points: setting(
      'LIMIT_ORDER_LINKS_PER_ORDER',
      5,
      'Times a fresh link to one order may be asked for in an hour without opening it.',
    ),
    seconds: HOUR,
  },
  'order-links-per-address': {
    points: setting(
      'LIMIT_ORDER_LINKS_PER_ADDRESS',
      30,
      'Times fresh links to any orders may be asked for from one network address in an hour without opening them.',
    ),
    seconds: HOUR,
  },
  'tickets-per-address': {
    points: setting('LIMIT_TICKETS_PER_ADDRESS', 20, 'Contact forms from one network address in an hour.'),
    seconds: HOUR,
  },
  'tickets-per-email': {
    points: setting('LIMIT_TICKETS_PER_EMAIL', 5, 'Contact forms that name one e-mail address in an hour.'),
    seconds: HOUR,
  },
  'withdrawals-per-address': {
    points: setting(
      'LIMIT_WITHDRAWALS_PER_ADDRESS',
      20,
      'Declarations of withdrawal from one network address in an hour.',
    ),
    seconds: HOUR,
  },
  // Over it a declaration is taken all the same, without a further mail.
  'withdrawal-mails-per-email': {
    points: setting(
      'LIMIT_WITHDRAWAL_MAILS_PER_EMAIL',
      5,
      'Mails that confirm a withdrawal, to one e-mail address in a day.',
    ),
    seconds: DAY,
  },
  // Over that limit, which a stranger can use up: those to the address of the typed order. The key is the typed number.
  'withdrawal-mails-per-order': { points: 3, seconds: DAY },
  // Tickets about the connection of an eSIM, which its page opens without a form to fill in.
  'diagnoses-per-order': { points: 5, seconds: DAY },
  // Each mail starts a process that parses untrusted input, and sends a mail to the other side.
  'mails-per-ticket': {
    points: setting(
      'LIMIT_MAILS_PER_TICKET',
      30,
      'Mails accepted for one ticket in an hour; the sender must retry later ones.',
    ),
    seconds: HOUR,
  },
  'attachment-notes-per-ticket': { points: 10, seconds: DAY },
  'payments-per-order': {
    points: setting(
      'LIMIT_PAYMENTS_PER_ORDER',
      60,
      'Times the payment page of one order may be asked for again in an hour.',
    ),
    seconds: HOUR,
  },
  'payments-per-address': {
    points: setting(
      'LIMIT_PAYMENTS_PER_ADDRESS',
      600,
      'Times payment pages of any orders may be asked for again from one network address in an hour.',
    ),
    seconds: HOUR,
  },
  'push-devices-per-address': {
    points: setting(
      'LIMIT_PUSH_DEVICES_PER_ADDRESS',
      300,
      'Times notices may be turned on for a device from one network address in an hour; a browser that has them reports itself once a day.',
    ),
    seconds: HOUR,
  },
  // Messages of wholesalers are not signed. One about a known line makes the store look at it.
  'hints-per-address': {
    points: setting('LIMIT_HINTS_PER_ADDRESS', 600, 'Messages of wholesalers from one network address in a minute.'),
    seconds: MINUTE,
  },
  'hints-per-line': { points: 60, seconds: HOUR },
  // Each asks the wholesaler what it adds.
  'auto-top-ups-per-account': { points: 120, seconds: HOUR },
  // Each asks a wholesaler, and ends in a refund at the most once.
  'refunds-per-order': { points: 20, seconds: HOUR },
  // Each is read by a person.
  'refund-requests-per-order': { points: 5, seconds: DAY },
  // Each is drawn anew.
  'documents-per-address': {
    points: setting(
      'LIMIT_DOCUMENTS_PER_ADDRESS',
      300,
      'Receipts and other PDF files from one network address in an hour.',
    ),
    seconds: HOUR,
  },
  'receipt-years-per-account': { points: 30, seconds: HOUR },
  'replacements-per-order': {
    points: setting('LIMIT_REPLACEMENTS_PER_ORDER', 6, 'Times a new eSIM may be asked for, for one order, in a day.'),
    seconds: DAY,
  },
  'replacements-per-account': {
    points: setting('LIMIT_REPLACEMENTS_PER_ACCOUNT', 12, 'Times a new eSIM may be asked for by one account in a day.'),
    seconds: DAY,
  },
  // Each look is a call to the wholesaler.
  'profile-looks-per-order': { points: 20, seconds: HOUR },
  // Each is a page at the payment provider.
  'card-setups-per-account': { points: 20, seconds: HOUR },
  // Each asks the payment provider; over it the cards are shown as last read.
  'card-reads-per-account': { points: 120, seconds: HOUR },
  'top-up-looks-per-order': {
    points: setting(
      'LIMIT_TOP_UP_LOOKS_PER_ORDER',
      60,
      'Times a wholesaler is asked in an hour what can be added to the eSIMs of one order.',
    ),
    seconds: HOUR,
  },
} as const satisfies Record<string, { [Part in keyof LimitRule]: number | LimitSetting }>;

type Table = typeof RATE_LIMITS;

export type LimitName = keyof Table;

/** The variables of the settings in the table. */
export type LimitVariable = Extract<Table[LimitName][keyof LimitRule], LimitSetting>['variable'];

export type LimitRules = Readonly<Record<LimitName, LimitRule>>;

/** The settings of the table, each once. */
export const LIMIT_SETTINGS: readonly LimitSetting<LimitVariable>[] = [
  ...new Set(
    Object.values(RATE_LIMITS)
      .flatMap(({ points, seconds }) => [points, seconds])
      .filter((each) => typeof each !== 'number'),
  ),
];

/** The rules of the table with these values of its variables. */
export function limitRules(values: Readonly<Record<LimitVariable, number>>): LimitRules {
  const valueOf = (part: number | LimitSetting<LimitVariable>) =>
    typeof part === 'number' ? part : values[part.variable];
  const rules = Object.entries(RATE_LIMITS).map(
    ([name, { points, seconds }]) => [name, { points: valueOf(points), seconds: valueOf(seconds) }] as const,
  );
  return Object.fromEntries(rules) as LimitRules;
}
