/** Words of the mails: a namespace of their own (src/i18n/mail.ts), so that no browser loads them. */
export const mail = {
  /** Between a label and its value, with the space before it. */
  colon: ':',
  /** The subject of a mail in staging mode. */
  stagingSubject: '[Staging] {{subject}}',
  footer: {
    order: 'Sent to you because an order was placed with this address.',
    account: 'Sent to you because an account was opened with this address.',
    asked: 'Sent to you because someone asked for it on our site with this address.',
  },
  validity: { 'first-usage': '{{days}} from first use', installation: '{{days}} from installation' },
  card: '{{brand}} ending in {{last4}}',
  what: {
    esim: 'your {{place}} eSIM',
    topUp: 'the top-up of your {{place}} eSIM',
    order_one: 'your order of one eSIM',
    order_other: 'your order of {{count}} eSIMs',
  },
  receipt: {
    title: 'Receipt',
    number: 'Order number',
    email: 'Email',
    date: 'Date',
    item: 'Item',
    itemText: 'eSIM {{place}}, {{data}}',
    topUpText: 'Top-up {{place}}, {{data}}',
    total: 'Total',
    card: 'Paid with',
    pdf: 'Receipt, PDF',
  },
  esimReady: {
    subject: 'Your {{place}} eSIM is ready',
    preheader: 'Install it on Wi-Fi, before you leave if you can. {{data}}, {{validity}}.',
    intro:
      'Here is everything your phone needs: {{data}} of data, {{validity}}. Install it while you have Wi-Fi, before you leave if you can.',
    warning: {
      title: 'Before you start',
      once: 'The code works once, on one phone.',
      wifi: 'Stay on Wi-Fi until the phone says that the eSIM is installed.',
      keep: 'Do not delete the eSIM from the phone to start over: usually it cannot be installed again.',
    },
    oneTap: {
      title: 'On the phone itself: one tap',
      iphone: 'Install on iPhone',
      android: 'Install on Android',
      note: 'iPhone needs iOS 17.4 or later, Android a recent version of Google Play services. On anything older, use the code below.',
    },
    qr: {
      title: 'From another screen: scan',
      text: 'Open this message on a computer or a second phone, or print it. Then scan the code with the phone you will travel with. It is also attached as {{filename}}.',
      alt: 'QR code that installs the eSIM',
    },
    manual: {
      title: 'By entering the codes',
      smdp: 'SM-DP+ address',
      activation: 'Activation code',
      confirmation: 'Confirmation code',
      lpa: 'Full code (Android)',
      apn: 'Access point (APN)',
    },
    iphone: {
      title: 'Steps on iPhone',
      add: 'Open Settings, then Mobile Data (called Cellular in US English), and tap Add eSIM.',
      enter:
        'Tap Use QR Code and scan the code. To type it instead, tap Enter Details Manually and copy the SM-DP+ address and the activation code.',
      line: 'Once it is installed, choose the new line for mobile data and keep your own line for calls.',
      arrive:
        'When you land, turn the new line on and turn on its Data Roaming. Turn Data Roaming off on your own line.',
    },
    android: {
      title: 'Steps on Android',
      add: 'Open Settings, then Network & internet and SIMs (on Samsung: Connections and SIM manager), and tap Add eSIM.',
      enter:
        'Scan the QR code. To type it instead, choose to enter the code manually and copy the full code, which starts with LPA:1.',
      line: 'Once it is installed, choose the new eSIM for mobile data and keep your own SIM for calls.',
      arrive: 'When you land, turn the eSIM on and turn on Roaming for it. Turn Roaming off on your own SIM.',
    },
    help: 'The steps for your phone, with pictures',
    support: {
      title: 'If something does not work',
      text: 'Write to {{email}} and mention order {{number}}, or use our contact page.',
      page: 'Write to us on our contact page and mention order {{number}}.',
      button: 'Contact us',
    },
    apnNote: 'If data does not start, set the access point (APN) of the eSIM to {{apn}}.',
    order: {
      title: 'Your order',
      text: 'The order page shows the same codes, and how much data is left once you use it. “No connection?” there finds the reason, “I changed my phone” moves the eSIM. The link opens the page without signing in and works for {{count}} days: keep it to yourself.',
      button: 'Open the order',
    },
    texts: {
      title: 'Your contract',
      text: 'When you paid, you accepted these texts and asked us to deliver immediately. You can withdraw within 14 days without giving a reason; what you have used by then is deducted. The refund policy says how. These addresses do not change:',
      terms: 'Terms of sale, version {{version}}',
      refund: 'Refund policy, version {{version}}',
    },
    several: {
      subject_one: 'Your eSIM is ready',
      subject_other: 'Your {{count}} eSIMs are ready',
      subjectSome_one: 'One of your {{total}} eSIMs is ready',
      subjectSome_other: '{{count}} of your {{total}} eSIMs are ready',
      preheader: 'Install them on Wi-Fi, before you leave if you can.',
      intro:
        'Here is everything your phone needs for {{places|the}}. Install each eSIM while you have Wi-Fi, before you leave if you can.',
      toCome_one: 'One more eSIM is on its way. We will email it as soon as it is ready.',
      toCome_other: '{{count}} more eSIMs are on their way. We will email them as soon as they are ready.',
      missing_one: 'We could not get the eSIM for {{places|the}}. You get its price back; the others stay as they are.',
      missing_other:
        'We could not get {{count}} eSIMs, for {{places|the}}. You get their price back; the others stay as they are.',
      returned_one: 'The eSIM for {{places|the}} is no longer part of this order: you get its price back.',
      returned_other:
        '{{count}} eSIMs, for {{places|the}}, are no longer part of this order: you get their price back.',
      qrText:
        'Scan this code with the phone you will travel with, from another screen or from paper. It is also attached as {{filename}}. The codes below are the same, to be entered manually.',
    },
  },
  topUpReady: {
    subject: '{{data}} added to your {{place}} eSIM',
    title: '{{data}} added to your {{place}} eSIM',
    text: '{{data}} for {{days}} is on the eSIM that you already have. There is nothing to install.',
    now: 'It is used from now on: nothing is left of the plan before.',
    after: 'The {{data}} that you have left are used first, then what you have just added.',
    afterUnlimited: 'The plan that you have is used first, then what you have just added.',
    afterOthers: 'The {{count}} plans that you have are used first, in the order in which they were paid.',
    button: 'Open the eSIM',
  },
  orderRefunded: {
    subject: 'Your refund of {{total}}',
    preheader: 'You do not need to do anything: the money is on its way back.',
    title: 'Your money is on its way back',
    reasons: {
      fulfilment_failed:
        'We could not get your {{place}} eSIM in time. You will not receive it, and you pay nothing: we refunded the whole {{total}}.',
      line_failed:
        'We could not get your {{place}} eSIM in time. You will not receive it, and you do not pay for it: we refunded its price, {{total}}.',
      order_failed:
        'We could not get the eSIMs of your order in time. You will not receive them, and you do not pay for them: we refunded {{total}}.',
      top_up_failed:
        'We could not add the plan to your {{place}} eSIM. You do not pay for it: we refunded the whole {{total}}. The eSIM itself stays as it is.',
      duplicate_payment:
        'Your order was paid for twice. We refunded the second payment, {{total}}; the first one and your eSIM stay as they are.',
      requested: 'As agreed, we refunded {{what}}: {{total}}.',
      part: 'As agreed, we refunded a part of what you paid for {{what}}: {{total}} of {{paid}}. Everything else stays as it is.',
    },
    othersStay: 'This changes nothing about the other eSIMs of your order.',
    toCard: 'The amount goes back to your card ({{card}}). Banks usually show it within 5 to 10 business days.',
    otherWay: 'We did not pay the amount back to the card or account you paid with, but another way.',
    otherTitle: 'We have paid you back',
    otherPreheader: 'You do not need to do anything: the money has been paid another way.',
    reference: 'Reference',
    toSource:
      'The amount goes back to the payment method you used. Banks usually show it within 5 to 10 business days.',
    button: 'Open the order',
    refunded: 'Refunded',
  },
  refundReturned: {
    subject: 'Your refund of {{total}} did not arrive',
    preheader: 'Your bank sent the money back to us. Here is what happens next.',
    title: 'Your refund did not arrive',
    text: 'Your bank sent the refund of {{total}} for {{what}} back to us.',
    textCard:
      'Your bank sent the refund of {{total}} for {{what}} back to us. It was going to your card ({{card}}). This happens when a card has expired or was replaced.',
    next: 'Your {{total}} is not lost, and you do not need to do anything now. We will email you within 2 business days to agree on another way to pay you back.',
    amount: 'Still to be refunded',
  },
  orderLink: {
    subject: 'A new link to your order',
    preheader: 'Opens your order without signing in.',
    title: 'A new link to your order',
    text: 'Someone, hopefully you, asked for a new link to the order that was placed with this address. It opens the order without signing in, and links we sent earlier no longer work.',
    button: 'Open the order',
    works_one: 'The link works for one day. Keep it to yourself.',
    works_other: 'The link works for {{count}} days. Keep it to yourself.',
    ignore: 'Not you? Then ignore this message: the link was sent to this inbox only.',
  },
  link: {
    copy: 'If the button does not work, copy this address into your browser:',
    onceMinutes_one: 'The link works once, for one minute.',
    onceMinutes_other: 'The link works once, for {{count}} minutes.',
    onceHours_one: 'The link works once, for an hour.',
    onceHours_other: 'The link works once, for {{count}} hours.',
  },
  verifyEmail: {
    subject: 'Confirm your email address',
    preheader: 'So that you can always get back into your account.',
    title: 'Confirm your email address',
    text: 'Confirm that {{email}} is yours, so that you can always get back into your account.',
    button: 'Confirm my address',
    ignore: 'If you did not open an account, ignore this message. Nothing happens unless you click.',
  },
  passwordReset: {
    subject: 'Choose a new password',
    preheader: 'The link you asked for.',
    title: 'Choose a new password',
    text: 'Someone, hopefully you, asked for a new password for the account of {{email}}. Choosing a new password signs the account out on every device.',
    button: 'Choose a password',
    ignore: 'If it was not you, ignore this message. Your password stays as it is.',
  },
  emailSignIn: {
    subject: 'Your sign-in link',
    preheader: 'One click and you are signed in, without a password.',
    title: 'Sign in with one click',
    text: 'This link signs {{email}} in, without a password. Open it on the device you want to use, and do not share it.',
    button: 'Sign in',
    ignore: 'If you did not ask for it, ignore this message. Nobody can sign in without the link.',
  },
  changeEmail: {
    subject: 'Confirm your new email address',
    preheader: 'Your account moves to this address once you confirm it.',
    title: 'Confirm your new email address',
    text: 'You asked to use {{email}} for your account from now on. Once you confirm, you are signed out everywhere and sign in with the new address.',
    button: 'Use this address',
    ignore: 'If you did not ask for this change, ignore this message. Nothing happens unless you click.',
  },
  emailChanged: {
    subject: 'The email address of your account was changed',
    preheader: 'If it was not you, take the address back.',
    title: 'Your account has a new address',
    text: 'The address of your account was changed to {{newEmail}}. If that was you, you do not need to do anything.',
    wayBack:
      'If it was not you, take the address back. All devices are then signed out, and you choose a new password.',
    button: 'It was not me: take it back',
  },
  passwordChanged: {
    subject: 'Your password was changed',
    preheader: 'If it was not you, choose a new one now.',
    title: 'Your password was changed',
    text: 'The password of your account was just changed, and the account was signed out on all other devices. If that was you, you do not need to do anything.',
    wayBack: 'If it was not you, someone else has access to your account. Choose a new password now.',
    button: 'It was not me: new password',
  },
  passwordRemoved: {
    subject: 'The password of your account was removed',
    preheader: 'It was set before this address was confirmed.',
    title: 'Only you can sign in to your account',
    text: 'You have just proved that this address is yours. The old password was set before the address was confirmed, so it no longer works. The account was also signed out everywhere else.',
    wayBack: 'You can choose a new password whenever you like.',
    button: 'Choose a password',
  },
  ways: {
    google: 'Google',
    facebook: 'Facebook',
    password: 'Your password',
    totp: 'An authenticator app',
    phone: 'A phone number',
  },
  secondFactorAdded: {
    subject: 'Two-step sign-in was set up on your account',
    preheader: 'If it was not you, remove it now.',
    title: 'Your account has a second step',
    text: '{{way}} is now asked for when someone signs in to your account. If that was you, you do not need to do anything.',
    wayBack:
      'If it was not you, someone else has access to your account. Take it back: the second step is removed, all devices are signed out, and you choose a new password.',
    button: 'It was not me: remove it',
  },
  secondFactorRemoved: {
    subject: 'A second step was removed from your account',
    preheader: 'If it was not you, secure your account now.',
    title: 'A second step was removed',
    text: '{{way}} is no longer asked for when someone signs in to your account. If that was you, you do not need to do anything.',
    wayBack:
      'If it was not you, someone else has access to your account. Secure it: all devices are signed out, and you choose a new password.',
    button: 'It was not me: secure my account',
  },
  recoveryCodesMade: {
    subject: 'Your account has new recovery codes',
    preheader: 'If it was not you, secure your account now.',
    title: 'New recovery codes',
    text: 'Ten new recovery codes were made for your account; older ones no longer work. If that was you, you do not need to do anything.',
    wayBack:
      'If it was not you, someone else has access to your account. Secure it: the codes stop working, all devices are signed out, and you choose a new password.',
    button: 'It was not me: secure my account',
  },
  recoveryCodeUsed: {
    subject: 'A recovery code opened your account',
    preheader: 'If it was not you, secure your account now.',
    title: 'A recovery code was used',
    text: 'Someone signed in to your account with one of your recovery codes. That code no longer works. If that was you, you do not need to do anything.',
    wayBack:
      'If it was not you, someone else has access to your account. Secure it: all recovery codes stop working, all devices are signed out, and you choose a new password.',
    button: 'It was not me: secure my account',
  },
  providerLinked: {
    subject: 'A way to sign in was added to your account',
    preheader: 'If it was not you, secure your account now.',
    title: 'Your account has a new way to sign in',
    text: '{{way}} now opens your account too. If that was you, you do not need to do anything.',
    wayBack:
      'If it was not you, someone else has access to your account. Secure it: the new way to sign in is removed, all devices are signed out, and you choose a new password.',
    button: 'It was not me: secure my account',
  },
  providerUnlinked: {
    subject: 'A way to sign in was removed from your account',
    preheader: 'If it was not you, secure your account now.',
    title: 'A way to sign in was removed',
    text: '{{way}} no longer opens your account. If that was you, you do not need to do anything.',
    wayBack:
      'If it was not you, someone else has access to your account. Secure it: all devices are signed out, and you choose a new password.',
    button: 'It was not me: secure my account',
  },
  passkeyAdded: {
    subject: 'A passkey was added to your account',
    preheader: 'If it was not you, secure your account now.',
    title: 'Your account has a new passkey',
    text: 'The passkey “{{name}}” now opens your account. If that was you, you do not need to do anything.',
    wayBack:
      'If it was not you, someone else has access to your account. Secure it: all passkeys are removed, all devices are signed out, and you choose a new password.',
    button: 'It was not me: secure my account',
  },
  passkeyRemoved: {
    subject: 'A passkey was removed from your account',
    preheader: 'If it was not you, secure your account now.',
    title: 'A passkey was removed',
    text: 'The passkey “{{name}}” no longer opens your account. If that was you, you can delete it on your device too.',
    wayBack:
      'If it was not you, someone else has access to your account. Secure it: all passkeys are removed, all devices are signed out, and you choose a new password.',
    button: 'It was not me: secure my account',
  },
  passkeyCopied: {
    subject: 'We removed a passkey from your account',
    preheader: 'It may have been copied.',
    title: 'A passkey may have been copied',
    text: 'Someone used the passkey “{{name}}” in a way that only a copy of it explains. We refused that sign-in and removed the passkey. Devices that were signed in with it are signed out.',
    wayBack:
      'If you don’t know why, secure your account: all passkeys are removed, all devices are signed out, and you choose a new password.',
    button: 'Secure my account',
  },
  newDevice: {
    subject: 'New sign-in to your account',
    preheader: 'Was that you?',
    title: 'New sign-in to your account',
    text: 'Someone signed in to your account from a device we had not seen before: {{device}}, on {{time}}. If that was you, you do not need to do anything.',
    unknown: 'unknown browser',
    wayBack: 'If it was not you, choose a new password. The account is then signed out everywhere.',
    button: 'It was not me: new password',
  },
  accountDeleted: {
    subject: 'Your account was deleted',
    preheader: 'As you asked.',
    title: 'Your account was deleted',
    text: 'Your account, with your personal details, is deleted, and you are signed out everywhere. Installed eSIMs keep working.',
    kept: 'The law requires us to keep records of past purchases. Amounts and dates stay in our accounting records, without your name and address.',
  },
  ticket: {
    subject: 'Your message to {{brand}} (ticket {{number}})',
    number: 'Ticket',
    topic: 'Topic',
    language: 'Answer in',
    date: 'Date',
    answerHere: 'To add something, answer this email. Screenshots can be attached: JPEG, PNG or WebP, up to 5 MB each.',
    keepPrivate: 'Do not forward this email: whoever answers it writes in your name.',
    footer:
      'Sent to you because someone wrote to us with this address. If that was not you, you do not need to do anything.',
  },
  ticketOpened: {
    preheader: 'We have received your message.',
    title: 'We have your message',
    text: 'A person will read it and answer to this address.',
  },
  ticketAnswer: {
    preheader: 'An answer to your message.',
    title: 'An answer from us',
    pictures_one: 'A picture is attached.',
    pictures_other: '{{count}} pictures are attached.',
  },
  ticketAttachments: {
    preheader: 'Your text has arrived; some files have not.',
    title: 'Some attachments were not kept',
    text: 'Your message is in ticket {{number}}. For everyone’s safety we keep pictures only: JPEG, PNG or WebP, up to 5 MB each and ten in one message. These files were dropped:',
    wayOn: 'If they matter, describe what is in them, or send a screenshot.',
  },
  ticketNotice: {
    subject: 'Ticket {{number}}: {{topic}}',
    preheader: 'A traveller has written.',
    title: 'Ticket {{number}}',
    from: 'From',
    sender: 'Sender stated in the message',
    order: 'Order',
    proven: '{{number}} (opened by this traveller)',
    claimed: '{{number}} (stated, not verified)',
    answerHere:
      'Answer this email to answer the traveller: your text, without the quoted part, is sent to the ticket’s address.',
    answerElsewhere:
      'Your answer goes straight to the traveller and is not kept in the ticket: receiving email is not set up.',
    keepPrivate: 'Do not forward this email: whoever answers it writes to the traveller in your name.',
    footer: 'Sent to you because tickets of the store are reported to this address.',
  },
};
