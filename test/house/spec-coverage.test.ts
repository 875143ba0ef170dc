import { describe, expect, test } from 'vitest';
import { statements } from '../support/specification.ts';
import { readText } from './source.ts';

const LIST = 'docs/spec-coverage.md';
const LATER = 'later';

type Row = { heading: string; number: number; text: string; shown: string[] };

/** The rows of the list: number, statement, and what shows it. */
function rows(): Row[] {
  const found: Row[] = [];
  let heading = '';
  for (const line of readText(LIST).split('\n')) {
    const title = /^## (.*)$/.exec(line)?.[1];
    if (title !== undefined) heading = title;
    const [, number, text, shown] = /^\| (\d+) \| (.*) \| ([^|]*) \|$/.exec(line) ?? [];
    if (number !== undefined && text !== undefined && shown !== undefined) found.push({ heading, number: Number(number), text: text.replaceAll('\\|', '|'), shown: shown.split('<br>').map((each) => each.trim()) });
  }
  return found;
}

/** The titles of the tests written in a file, as they stand there, rows of `each` tables included. */
function titlesIn(file: string): Set<string> {
  const source = readText(file);
  const direct = [...source.matchAll(/\b(?:test|it)(?:\.each\([^\n]*\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g)].map(([, , title = '']) => title);
  const tabled = [...source.matchAll(/^\s*\[(['"`])((?:\\.|(?!\1).)*)\1,/gm)].map(([, , title = '']) => title);
  return new Set([...direct, ...tabled].map((title) => title.replaceAll(/\\(['"`])/g, '$1')));
}

describe('docs/spec-coverage.md', () => {
  test('every sentence, constant and table row of the specification is listed, in its order', () => {
    expect(rows().map(({ heading, text }) => ({ heading, text }))).toEqual(statements());
    expect(rows().map(({ number }) => number)).toEqual(statements().map((_each, at) => at + 1));
  });

  test('beside each stands a test, or the word "later", and nothing else', () => {
    const odd = rows().filter(({ shown }) => !(shown.length === 1 && shown[0] === LATER) && !shown.every((each) => /^(test|src|sandbox|scripts)\/\S+\.(test|spec)\.tsx? › \S/.test(each)));
    expect(odd).toEqual([]);
  });

  test('every test that is named exists in that file by that title', () => {
    const named = new Set(rows().flatMap(({ shown }) => shown).filter((each) => each !== LATER));
    const known = new Map<string, Set<string>>();
    const missing = [...named].filter((each) => {
      const [file = '', title = ''] = each.split(' › ');
      if (!known.has(file)) known.set(file, titlesIn(file));
      return !known.get(file)?.has(title);
    });
    expect(missing).toEqual([]);
  });
});
