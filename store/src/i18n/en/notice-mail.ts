/** Words of the notices by mail; the keys begin with `notice` (src/i18n/mail.ts). */
export const noticeMail = {
  stop: 'Stop emails like this one',
  keepPrivate: 'This email opens your order without signing in: keep it to yourself.',
  button: 'See what is left',
  topUp: 'Top up',
  low: {
    subject: '{{left}} left on your {{place}} eSIM',
    title: '{{left}} of {{total}} left',
    preheader: 'What to do before it is used up.',
    text: 'Your {{place}} eSIM has {{left}} of {{total}} left. The network reported this on {{time}}.',
    ends: 'The plan ends on {{end}}, or earlier when the data is used up.',
    advice:
      'To make it last, save videos, updates and backups for Wi-Fi. If you need more, top up: it is the same eSIM, and nothing has to be installed. The order page also has the plan again, as a new eSIM.',
  },
  used: {
    subject: 'The data of your {{place}} eSIM is used up',
    title: 'Your data is used up',
    preheader: 'Nothing more is charged. Here is how to get back online.',
    text: 'All {{total}} of your {{place}} eSIM are used. The network reported this on {{time}}. Nothing more is charged.',
    advice:
      'To go on, top up over any Wi-Fi: it is the same eSIM, and nothing has to be installed. The order page also has the plan again, as a new eSIM.',
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
