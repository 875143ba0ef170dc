import { variable, wholeNumber } from './config-parsers.ts';

const LIMITS = 'Limits and windows';

/** Variables that bound what callers may do and how long things take; the other ones are in `config-variables.ts`. */
export const LIMIT_VARIABLES = {
  LIMIT_SIGN_UPS_PER_HOUR: variable(
    LIMITS,
    '100',
    'New accounts from one network address in an hour.',
    wholeNumber(1, 1_000_000),
  ),
  LIMIT_WRONG_PASSWORDS_PER_ACCOUNT: variable(
    LIMITS,
    '10',
    'Wrong passwords for one account in the window; in each browser that signed in to it before, as many again.',
    wholeNumber(1, 1_000_000),
  ),
  LIMIT_WRONG_PASSWORDS_PER_ADDRESS: variable(
    LIMITS,
    '100',
    'Wrong passwords from one network address in the window.',
    wholeNumber(1, 1_000_000),
  ),
  WRONG_PASSWORD_WINDOW_SECONDS: variable(LIMITS, '900', 'The window for wrong passwords.', wholeNumber(1, 86_400)),
  LIMIT_POPUPS_PER_ADDRESS: variable(
    LIMITS,
    '600',
    'Sign-in windows of Google and Facebook opened from one network address in an hour.',
    wholeNumber(1, 1_000_000),
  ),
  LIMIT_CHALLENGES_PER_ADDRESS: variable(
    LIMITS,
    '600',
    'Proofs of work asked for from one network address in an hour.',
    wholeNumber(1, 1_000_000),
  ),
  LIMIT_LINK_MAILS_PER_ADDRESS: variable(
    LIMITS,
    '60',
    'Mails with sign-in, password or address links asked for from one network address in an hour.',
    wholeNumber(1, 1_000_000),
  ),
  LIMIT_LINK_MAILS_PER_EMAIL: variable(
    LIMITS,
    '10',
    'Such mails to one e-mail address in an hour.',
    wholeNumber(1, 1_000_000),
  ),
  LIMIT_CODE_TRIES_PER_ADDRESS: variable(
    LIMITS,
    '100',
    'Wrong or used-up codes of mailed links from one network address in 15 minutes.',
    wholeNumber(1, 1_000_000),
  ),
  LIMIT_VERIFY_MAILS_PER_HOUR: variable(
    LIMITS,
    '10',
    'Confirmation mails to one account in an hour.',
    wholeNumber(1, 1_000_000),
  ),
  LIMIT_ORDERS_PER_ADDRESS: variable(
    LIMITS,
    '60',
    'Orders from one network address in an hour.',
    wholeNumber(1, 1_000_000),
  ),
  LIMIT_ORDERS_PER_EMAIL: variable(
    LIMITS,
    '20',
    'Orders for one e-mail address in an hour.',
    wholeNumber(1, 1_000_000),
  ),
  LIMIT_RESENDS_PER_ORDER: variable(
    LIMITS,
    '10',
    'Times the eSIM of one order may be mailed again in an hour.',
    wholeNumber(1, 1_000_000),
  ),
  LIMIT_PHOTOS_PER_ACCOUNT: variable(
    LIMITS,
    '20',
    'Photos uploaded to one account in an hour.',
    wholeNumber(1, 1_000_000),
  ),
  LIMIT_PHOTOS_PER_ADDRESS: variable(
    LIMITS,
    '60',
    'Photos uploaded from one network address in an hour.',
    wholeNumber(1, 1_000_000),
  ),
  LIMIT_ORDER_LINKS_PER_ORDER: variable(
    LIMITS,
    '5',
    'Times a fresh link to one order may be asked for in an hour without opening it.',
    wholeNumber(1, 1_000_000),
  ),
  LIMIT_ORDER_LINKS_PER_ADDRESS: variable(
    LIMITS,
    '30',
    'The same from one network address, for any orders.',
    wholeNumber(1, 1_000_000),
  ),
  LIMIT_TICKETS_PER_ADDRESS: variable(
    LIMITS,
    '20',
    'Contact forms from one network address in an hour.',
    wholeNumber(1, 1_000_000),
  ),
  LIMIT_TICKETS_PER_EMAIL: variable(LIMITS, '5', 'The same that name one e-mail address.', wholeNumber(1, 1_000_000)),
  LIMIT_MAILS_PER_TICKET: variable(
    LIMITS,
    '30',
    'Mails taken into one ticket in an hour; later ones are asked for again.',
    wholeNumber(1, 1_000_000),
  ),
  LIMIT_PAYMENTS_PER_ORDER: variable(
    LIMITS,
    '60',
    'Times the payment page of one order may be asked for again in an hour.',
    wholeNumber(1, 1_000_000),
  ),
  LIMIT_PAYMENTS_PER_ADDRESS: variable(
    LIMITS,
    '600',
    'The same from one network address, for any orders.',
    wholeNumber(1, 1_000_000),
  ),
  LIMIT_BROWSERS_PER_ORDER: variable(
    LIMITS,
    '10',
    'Cookies of one order, and of browsers that opened the link of one mail; the oldest end first.',
    wholeNumber(1, 1_000),
  ),
  LIMIT_STREAMS_PER_ORDER: variable(
    LIMITS,
    '10',
    'Event streams of one order that a process keeps open; further pages poll.',
    wholeNumber(1, 100_000),
  ),
  LIMIT_STREAMS_PER_ADDRESS: variable(LIMITS, '100', 'The same for one network address.', wholeNumber(1, 100_000)),
  LIMIT_STREAMS_PER_PROCESS: variable(LIMITS, '1000', 'The same for all.', wholeNumber(1, 100_000)),
  ORDER_ACCESS_DAYS: variable(LIMITS, '365', "How long a browser's cookie opens an order.", wholeNumber(1, 3_650)),
  ORDER_LINK_DAYS: variable(LIMITS, '30', 'How long a mailed link to an order works.', wholeNumber(1, 365)),
  WORKER_CONCURRENCY: variable(
    LIMITS,
    '8',
    'Background jobs a process works on at the same time.',
    wholeNumber(1, 100),
  ),
  WORKER_HEARTBEAT_SECONDS: variable(
    LIMITS,
    '15',
    'How often a worker says that it lives; after three missed beats its jobs are freed.',
    wholeNumber(1, 300),
  ),
  SWEEP_SECONDS: variable(
    LIMITS,
    '60',
    'How often forgotten payments and orders are looked for.',
    wholeNumber(1, 3_600),
  ),
  RECONCILE_GRACE_SECONDS: variable(
    LIMITS,
    '120',
    "Orders that changed this recently are still on their way: the comparison with the vendors' ledgers leaves them for the next run.",
    wholeNumber(0, 3_600),
  ),
} as const;
