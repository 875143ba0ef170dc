import { expect, test } from 'vitest';
import { keepHyphens } from './hyphens.ts';
import { translator } from './i18n.ts';

test.each([
  [
    'À quelle adresse ce lien a-t-il été envoyé\u202f?',
    'À quelle adresse ce lien a-\u2060t-\u2060il été envoyé\u202f?',
  ],
  ['Connectez-vous, puis réessayez.', 'Connectez-\u2060vous, puis réessayez.'],
  ['Demandez-en un nouveau, dites-le-nous.', 'Demandez-\u2060en un nouveau, dites-\u2060le-\u2060nous.'],
  ['Adresse e-mail, Wi-Fi, Trinité-et-Tobago', 'Adresse e-mail, Wi-Fi, Trinité-et-Tobago'],
  ['Pas de compte\u202f? Inscrivez-<b>vous</b>', 'Pas de compte\u202f? Inscrivez-<b>vous</b>'],
])('%s: no line breaks inside an inversion', (text, kept) => {
  expect(keepHyphens(text, 'fr')).toBe(kept);
});

test('a label of one word, and a tagged word, keep their accessible names', () => {
  expect(keepHyphens('Connectez-vous', 'fr')).toBe('Connectez-vous');
  const hint = '<signIn>Connectez-vous</signIn> pour retrouver l’eSIM';
  expect(keepHyphens(hint, 'fr')).toBe(hint);
});

test('English is unchanged', () => {
  expect(keepHyphens('An all-in-one eSIM, word-by-word: let-it', 'en')).toBe(
    'An all-in-one eSIM, word-by-word: let-it',
  );
});

test('messages are written so', () => {
  expect(translator('fr')('api.errors.unauthenticated')).toBe('Connectez-\u2060vous, puis réessayez.');
  expect(translator('fr')('auth.signUp.toggle')).toBe('Connectez-vous');
});
