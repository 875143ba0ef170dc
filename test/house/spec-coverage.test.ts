import { describe, expect, test } from 'vitest';
import { missingTests, NAMED_TEST, tableRows } from '../support/named-tests.ts';
import { statements } from '../support/specification.ts';
import { readText } from './source.ts';

const LIST = 'docs/spec-coverage.md';
const LATER = 'later';
const NOT_APPLICABLE = /^not applicable: \S/;
/** An excuse in place of a test. It must be the only entry. */
const isExcused = (shown: string[]) => shown.length === 1 && (shown[0] === LATER || NOT_APPLICABLE.test(shown[0]!));

type Row = { heading: string; number: number; text: string; shown: string[] };

/** The rows of the list: number, statement and tests. */
function rows(): Row[] {
  const found: Row[] = [];
  let heading = '';
  for (const line of readText(LIST).split('\n')) {
    const title = /^## (.*)$/.exec(line)?.[1];
    if (title !== undefined) heading = title;
    const [, number, text, shown] = /^\| (\d+) \| (.*) \| ([^|]*) \|$/.exec(line) ?? [];
    if (number !== undefined && text !== undefined && shown !== undefined)
      found.push({
        heading,
        number: Number(number),
        text: text.replaceAll('\\|', '|'),
        shown: shown.split('<br>').map((each) => each.trim()),
      });
  }
  return found;
}

describe('docs/spec-coverage.md', () => {
  test('every sentence, constant and table row of the specification is listed, in its order', () => {
    expect(rows().map(({ heading, text }) => ({ heading, text }))).toEqual(statements());
    expect(rows().map(({ number }) => number)).toEqual(statements().map((_each, at) => at + 1));
  });

  test('each has tests, the word "later" or the reason why it does not apply', () => {
    const odd = rows().filter(({ shown }) => !isExcused(shown) && !shown.every((each) => NAMED_TEST.test(each)));
    expect(odd).toEqual([]);
  });

  test('every named test exists in that file', () => {
    const named = rows().flatMap(({ shown }) => (isExcused(shown) ? [] : shown));
    expect(missingTests(named)).toEqual([]);
  });

  test('it names the same tests for a constant as docs/constants.md', () => {
    const held = new Map(tableRows('docs/constants.md').map(([constant, , tests]) => [constant, tests]));
    const constants = rows().filter(({ text }) => held.has(text));
    expect(constants).toHaveLength(held.size);
    expect(constants.filter(({ text, shown }) => shown.join('<br>') !== held.get(text))).toEqual([]);
  });
});
