import { expect, it } from 'vitest';
import { merchantSchema } from './merchant.ts';
import { SANDBOX_SUPPORT, supportOf } from './support.ts';

it('a file of 1.0.0 carries neither claim: support in English and French, at the hours that it names', () => {
  const hours = { en: 'weekdays', fr: 'en semaine' };
  const merchant = merchantSchema.parse({ supportHours: hours });
  expect(supportOf(merchant)).toEqual({ always: false, hours, languages: ['en', 'fr'], manyLanguages: false });
});

it('the claims hold with the facts of the sandbox, and "10+ languages" with ten', () => {
  expect(supportOf(merchantSchema.parse(SANDBOX_SUPPORT))).toMatchObject({ always: true, manyLanguages: true });
  const ten = SANDBOX_SUPPORT.supportLanguages.slice(0, 10);
  expect(supportOf({ supportLanguages: ten }).manyLanguages).toBe(true);
  expect(supportOf({ supportLanguages: ten.slice(1) }).manyLanguages).toBe(false);
});

it('refuses what is no language, and one that is named twice', () => {
  for (const supportLanguages of [[], ['english'], ['en', 'en']])
    expect(merchantSchema.safeParse({ supportLanguages }).success, String(supportLanguages)).toBe(false);
});
