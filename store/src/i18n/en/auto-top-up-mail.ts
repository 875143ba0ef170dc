/** Words of the mails about auto top-up; the keys begin with `autoTopUp` (src/i18n/mail.ts). */
export const autoTopUpMail = {
  off: 'Switch off auto top-up',
  card: 'your saved card',
  month: 'This month {{spent}} of your cap of {{cap}} is spent.',
  added:
    '{{percent}} or less was left on your {{place}} eSIM. As you agreed, auto top-up charged {{price}} to {{card}} and added {{data}} for {{days}}.',
  authentication: {
    subject: 'Confirm {{price}} for your {{place}} eSIM',
    title: 'Your bank asks you to confirm',
    preheader: 'Nothing was charged yet.',
    text: 'Data is low on your {{place}} eSIM. Auto top-up wanted to add {{data}} for {{price}}, and the bank of {{card}} wants you to confirm that payment. Nothing was charged yet.',
    next: 'Confirm it on the page of the order. Then the data is added, and auto top-up goes on.',
    button: 'Confirm the payment',
  },
  declined: {
    subject: 'Auto top-up has stopped for your {{place}} eSIM',
    title: 'Auto top-up has stopped',
    preheader: 'Nothing was charged.',
    text: 'Data is low on your {{place}} eSIM. Auto top-up wanted to add {{data}} for {{price}}, but the payment with {{card}} was declined. Nothing was charged, and nothing is tried again.',
    gone: 'Data is low on your {{place}} eSIM. Auto top-up wanted to add {{data}} for {{price}}, but {{card}} can’t be charged any more. Nothing was charged, and nothing is tried again.',
    next: 'To go on, switch it on again with another card on the page of your eSIM, or top up by hand.',
    button: 'Open the page of the eSIM',
  },
  capped: {
    subject: 'Your auto top-up cap is reached',
    title: 'Your cap is reached',
    preheader: 'Nothing more is charged this month.',
    text: 'Data is low on your {{place}} eSIM. Another {{data}} for {{price}} would go beyond your cap of {{cap}} a month: nothing was added and nothing was charged.',
    next: 'You can raise the cap or top up by hand on the page of your eSIM. The next month begins on {{date}} (UTC).',
    button: 'Open the page of the eSIM',
  },
  ended: {
    subject: 'Auto top-up is off for your {{place}} eSIM',
    title: 'Auto top-up is off',
    preheader: 'Nothing is charged by itself any more.',
    because: {
      ended: 'Your {{place}} eSIM has ended, so auto top-up has ended with it.',
      replaced: 'Your {{place}} eSIM was replaced by another one, so auto top-up has ended with it.',
      refunded: 'Your {{place}} eSIM was refunded, so auto top-up has ended with it.',
      disputed: 'A payment for your {{place}} eSIM is disputed, so auto top-up was switched off.',
      'plan-gone':
        '{{data}} for {{days}} can’t be added to your {{place}} eSIM any more, so auto top-up was switched off.',
      dearer:
        '{{data}} for your {{place}} eSIM costs more than the {{price}} that you agreed to, so auto top-up was switched off.',
      restored:
        'We had to restore our records. To be sure that nothing is charged twice, auto top-up for your {{place}} eSIM was switched off.',
      returned: 'The last top-up of your {{place}} eSIM was refunded, so auto top-up has stopped.',
      'card-removed': 'The card that paid for it was removed, so auto top-up for your {{place}} eSIM was switched off.',
      'by-operator': 'Our support has switched off auto top-up for your {{place}} eSIM.',
    },
    next: 'Nothing is charged by itself any more. Where data can still be added, you can switch it on again on the page of the eSIM.',
    button: 'Open the page of the eSIM',
  },
};
