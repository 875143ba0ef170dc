export const sandbox = {
  title: 'Sandbox',
  intro:
    '{{brand}} runs in sandbox mode: no real money, no real eSIMs, no real emails. Everything else works as it does in production.',
  places: 'Where things are',
  inbox: 'Inbox: every email the store sends',
  messages: 'The same emails as JSON',
  payments: 'Ledger of the payment sandbox (JSON)',
  wholesale: 'Ledger of the wholesale sandbox (JSON)',
  providers: 'Ledger of the Google and Facebook sandbox: people and who signed in (JSON)',
  cards: 'Test cards',
  cardHint: 'Any later date as expiry, any three digits as security code.',
  card: {
    ok: 'Paid immediately',
    secure: 'Asks for 3-D Secure first',
    declined: 'Declined',
    funds: 'Declined: insufficient funds',
    expired: 'Declined: card has expired',
    cvc: 'Declined: wrong security code',
    refundFails: 'Paid; a refund fails later',
  },
  back: 'Back to {{brand}}',
};
