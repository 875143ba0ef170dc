import { describe, expect, test } from 'vitest';
import { missingTests, NAMED_TEST } from '../support/named-tests.ts';
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

  test('beside each stands a test, or the word "later", and nothing else', () => {
    const odd = rows().filter(
      ({ shown }) => !(shown.length === 1 && shown[0] === LATER) && !shown.every((each) => NAMED_TEST.test(each)),
    );
    expect(odd).toEqual([]);
  });

  test('every test that is named exists in that file by that title', () => {
    const named = rows()
      .flatMap(({ shown }) => shown)
      .filter((each) => each !== LATER);
    expect(missingTests(named)).toEqual([]);
  });
});
