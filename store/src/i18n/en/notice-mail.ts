/** Words of the notices by mail; the keys begin with `notice` (src/i18n/mail.ts). */
export const noticeMail = {
  stop: 'Stop emails like this one',
  keepPrivate: 'The button opens your order without signing in: keep this email to yourself.',
  button: 'See what is left',
  low: {
    subject: '{{left}} left on your {{place}} eSIM',
    title: '{{left}} of {{total}} left',
    preheader: 'What to do before it is used up.',
    text: 'Your {{place}} eSIM has {{left}} of {{total}} left. The network reported this on {{time}}.',
    ends: 'The plan ends on {{end}}, or earlier when the data is used up.',
    advice:
      'To make it last, save videos, updates and backups for Wi-Fi. If you need more, the order page has the same plan again: it comes as a new eSIM.',
  },
  used: {
    subject: 'The data of your {{place}} eSIM is used up',
    title: 'Your data is used up',
    preheader: 'Nothing more is charged. Here is how to get back online.',
    text: 'All {{total}} of your {{place}} eSIM are used. The network reported this on {{time}}. Nothing more is charged.',
    advice:
      'To go on, buy the plan again from the order page, on Wi-Fi: it comes as a new eSIM, which needs an internet connection to install.',
    button: 'Open the order',
  },
  ends: {
    subject: 'Your {{place}} eSIM ends on {{date}}',
    title: 'Your plan ends on {{date}}',
    preheader: 'It ends on {{end}}.',
    text: 'The validity of your {{place}} eSIM ends on {{end}}. After that it no longer connects, even with data left.',
    left: 'Until then, {{left}} of {{total}} is left to use.',
    advice: 'If you stay longer, buy another plan while you are still online.',
  },
  install: {
    subject: 'Install your {{place}} eSIM before you leave',
    several: 'Install your {{count}} eSIMs before you leave',
    preheader: 'It takes a few minutes on Wi-Fi.',
    text: 'You told us that you travel on {{date}}. Installing takes a few minutes, on Wi-Fi and with the phone you take along.',
    before: 'The order page says when the days of the plan start.',
    onTheDay: 'The days of the plan start with the installation: install it on the day you leave.',
    done: 'Already installed? Then there is nothing to do.',
    button: 'Open the order',
  },
};
