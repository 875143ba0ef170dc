import { expect, it } from 'vitest';
import { segmentsOf } from './prices.ts';
import { codeText } from './texts.ts';

const PURPOSES = ['sign-in', 'enrol', 'second-factor'] as const;

it.each(PURPOSES.flatMap((purpose) => (['en', 'fr'] as const).map((locale) => [purpose, locale] as const)))(
  'the text for %s in %s is one message, and its last line is for WebOTP',
  (purpose, locale) => {
    const text = codeText(purpose, { code: '418203', host: 'www.a-rather-long-name.example', locale });
    expect(segmentsOf(text)).toBe(1);
    expect(text).toMatch(/^418203 /);
    expect(text.split('\n').at(-1)).toBe('@www.a-rather-long-name.example #418203');
  },
);

it('characters outside GSM 03.38 and long texts need more messages', () => {
  expect(segmentsOf('é'.repeat(160))).toBe(1);
  expect(segmentsOf('é'.repeat(161))).toBe(2);
  expect(segmentsOf('['.repeat(81))).toBe(2);
  expect(segmentsOf('ê'.repeat(70))).toBe(1);
  expect(segmentsOf('ê'.repeat(135))).toBe(3);
});
