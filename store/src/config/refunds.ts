import { variable, wholeNumber } from './parsers.ts';

const REFUNDS = 'Refunds';

/** What buyers get back without a person. */
export const REFUND_VARIABLES = {
  REFUND_WINDOW_DAYS: variable(
    REFUNDS,
    '30',
    'Days after the payment in which buyers refund an unused eSIM by themselves, in full. Pages and mails state it. 0: a person decides about each.',
    wholeNumber(0, 365),
  ),
  REFUNDS_BY_ONESELF_IN_90_DAYS: variable(
    REFUNDS,
    '5',
    'Refunds by oneself of one e-mail address or account in 90 days; after them a person decides.',
    wholeNumber(0, 1_000_000),
  ),
  REFUNDS_BY_ONESELF_OF_A_CARD_IN_90_DAYS: variable(
    REFUNDS,
    '20',
    'The same of one card, whatever the address: of its brand and last digits, which cards of several people share.',
    wholeNumber(0, 1_000_000),
  ),
  REFUND_ANSWER_DAYS: variable(
    REFUNDS,
    '2',
    'Working days in which a person answers a request for a refund. Pages and mails state the date.',
    wholeNumber(1, 30),
  ),
} as const;
