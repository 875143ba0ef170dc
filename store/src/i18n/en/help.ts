/** The help centre, its answers, and the pages about how it works and about support. */
export const help = {
  title: 'Help centre',
  heading: 'How can we help?',
  description:
    'Step-by-step answers about travel eSIMs: installation, no connection, data roaming, APN, hotspot, data left, refunds, sign-in.',
  search: {
    label: 'Search help',
    placeholder: 'Search: install, roaming, refund',
    submit: 'Search',
    count_one: '{{count}} answer for “{{query}}”',
    count_other: '{{count}} answers for “{{query}}”',
    none: 'No answer for “{{query}}”',
    noneText: 'Try fewer words, or the words on the phone’s screen. Or ask us: we read every message.',
    section: 'Section: {{section}}',
    clear: 'Show all topics',
  },
  quick: {
    label: 'Frequent questions',
    connect: 'My eSIM does not connect',
    install: 'Install on iPhone or Android',
    refund: 'Request a refund',
  },
  topics: {
    title: 'Browse by topic',
    count_one: '{{count}} answer',
    count_other: '{{count}} answers',
    before: { title: 'Before you buy', text: 'Your phone, its lock, the right moment' },
    install: { title: 'Installation', text: 'Failed, code used, deleted, new phone' },
    connect: { title: 'Connection', text: 'No data, slow data, roaming settings' },
    data: { title: 'Data and days', text: 'When a plan starts, what is left, the end' },
    payment: { title: 'Payments', text: 'Cards, delivery, receipts and refunds' },
    account: { title: 'Account', text: 'Orders without one, sign-in, password' },
  },
  guides: {
    devices: 'Check your phone model',
    installation: 'Install step by step, for each phone',
  },
  questions: { title: 'Common questions', more: 'Read the steps' },
  all: { title: 'All answers' },
  device: {
    title: 'Check your device',
    text: 'Search your model, see which countries’ versions have no eSIM, and how to find out on the phone itself.',
    action: 'Check a model',
  },
  contact: {
    title: 'Contact us',
    text: 'Write to us with your order number and what the phone shows. The answer comes by email.',
    action: 'Write to us',
  },
  person: {
    first: 'Ask a person',
    last: 'Not your question?',
    text: 'Write to us: a person reads it and answers by email.',
    action: 'Write to a person',
  },
  article: {
    crumbs: 'You are here',
    updated: 'Updated {{date}}',
    contents: 'On this page',
    sources: 'Sources',
    newTab: '(opens in a new tab)',
    notTranslated: 'This answer has not been translated yet.',
    next: 'Still not solved?',
    nextText: 'Tell us what you tried and what the phone shows. It saves a round of questions.',
    related: 'More on this',
  },
  steps: {
    title: 'From start to finish, step by step',
    choose: {
      title: 'Choose',
      text: 'Pick the destination, the data and the days. The plan facts name the networks, say whether you may use a hotspot, and when the days start.',
      link: 'See the plans',
    },
    pay: {
      title: 'Pay once',
      text: 'Your email address and a card are enough; you need no account. Nothing renews, and you never pay more than that.',
      link: 'Receipts and prices',
    },
    receive: {
      title: 'Receive it',
      text: 'The QR code, a one-tap button and the codes appear on the order page, usually within seconds, and come by email. If the operator does not deliver in time, you get the whole price back automatically.',
      link: 'If nothing arrives',
    },
    install: {
      title: 'Install on Wi-Fi',
      text: 'On the phone itself tap the button, or scan the code from a second screen, or type the codes. Each code installs one eSIM on one phone.',
      link: 'Steps for each phone',
    },
    land: {
      title: 'Switch it on when you land',
      text: 'Turn the line on, choose it for mobile data, and turn data roaming on for it. On your own line data roaming stays off, so nothing is added to your bill at home.',
      link: 'Where the switch is',
    },
    watch: {
      title: 'See what is left',
      text: 'Your profile shows the data used and the last day, as the operator reports them. The phone has a counter of its own.',
      link: 'Data left',
    },
    end: {
      title: 'That is all',
      text: 'When the data or the days are used up, it stops. There is nothing to cancel. Delete the eSIM from the phone whenever you like after that.',
      link: 'When a plan has ended',
    },
  },
  needs: {
    title: 'What you need',
    phone: {
      title: 'A phone with eSIM',
      text: 'Dial *#06#: if a line begins with EID, it has one.',
      link: 'Check your phone',
    },
    lock: {
      title: 'No lock to one operator',
      text: 'A phone that was sold with a contract may accept only that operator’s SIMs.',
      link: 'See whether it is locked',
    },
    wifi: {
      title: 'Wi-Fi, once',
      text: 'The installation needs the internet. At home it takes a minute; at an airport it takes patience.',
      link: 'When to install',
    },
  },
  about: {
    title: 'What an eSIM is, and is not',
    is: {
      title: 'A SIM without the card',
      text: 'The chip is built into the phone. A code brings the operator’s profile onto it, and the phone then has a second line.',
    },
    number: {
      title: 'Not a phone number',
      text: 'Our eSIMs carry data only. Your own SIM stays in, keeps your number, and WhatsApp stays on it.',
    },
    app: {
      title: 'Not an app',
      text: 'Nothing to install but the eSIM itself, in the phone’s own settings.',
    },
    link: 'Keep your number and WhatsApp',
  },
  end: {
    title: 'Ready when you are',
    plans: 'Get eSIM',
    help: 'Help centre',
  },
  /** Above the answers of the support page. */
  order: {
    title: 'Start with your order',
    text: 'Its page shows the eSIM and the data left, and can email it to you again.',
    esims: 'Open my eSIMs',
    guest: 'I bought without an account',
  },
  bar: {
    open: 'Open',
    hours: 'Hours',
    languages: 'Languages',
    answer: 'Answer',
    answerText: 'By email, from a person',
    person: 'Write to a person',
  },
  places: {
    title: 'Where are you now?',
    home: 'At home, before the trip',
    installing: 'Installing',
    landed: 'Just landed',
    after: 'On the way, and after',
  },
  promise: {
    title: 'How we help',
    self: {
      title: 'Sometimes you don’t have to ask',
      text: 'An eSIM that is not delivered in time is refunded in full, and so is a second payment for the same order.',
      link: 'How refunds work',
    },
    person: {
      title: 'Everything else is read by a person',
      text: 'Send the order number, the phone’s model, and the words on its screen. We can ask the network operator what it sees of your eSIM.',
      link: 'Write to us',
    },
    mail: {
      title: 'The answer comes by email',
      text: 'To the address that you give. Reply to it to add something: it stays one conversation.',
      link: 'Search help first',
    },
  },
};
