import { expect, it } from 'vitest';
import { wordsOf } from '#src/shared/finding/fold.ts';
import aliases from './aliases.json' with { type: 'json' };
import misspellings from './misspellings.json' with { type: 'json' };
import destinations from './destinations.json' with { type: 'json' };

it('has words for every destination and for nothing else', () => {
  expect(Object.keys(aliases).toSorted()).toEqual(destinations.map(({ slug }) => slug).toSorted());
});

it('repeats no alias and no name', () => {
  const twice = destinations.flatMap(({ slug, name }) => {
    const { aliases: others, cities } = aliases[slug as 'france'];
    const names = new Set([name.en, name.fr].map(folded));
    const words = [...others, ...cities].map(folded);
    return words.filter((word, i) => names.has(word) || words.indexOf(word) !== i).map((word) => `${slug}: ${word}`);
  });
  expect(twice).toEqual([]);
});

it('has common misspellings of every country, none of which is another name', () => {
  const countries = destinations.filter(({ kind }) => kind === 'local').map(({ slug }) => slug);
  expect(Object.keys(misspellings).toSorted()).toEqual(countries.toSorted());
  expect(Object.entries(misspellings).filter(([, words]) => words.length < 2)).toEqual([]);
  const names = destinations.flatMap(({ slug, name }) => {
    const { aliases: others, cities } = aliases[slug as 'france'];
    return [name.en, name.fr, ...others, ...cities].map(folded);
  });
  const words = Object.values(misspellings).flat().map(folded);
  expect(words.filter((word, i) => names.includes(word) || words.indexOf(word) !== i)).toEqual([]);
});

const folded = (text: string) => wordsOf(text).join('');
