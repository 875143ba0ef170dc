/** The bank's response to a card: payment, a 3-D Secure challenge, or a decline. */
export interface TestCard {
  number: string;
  brand: 'visa' | 'mastercard' | 'amex' | 'discover' | 'jcb';
  funding: 'credit' | 'debit';
  country: string;
  /** The card requires authentication before each payment. */
  challenge?: boolean;
  /** With a challenge: once it was saved with authentication, later charges need none. Otherwise each needs one. */
  onceSetUp?: boolean;
  /** It can be saved, and every charge is declined. */
  onlyAttaches?: boolean;
  decline?: Decline;
  /** How its refunds end. Default: they succeed at once. */
  refund?: 'fails_later' | 'succeeds_later';
  /**
   * What its bank raises right after the payment: a dispute with this reason, an inquiry, or an early fraud warning.
   */
  raises?: 'fraudulent' | 'product_not_received' | 'inquiry' | 'fraud_warning';
}

export interface Decline {
  code: string;
  decline_code?: string;
  message: string;
}

/**
 * The result of an attempt to pay. After a decline the session stays open. A closed one was complete or expired before.
 */
export type Outcome = { result: 'paid' } | { result: 'declined'; decline: Decline } | { result: 'closed' };

/** Every reason of a failed payment: Stripe's code and its English message (page/words.ts has the text for people). */
export const DECLINES = {
  generic_decline: { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' },
  insufficient_funds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  expired_card: { code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
  processing_error: {
    code: 'processing_error',
    decline_code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  incorrect_number: {
    code: 'incorrect_number',
    decline_code: 'incorrect_number',
    message: 'Your card number is incorrect.',
  },
  live_card: {
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message: 'Your card was declined. Your request was in test mode, but used a non test card.',
  },
  authentication_required: {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
  setup_authentication_failed: {
    code: 'setup_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  },
  authentication_failed: {
    code: 'payment_intent_authentication_failure',
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
  },
} as const satisfies Record<string, Decline>;

const visa = { brand: 'visa', funding: 'credit', country: 'US' } as const;

/** The documented test cards (stripe.com/testing). */
export const TEST_CARDS: readonly TestCard[] = [
  { ...visa, number: '4242424242424242' },
  { ...visa, number: '4000056655665556', funding: 'debit' },
  { ...visa, brand: 'mastercard', number: '5555555555554444' },
  { ...visa, brand: 'mastercard', number: '5200828282828210', funding: 'debit' },
  { ...visa, brand: 'amex', number: '378282246310005' },
  { ...visa, brand: 'discover', number: '6011111111111117' },
  { ...visa, brand: 'jcb', number: '3566002020360505', country: 'JP' },
  { ...visa, number: '4000002500000003', country: 'FR' },
  { ...visa, number: '4000002760000016', country: 'DE' },
  { ...visa, number: '4000008260000000', country: 'GB' },
  { ...visa, number: '4000000000003220', challenge: true },
  { ...visa, number: '4000002760003184', country: 'DE', challenge: true },
  { ...visa, number: '4000002500003155', country: 'FR', challenge: true, onceSetUp: true },
  { ...visa, number: '4000000000000341', onlyAttaches: true },
  { ...visa, number: '4000000000000002', decline: DECLINES.generic_decline },
  { ...visa, number: '4000000000009995', decline: DECLINES.insufficient_funds },
  { ...visa, number: '4000000000000069', decline: DECLINES.expired_card },
  { ...visa, number: '4000000000000127', decline: DECLINES.incorrect_cvc },
  { ...visa, number: '4000000000000119', decline: DECLINES.processing_error },
  { ...visa, number: '4242424242424241', decline: DECLINES.incorrect_number },
  { ...visa, number: '4000000000005126', refund: 'fails_later' },
  { ...visa, number: '4000000000007726', refund: 'succeeds_later' },
  { ...visa, number: '4000000000000259', raises: 'fraudulent' },
  { ...visa, number: '4000000000002685', raises: 'product_not_received' },
  { ...visa, number: '4000000000001976', raises: 'inquiry' },
  { ...visa, number: '4000000000005423', raises: 'fraud_warning' },
];

/** The test card with this number. Any other valid number is a card that test mode declines. */
export function cardFor(number: string): TestCard {
  return TEST_CARDS.find((card) => card.number === number) ?? { ...visa, number, decline: DECLINES.live_card };
}

/** The check digit of a card number (Luhn). */
export function hasRightCheckDigit(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
