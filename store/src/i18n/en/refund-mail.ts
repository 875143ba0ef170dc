/** Mails about a request for a refund, and what the mail of a refund says about one. */
export const refundMail = {
  received: {
    subject: 'We have your refund request for {{what}}',
    title: 'A person looks at your request',
    fault:
      'You wrote that {{what}} did not work, and ask for up to {{upTo}} back. What the network reports about it is attached, so you have nothing to prove.',
    withdrawal:
      'You withdrew from the contract about {{what}}. Before the money goes back, up to {{upTo}}, a person has to look at what was used.',
    unused: 'You asked for {{upTo}} back for {{what}}. We could not do that automatically, so a person looks at it.',
    by: 'You get an answer by {{date}}.',
    nothing: 'You have nothing to do until then.',
  },
  granted: {
    subject: 'Your refund request: {{amount}} goes back to you',
    title: '{{amount}} goes back to you',
    text: 'We looked at your request for {{what}} and refund {{amount}} of {{price}}. A separate mail says when the money is on its way.',
  },
  refused: {
    subject: 'Your refund request for {{what}}',
    title: 'We can’t refund this',
    text: 'We looked at your request for {{what}}, and can’t refund it.',
  },
  answer: 'Our answer',
  ask: 'Questions? {{contact}}',
  reasons: {
    asked:
      'As you asked, we refunded {{what}}: {{total}}. If the eSIM is on your phone, delete it: it must not be used any more.',
    withdrawal: 'You withdrew from the contract about {{what}}: we refunded {{total}}.',
    withdrawalPart:
      'You withdrew from the contract about {{what}}: we refunded {{total}} of {{paid}}. The rest is the price of what was used before.',
  },
};
