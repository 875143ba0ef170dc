import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { LOCALES, type Locale, type Localized } from '../shared/locale.ts';
import { mail } from './areas/mail.ts';
import { placeForms } from './areas/place-forms.ts';
import { MESSAGES } from './i18n.ts';
import { placeFormer } from './place-forms.ts';
import { createTranslate } from './translate.ts';

const CATALOGUE = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../data/catalogue/destinations.json'), 'utf8'),
) as { name: Localized }[];

const listed = (locale: Locale) =>
  placeForms[locale].places.flatMap(({ names }) => names.split('|').map((each) => each.replace(/=.*/, '')));

test('the table of French articles has every place of the catalogue, once', () => {
  expect(listed('fr').toSorted()).toEqual(CATALOGUE.map(({ name }) => name.fr).toSorted());
});

test('the English table lists only places of the catalogue, among them every plural and kingdom', () => {
  const names = CATALOGUE.map(({ name }) => name.en);
  expect(listed('en').filter((name) => !names.includes(name))).toEqual([]);
  const plurals = names.filter((name) => /\b(Islands|States|Kingdom|Emirates|Republic)\b/.test(name));
  expect(plurals.filter((name) => !listed('en').includes(name))).toEqual([]);
});

/** A masculine and a feminine name, one with a vowel, a plural, an island, one that keeps its article, two wide ones. */
const PLACES = ['Japon', 'France', 'Italie', 'États-Unis', 'Bali', 'La Réunion', 'Oman', 'Île Maurice', 'Monde'];

test.each([
  ['le', 'le Japon, la France, l’Italie, les États-Unis, Bali, La Réunion, Oman, l’île Maurice et le monde entier'],
  [
    'en',
    'au Japon, en France, en Italie, aux États-Unis, à Bali, à La Réunion, à Oman, à l’île Maurice et dans le monde entier',
  ],
  [
    'de',
    'du Japon, de la France, de l’Italie, des États-Unis, de Bali, de La Réunion, d’Oman, de l’île Maurice et du monde entier',
  ],
])('{{places|%s}} writes each place with its article or preposition', (form, expected) => {
  const t = createTranslate<'list'>('fr', { list: `{{places|${form}}}` });
  expect(t('list', { places: PLACES })).toBe(expected);
});

test('an unknown place or form leaves the name as it is', () => {
  const formOf = placeFormer(placeForms.fr);
  expect([formOf('atlantis', 'le'), formOf('13 autres', 'le'), formOf('Japon', 'sur')]).toEqual([
    'atlantis',
    '13 autres',
    'Japon',
  ]);
});

/** Placeholders that hold the name of a place. */
const OF_PLACES = 'name|names|place|places|country|destination|stop|stops';
/** Words that only stand before a place with its article. */
const BEFORE: Record<Locale, string> = {
  en: 'in|for|to|from|serves|covers',
  fr: 'pour|en|au|aux|à|de|du|des|dans|vers|par|sauf|couvre|couvrent|le|la|les',
};
/** Their placeholders of these names are numbers, names of things, or places with their preposition. */
const NOT_PLACES = [/^trip\.limits$/, /^mail\.passkey/, /^devices\./, /^factors\./, /^settings\./, /^company\./];

describe.each(LOCALES)('messages in %s', (locale) => {
  const messages = textsOf({ ...MESSAGES[locale], mail: mail[locale] });
  const ofPlaces = messages.filter(([key]) => !NOT_PLACES.some((pattern) => pattern.test(key)));

  test('name a place inside a sentence in a form of the table', () => {
    const bare = new RegExp(String.raw`(?<![\p{L}’-])(?:${BEFORE[locale]})\s(?:<b>)?\{\{(?:${OF_PLACES})\}\}`, 'iu');
    expect(ofPlaces.filter(([, text]) => bare.test(text))).toEqual([]);
  });

  test('use only forms that the table has, some of them each', () => {
    const used = messages.flatMap(([key, text]) =>
      [...text.matchAll(/\{\{\w+\|(\w+)\}\}/g)].map(([, form]) => [form, key]),
    );
    expect(used.length).toBeGreaterThan(15);
    expect(used.filter(([form]) => !placeForms[locale].forms.includes(form!))).toEqual([]);
  });
});

test('every French sentence with a place reads right with each kind of place', () => {
  const messages = textsOf({ ...MESSAGES.fr, mail: mail.fr }).filter(([, text]) => /\|(le|en|de)\}\}/.test(text));
  const said = messages.flatMap(([key, text]) => {
    const t = createTranslate<'it'>('fr', { it: text.replaceAll(/\{\{\w+(\|\w+)\}\}/g, '{{place$1}}') });
    return PLACES.map((place) => [key, t('it', { place })] as const);
  });
  const wrong = new RegExp(
    [
      '(pour|couvre|dans|en|à|de) (Japon|France|Italie|États-Unis|Île Maurice|Monde)',
      '(le|du|au|la|l’|les|aux) (Bali|La Réunion|Oman)',
      '(pour|couvre) (en|au|aux|à|dans|du|des|de) ',
      'en (Bali|le|la|les|Oman)|de (le|les) |à (le|les) |de Oman',
    ].join('|'),
    'u',
  );
  const isWrong = (text: string) => wrong.test(text.replace(/en (France|Italie)/gu, ''));
  expect(said.filter(([, text]) => isWrong(text))).toEqual([]);
  expect(said.map(([, text]) => text)).toEqual(
    expect.arrayContaining(['Forfaits pour le Japon', 'Réseaux aux États-Unis', 'Vous venez d’atterrir à Bali\u202f?']),
  );
});

function textsOf(tree: object, at = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${at}${key}`, value] as [string, string]] : textsOf(value as object, `${at}${key}.`),
  );
}
