/** Mails about a new eSIM in place of one on a phone that is gone. */
export const renewal = {
  confirmed: {
    subject: 'A new {{place}} eSIM is being made for you',
    title: 'Your new {{place}} eSIM is being made',
    text: 'We have confirmed your request. What is left of your plan, {{data}}, moves to a new eSIM. It costs nothing. Its code comes by email and stands on the page of order {{number}}, usually within a minute.',
  },
  refused: {
    subject: 'About your request for a new {{place}} eSIM',
    title: 'We can’t replace this eSIM',
    text: 'We looked at your request for a new {{place}} eSIM, order {{number}}, and can’t make one.',
  },
  failed: {
    subject: 'Your new {{place}} eSIM could not be made',
    title: 'The new eSIM could not be made',
    text: 'No operator could deliver a new {{place}} eSIM for order {{number}}. What is left of your plan, {{data}}, is still yours. Answer this email or ask on the page of the order, and a person finds a way with you.',
  },
  old: {
    confirmed: 'The old eSIM stops. Delete it from the old phone if you still have it.',
    refused: 'Nothing has changed: the eSIM that you have stays as it is.',
    stopped: 'The old eSIM has stopped already.',
    failed: 'The eSIM that you have stays as it is.',
  },
  ask: 'Questions? {{contact}}',
};
