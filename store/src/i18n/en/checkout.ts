export const checkout = {
  title: 'Checkout',
  secure: 'Secure checkout',
  back: 'Back to plans for {{destination|the}}',
  summary: 'Order summary',
  plan: '{{destination}} - {{data}}',
  facts: '{{days}}, {{networks}}',
  regions: '{{count}}+ countries',
  total: 'Total',
  done: 'done',
  email: {
    title: 'Delivery',
    label: 'Email',
    signInHint: 'The QR code and receipt go to this address. <signIn>Sign In</signIn> to keep it in your account.',
    signedInHint: 'The QR code and receipt go to this address. The eSIM is kept in your account.',
    missing: 'Enter your email address.',
    invalid: 'Enter an email address, such as name@example.com.',
  },
  country: {
    label: 'Country of residence',
    none: 'Not stated',
    hint: 'Your rights as a buyer depend on it.',
    hintTax: 'Your rights and the tax inside the price depend on it.',
    wrong: 'We can’t sell to this country right now. You have not been charged.',
  },
  /** A changed text gets a new number: `CONSENT_VERSION`. */
  consent:
    'I ask that my plan begins during the 14 days in which I can withdraw; when I then withdraw, I pay for the part that was used.',
  consentMissing: 'Tick this box to continue. If you live elsewhere, change your country of residence above.',
  tax: 'Includes {{tax}} of VAT ({{percent}})',
  travel: {
    title: 'Travel date (optional)',
    label: 'When do you travel?',
    hint: 'We remind you two days before, if the eSIM is not installed by then.',
    wrong: 'Choose a day from today on, within a year.',
  },
  device: {
    title: 'Device',
    label: 'My phone supports eSIM and is unlocked',
    check: 'Check my device',
    newTab: '(opens in a new tab)',
    missing: 'Confirm that your phone supports eSIM and is unlocked. The code does not work on other phones.',
  },
  payment: {
    title: 'Payment',
    card: 'Card',
    /** Until the payment provider has said which. */
    unknown: 'By card, or as the next page offers',
    where: 'You enter your card on our payment provider’s page, then come straight back here.',
    whereSeveral:
      'You choose a payment method on our payment provider’s page, which shows those that work on your phone and in your country. Then you come straight back here.',
    pay: 'Pay {{total}}',
    opening: 'Opening the payment page',
    terms:
      'By paying you accept the <terms>Terms</terms> and the <refund>Refund policy</refund>, and ask us to deliver the eSIM immediately.',
  },
  withdrawal:
    'You can withdraw within 14 days. Our <privacy>Privacy policy</privacy> says what happens to your data.',
  ticks: {
    qr: 'Your QR code appears right after payment',
    card: 'Card details go straight to the payment provider',
  },
  problem: {
    title: 'Your order could not be placed',
    retry: 'Try again',
    confirm: 'Pay {{total}}',
    plans: 'Choose another plan',
    order: 'See the order',
    again: 'Buy another one',
    network:
      'We could not reach the store. Check your connection and try again. What you typed is kept, and you cannot be charged twice.',
    timeout:
      'The store is taking too long to answer. Try again: it is still the same order, so you cannot be charged twice.',
    termsChanged: 'Our terms have changed in the meantime. Reload the page to read them. You have not been charged.',
    priceChanged: 'The price has changed in the meantime: it is now {{total}}. You have not been charged.',
    unavailable: 'This plan has just become unavailable. You have not been charged.',
    tooMany: 'Too many orders in a short time. Wait a few minutes, then try again.',
    payment: 'We cannot open the payment page right now. You have not been charged. Try again in a moment.',
    paid: 'This order is already paid. To buy the same plan once more, start a new order.',
    session: 'Your session has ended. Sign in again, or reload the page to buy as a guest.',
    other: 'Something went wrong on our side. You have not been charged. Try again in a moment.',
  },
  backToTrip: 'Back to your trip',
  several: {
    name_one: '{{count}} eSIM',
    name_other: '{{count}} eSIMs',
    back: 'Back to all plans',
    promise_one: 'If one of them cannot be delivered, its price is refunded to your card and you keep the other.',
    promise_other: 'If one of them cannot be delivered, its price is refunded to your card and you keep the others.',
    qr: 'Your QR codes appear right after payment',
    signInHint: 'The QR codes and receipt go to this address. <signIn>Sign In</signIn> to keep them in your account.',
    signedInHint: 'The QR codes and receipt go to this address. The eSIMs are kept in your account.',
    terms:
      'By paying you accept the <terms>Terms</terms> and the <refund>Refund policy</refund>, and ask us to deliver the eSIMs immediately.',
    without_one: 'Buy the other one alone',
    without_other: 'Buy the others without it',
  },
  unavailable: {
    title: '{{plan}} is currently unavailable',
    text: 'You cannot buy it right now. Another plan for the same destination may suit you.',
    action: 'See plans for {{destination|the}}',
    all: 'Browse all plans',
  },
};
