import { expect, it } from 'vitest';
import { familyOf } from './phone-family.ts';

it('the steps match the phone that the browser reports; a computer has none of its own', () => {
  expect(familyOf({ kind: 'iphone' })).toBe('iphone');
  expect(familyOf({ kind: 'ipad' })).toBe('iphone');
  expect(familyOf({ kind: 'model', model: 'SM-S911B' })).toBe('samsung');
  expect(familyOf({ kind: 'model', model: 'Pixel 7a' })).toBe('pixel');
  expect(familyOf({ kind: 'model', model: 'CPH2399' })).toBe('android');
  expect(familyOf({ kind: 'android' })).toBe('android');
  expect(familyOf({ kind: 'computer' })).toBeUndefined();
});
