import { expect, test } from 'vitest';
import fc from 'fast-check';
import { isPredictable } from './predictable-password.ts';

test.each([
  'aaaaaa',
  'ababab',
  '121212',
  'xyzxyz',
  'Xyzxyzxy',
  '12341234',
  'cbacba',
  '123456',
  '654321',
  '890123',
  'abcdef',
  'FEDCBA',
  'uvwxyzab',
  'qwerty',
  'ytrewq',
  'asdfgh',
  'azerty',
  'wxcvbn',
  'zxcvbn',
  'ａａａａａａ',
])('%s is a repetition or a sequence', (password) => {
  expect(isPredictable(password)).toBe(true);
});

test.each([
  'abcdeg',
  'aaaaab',
  'ababac',
  'abcabd',
  '135790',
  '123457',
  'qwerta',
  'k9x2qp',
  'sixsix',
  'passpass',
  'tomate',
  'correct horse',
  'a',
  '',
])('%s is neither', (password) => {
  expect(isPredictable(password)).toBe(false);
});

test('one or two characters are a repetition of any length, until another one appears', () => {
  const block = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 2 });
  fc.assert(
    fc.property(block, fc.integer({ min: 4, max: 16 }), (text, times) => {
      const repeated = text.repeat(times);
      expect(isPredictable(repeated)).toBe(true);
      expect(isPredictable(`${repeated}\u2603`)).toBe(false);
    }),
  );
});
