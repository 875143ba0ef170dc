import { expect, test } from 'vitest';
import { translator } from './i18n.ts';
import { mailTranslator } from './mail.ts';
import { createTranslate } from './translate.ts';

test('a plural has the form of its language and contains the figure', () => {
  const days = (locale: 'en' | 'fr') =>
    [0, 1, 2, 1_000_000].map((count) => translator(locale)('plans.days', { count }));
  expect(days('en')).toEqual(['0 days', '1 day', '2 days', '1000000 days']);
  // French says "0\u00a0jour', and has a form of its own for millions, which no message of ours uses.
  expect(days('fr')).toEqual(
    ['0 jour', '1 jour', '2 jours', '1000000 jours'].map((each) => each.replace(' ', '\u00a0')),
  );
});

test('values are inserted unchanged and only once: user input is not a message', () => {
  const t = createTranslate<'none'>('en', { none: 'No plan for “{{query}}”, {{query}}{{missing}}' });
  expect(t('none', { query: '{{query}} <b>$&' })).toBe('No plan for “{{query}} <b>$&”, {{query}} <b>$&');
});

test('a missing message shows its key, until its area is loaded', () => {
  const messages: Record<string, object> = { plans: { title: 'Find a plan' } };
  const t = createTranslate<string>('en', messages);
  expect([t('plans.title'), t('order.title'), t('plans'), t('plans.title.more')]).toEqual([
    'Find a plan',
    'order.title',
    'plans',
    'plans.title.more',
  ]);
  expect(t('order.title', { count: 2 })).toBe('order.title');
  messages['order'] = { title: 'Your order' };
  expect(t('order.title')).toBe('Your order');
});

test('mails have their own messages beside the shared ones', () => {
  expect(mailTranslator('fr')('translation:plans.days', { count: 7 })).toBe('7\u00a0jours');
  expect(mailTranslator('en')('translation:common.offers.france')).toBe('France');
});
