import { expect, test } from 'vitest';
import { fillFacts } from './fill-facts.ts';

const LIST =
  '<ul>\n{{needs:phone}}<li>Call {{fact:phone}}</li>\n{{end}}{{needs:name,email}}<li>{{fact:name}}, {{fact:email}}</li>\n{{end}}</ul>\n';

test('facts are inserted, escaped', () => {
  expect(fillFacts('<p>{{fact:name}}</p>', { name: 'A & <b>' })).toBe('<p>A &amp; &lt;b&gt;</p>');
});

test('a part with a missing fact is removed as a whole', () => {
  expect(fillFacts(LIST, { name: 'Cairn', email: 'a@b.c' })).toBe('<ul>\n<li>Cairn, a@b.c</li>\n</ul>\n');
  expect(fillFacts(LIST, { name: 'Cairn', phone: '1' })).toBe('<ul>\n<li>Call 1</li>\n</ul>\n');
});

test('a list without items is removed', () => {
  expect(fillFacts(`<p>x</p>\n${LIST}`, {})).toBe('<p>x</p>\n');
});

test.each([
  ['1', 'minute', '<p>1 minute, 1 1\u00a0minute.</p>'],
  ['2', 'minutes', '<p>2 minutes, 2 2\u00a0minutes.</p>'],
])('the unit behind a number agrees with it: %s %s', (count, unit, shown) => {
  const html = '<p>{{fact:wait}} minutes, {{fact:wait}} {{fact:wait}}\u00a0minutes.</p>';
  expect(fillFacts(html, { wait: { count, unit, plural: 'minutes' } })).toBe(shown);
});
