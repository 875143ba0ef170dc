import { expect, test } from 'vitest';
import { policyOf, tooShort } from './password-policy.ts';

test('a policy without a minimum asks for six characters, and for nothing else', () => {
  expect(policyOf({ schemaVersion: 1 })).toEqual({ min: 6, needs: [] });
});

test('what the policy asks for is read from the wire', () => {
  const customStrengthOptions = {
    minPasswordLength: 10,
    containsUppercaseCharacter: true,
    containsNumericCharacter: true,
    containsLowercaseCharacter: false,
  };
  expect(policyOf({ customStrengthOptions })).toEqual({ min: 10, needs: ['upper', 'digit'] });
});

test('length is counted in characters', () => {
  expect(tooShort('éàü🙂🙂', { min: 6, needs: [] })).toBe(true);
  expect(tooShort('éàü🙂🙂x', { min: 6, needs: [] })).toBe(false);
});
