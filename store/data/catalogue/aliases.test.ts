import { expect, it } from 'vitest';
import { wordsOf } from '#src/shared/finding/fold.ts';
import aliases from './aliases.json' with { type: 'json' };
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

const folded = (text: string) => wordsOf(text).join('');
