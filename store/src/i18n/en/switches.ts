/** Which eSIM on which day of a trip: on the trip's page, on the page of its order and in the mail. */
export const switches = {
  title: 'When to switch',
  day: 'Day {{day}}',
  back: 'Back to {{plan}}',
  /** One of several eSIMs of one plan: its number in the order. */
  numbered: '{{plan}} (eSIM {{number}})',
  where: '{{places}}, days {{first}} to {{last}}.',
  whereOneDay: '{{places}}, day {{first}}.',
  arrive: 'Choose it for mobile data when you arrive.',
  choose: 'Choose it for mobile data.',
  after: 'Choose it for mobile data once {{plan}} is used up or has ended.',
  same: 'It is the same eSIM.',
  sameLeft: 'It is the same eSIM, with {{left}} left at your pace.',
  missing: 'This eSIM was not delivered. You need another one for these days.',
};
