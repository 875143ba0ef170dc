import { describe, expect, test } from 'vitest';
import { fieldErrors } from '../../../shared/forms/forms.ts';
import { withdrawalForm } from '../../../shared/forms/withdrawal.ts';
import { localized } from '../../../shared/locale.ts';
import { usd } from '#test/support/money.ts';
import { withdrawalAnsweredMail, withdrawalOutcomeMail, withdrawalReceivedMail } from './withdrawal.ts';

const france = { name: localized({ en: 'France', fr: 'France' }), dataMb: 3072, unlimited: null };
const declared = {
  number: 'W7K2M9QX',
  name: '<b>Ana</b> & Lima',
  orderNumber: '7K2M9QXD',
  email: 'ana@example.com',
  submittedAt: new Date('2026-11-27T23:30:00Z'),
  timeZone: 'Europe/Paris',
  lines: [france],
};

describe.each(['en', 'fr'] as const)('in %s', (locale) => {
  test('the confirmation has the content, the date and the time of the declaration, in both parts', () => {
    const { html, text } = withdrawalReceivedMail({ ...declared, next: { by: 'person' } }, locale);
    const dates = { en: ['Nov 27, 2026, 11:30', 'Nov 28, 2026, 12:30'], fr: ['27 nov. 2026', '28 nov. 2026'] }[locale];
    for (const words of [declared.number, declared.orderNumber, declared.email, 'France 3', ...dates]) {
      expect(text).toContain(words);
      expect(html).toContain(words);
    }
    expect(html).toContain('&lt;b&gt;Ana&lt;/b&gt; &amp; Lima');
    expect(text).toContain(declared.name);
    expect(html + text).not.toMatch(/\{\{|undefined|null/);
  });

  test('only the mailbox of the order gets a link, and nothing else says whose the order is', () => {
    const of = (next: Parameters<typeof withdrawalReceivedMail>[0]['next']) =>
      withdrawalReceivedMail({ ...declared, next }, locale);
    const url = 'https://store.example/withdrawals/TOKEN';
    const link = of({ by: 'link', url, days: 30 });
    expect([link.html.includes(url), link.text.includes(url)]).toEqual([true, true]);
    for (const by of ['person', 'owner'] as const) expect(of({ by }).html).not.toContain('/withdrawals/');
    expect(of({ by: 'person' }).subject).toBe(link.subject);
  });

  test('what goes back, what is kept, and why nothing does', () => {
    const data = { ...declared, policyUrl: 'https://store.example/legal/refund' };
    const back = withdrawalOutcomeMail(
      { ...data, lines: [{ item: france, what: 'back', back: usd(697), kept: usd(403) }] },
      locale,
    );
    for (const sum of { en: ['$6.97', '$4.03'], fr: ['6,97\u00a0$US', '4,03\u00a0$US'] }[locale]) {
      expect(back.text).toContain(sum);
      expect(back.html).toContain(sum);
    }
    const whys = (['used-up', 'refunded', 'not-paid', 'too-late'] as const).map(
      (why) => withdrawalOutcomeMail({ ...data, lines: [{ item: france, what: 'nothing', why }] }, locale).text,
    );
    expect(new Set(whys).size).toBe(4);
    const person = withdrawalOutcomeMail({ ...data, lines: [{ item: france, what: 'person' }] }, locale);
    expect(new Set([back, person].map(({ subject }) => subject)).size).toBe(2);
    const answered = withdrawalAnsweredMail(
      { ...declared, answer: 'No <i>order</i>.', contactUrl: 'https://x' },
      locale,
    );
    expect(answered.html).toContain('No &lt;i&gt;order&lt;/i&gt;.');
  });
});

test('a name can be any person’s, and no address: the confirmation goes to any mailbox', () => {
  const faultOf = (name: string) => fieldErrors(withdrawalForm, { name, order: 'X', email: 'a@b.example' }).name;
  const names = ['Ana', 'J. R. Smith', 'Jean-Luc O’Neill', 'Dr. Ö. Æ', '李小龍', 'Anne, 2e du nom'];
  expect(names.map(faultOf)).toEqual(names.map(() => undefined));
  for (const name of ['evil.example', 'Win: https://evil', 'a@b', 'x/y', '<b>', 'see www.evil.example now'])
    expect(faultOf(name)).toBe('value');
});
