export const legal = {
  navigation: 'Legal',
  names: {
    terms: 'Terms',
    privacy: 'Privacy',
    cookies: 'Cookies',
    refund: 'Refund',
    compliance: 'Compliance',
    accessibility: 'Accessibility',
  },
  /** Above the refund policy. */
  refund: { ask: 'Request a refund', withdraw: 'Withdraw from contract here' },
  inShort: 'In short',
  contents: 'Contents',
  version: 'Version {{version}}',
  inForce: 'in force since {{date}}',
  earlier: 'of {{date}}, no longer in force',
  current: 'Read the version in force',
  whatChanged: 'What changed',
  change: 'Version {{version}}, {{date}}: {{changes}}',
  changedClause: 'Changed in this version',
  print: 'Print or save as PDF',
  pageTitle: '{{title}}, version {{version}}',
  pageDescription: 'Version {{version}} of {{date}}. {{description}}',
  template: {
    title: 'A template, not legal advice',
    text: 'This text shows what a shop in France has to say. A lawyer has to review it before anything is sold. This shop runs in sandbox mode: nothing is really sold, and no company stands behind it.',
  },
  /** Above terms that were written before top-ups were on sale, and whose newer version waits for its review. */
  topUps: {
    title: 'Top-ups are on sale now',
    text: 'This version was written before. You can add a plan to an eSIM where its supplier allows it: that is a purchase of its own under these terms, whose data, days and price are stated before you pay. If the plan can’t be added, we refund its whole price.',
  },
  clauseCounts:
    'The summaries help you read. If a summary and a clause disagree, the clause counts, and we ask you to tell us.',
  kept: 'The version that you accepted is stored with your order and stays at its address.',
  sources: 'Sources',
  newTab: '(opens in a new tab)',
  notTranslated: 'This text has not been translated yet.',
  processors: {
    service: 'Service',
    purpose: 'What it receives, and why',
    sandbox: 'In this sandbox all of them are stand-ins on the shop’s own machine. Nothing leaves it.',
    unnamed: 'Mail server {{host}}',
    of: {
      payment:
        'Takes the payment and checks it for fraud. It receives your email address, what you bought, the total, and the card that you enter on its page. It is also responsible on its own for what the law asks of payment services.',
      wholesale:
        'Makes the eSIM and reports its data use. It receives the plan and a reference of ours, not your name or email address.',
      mail: 'Carries our emails to your inbox. It receives your email address and what we write.',
      sms: 'Only if you sign in with a phone number, or have a code texted as a second step: carries the code to your phone. It receives the number and the code.',
      accounts:
        'Keeps the accounts of this shop and signs you in: your email address, name, photo, password, phone number and second step.',
      google: 'Only if you continue with Google: confirms who you are. We receive your name, email address and photo.',
      facebook:
        'Only if you continue with Facebook: confirms who you are. We receive your name, email address and photo.',
      host: 'Runs the servers of the shop, on which all data is stored.',
    },
  },
  supervisors: 'Authorities that supervise this company:',
  retention: {
    data: 'Data',
    period: 'Kept',
    days_one: '{{count}} day',
    days_other: '{{count}} days',
    of: {
      orders: {
        what: 'Orders, payments, refunds, receipts and their eSIMs',
        until:
          'As accounting records, for which the law asks ten years (article L123-22 of the French Commercial Code). They are not deleted automatically.',
      },
      readings: {
        what: 'Readings of how much data an eSIM has left',
        until: '{{days}} after each reading; with your account when you delete it',
      },
      account: {
        what: 'Account: email address, phone number, name, photo, password, passkeys, second sign-in step, linked accounts, known browsers, what is on receipts',
        until: 'Until you delete the account',
      },
      sessions: {
        what: 'Sign-ins: time and kind of device',
        until: 'While the session is used, for {{idle}} at most without a use; then {{days}} more',
      },
      links: {
        what: 'Sign-in, password and confirmation links sent by email, with the address',
        until: '{{days}} after the link has ended',
      },
      orderAccess: {
        what: 'Links and cookies that open an order without an account',
        until: 'Links {{link}}, cookies {{cookie}}',
      },
      securityEvents: {
        what: 'Record of changes to an account, without addresses or passwords',
        until: '{{days}}, also after the account is deleted',
      },
      mails: {
        what: 'That an email was sent: to whom, when and what kind, not what it said',
        until: '{{days}}',
      },
      devices: {
        what: 'Devices that show notices: the kind of device, their address at its push service and their keys, encrypted; which notices were sent to them',
        until:
          'Until you turn them off, sign out or delete the account, or the cookie of the order ends; {{days}} without a notice at most',
      },
      texts: {
        what: 'That a text with a code was sent: to which country and block of numbers, and whether it arrived; not to which number',
        until: '{{days}}',
      },
      tickets: {
        what: 'Messages to us, with their pictures and our answers',
        until: '{{days}} after the last message, or until you delete the account',
      },
      withdrawals: {
        what: 'Declarations of withdrawal: name, order number and email address as typed, date and time, and what was done',
        until: '{{days}}, or until you delete the account',
      },
      paymentEvents: {
        what: 'Messages of the payment provider, as identifiers only',
        until: '{{days}} after they were handled',
      },
      limits: {
        what: 'Counters against abuse, sign-in windows of Google and Facebook, and codes sent to phones',
        until: 'Until their time is over, one day at most',
      },
    },
  },
  storage: {
    name: 'Name',
    kind: 'Where',
    purpose: 'What for',
    until: 'Kept:',
    kinds: {
      cookie: 'cookie',
      local: 'local storage',
      session: 'session storage',
      indexed: 'IndexedDB',
      cache: 'cache',
    },
    of: {
      language: { purpose: 'The language you chose', until: 'cookie, one year; local storage, until you delete it' },
      theme: { purpose: 'The appearance you chose: light or dark', until: 'until you delete it or choose “System”' },
      phone: { purpose: 'The phone whose installation steps you chose', until: 'until you delete it' },
      device: {
        purpose: 'Recognises a browser in which you signed in before, so that we can warn you of others',
        until: 'until 400 days after the last sign-in',
      },
      order: {
        purpose: 'Opens an order in the browser that placed it, without an account',
        until: 'until {{days}} after the order',
      },
      session: { purpose: 'Keeps you signed in', until: 'until you sign out' },
      sessionCookie: {
        purpose: 'Shows your orders without delay while you are signed in',
        until: 'until you sign out, or 14 days after the last visit',
      },
      sharedDevice: {
        purpose: 'Says that the device is not yours, so that the sign-in ends with the tab',
        until: 'until the tab is closed',
      },
      kept: {
        purpose: 'The eSIMs that you chose to keep on this phone: name, plan, QR code and codes, unencrypted',
        until: 'until 30 days after the plan ends, or earlier if you sign out or remove them',
      },
      push: {
        purpose: 'Says for which account or orders this browser shows notices, because you turned them on',
        until: 'until you turn them off or sign out',
      },
      shell: {
        purpose: 'The page that opens without internet, and the help; nothing of yours',
        until: 'until the next version of the site, or until you delete it',
      },
      signInSoftware: {
        purpose: 'Days on which the sign-in software was used; it belongs to that software and is sent to us only',
        until: '30 days',
      },
      scroll: { purpose: 'How far you had scrolled, for the way back to a page', until: 'until the tab is closed' },
      passkeyOffer: {
        purpose: 'When a passkey was offered to you, so that you are asked twice at most',
        until: 'until you delete it',
      },
      signInLink: {
        purpose: 'The address to which you asked for a sign-in link, so that the link works in one click',
        until: 'until the link is used',
      },
      checkout: {
        purpose: 'What you typed at the checkout, and a key that keeps a second click from being a second order',
        until: 'until the order is paid, or the tab is closed',
      },
    },
  },
};
