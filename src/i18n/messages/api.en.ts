/** What the API tells a person, by error code; and rules of inputs, by rule name. */
export const api = {
  errors: {
    'invalid-input': 'Check the field “{{field}}”: {{rule}}.',
    'invalid-json': 'The request could not be read: it is not valid JSON.',
    'invalid-signature': 'The signature is missing, wrong or too old.',
    unauthenticated: 'Sign in first, then try again.',
    'not-found': 'This does not exist, or you do not have access to it.',
    'price-changed': 'The price has changed. Reload the page to see the new one. Nothing was charged.',
    'plan-unavailable': 'This plan is not available right now. Nothing was charged. Please choose another one.',
    'idempotency-key-reused': 'This order was already placed with other details. Reload the page and try again.',
    'order-not-payable': 'This order can no longer be paid: it is already paid, or it is closed.',
    'order-not-resendable': 'This eSIM can’t be sent again: it is not ready yet, or it is already installed.',
    'order-not-refundable': 'This order can’t be refunded.',
    'wrong-state': 'This is not possible in the order’s current state.',
    'payload-too-large': 'The request is too large.',
    'too-many-requests': 'Too many attempts in a short time. Please wait a while, then try again.',
    'internal-error': 'Something went wrong on our side. If it happens again, send us this reference: {{reference}}.',
    'payment-unavailable':
      'The payment page can’t be opened right now. Nothing was charged. Please try again in a minute.',
    unavailable: 'The service is busy right now. Please try again in a minute.',
  },
  rules: {
    required: 'it is required',
    type: 'it has the wrong type',
    email: 'enter an email address, such as name@example.com',
    'too-long': 'it is too long',
    uuid: 'it must be a UUID',
    'one-of': 'it must be one of the allowed values',
    unknown: 'it is unknown',
    'must-be-true': 'it must be confirmed',
    value: 'the value is not allowed',
  },
};
