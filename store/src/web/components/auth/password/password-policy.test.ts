import { expect, test } from 'vitest';
import { rulesOf } from './password-policy.ts';

const NOTHING = { lower: false, upper: false, digit: false, symbol: false, symbols: '' };

test('a policy without a minimum requires six characters and nothing else', () => {
  expect(rulesOf({ schemaVersion: 1 })).toEqual({ ...NOTHING, minLength: 6, maxLength: 4096 });
});

test('the requirements are parsed from the wire', () => {
  const customStrengthOptions = {
    minPasswordLength: 10,
    maxPasswordLength: 64,
    containsUppercaseCharacter: true,
    containsNumericCharacter: true,
    containsLowercaseCharacter: false,
  };
  expect(rulesOf({ customStrengthOptions, allowedNonAlphanumericCharacters: ['!', '?'] })).toEqual({
    ...NOTHING,
    minLength: 10,
    maxLength: 64,
    upper: true,
    digit: true,
    symbols: '!?',
  });
});
