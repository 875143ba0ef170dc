export const plans = {
  days_one: '{{count}} day',
  days_other: '{{count}} days',
  perGb: '{{price}}/GB',
};
