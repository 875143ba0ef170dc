import { describe, expect, test } from 'vitest';
import { missingTests, NAMED_TEST, tableRows } from '../support/named-tests.ts';
import { specification, statements } from '../support/specification.ts';

describe('docs/constants.md', () => {
  const rows = tableRows('docs/constants.md').map(([constant = '', origin = '', held = '']) => ({
    constant,
    origin,
    held: held.split('<br>'),
  }));
  const isExcused = (held: string[]) => held.length === 1 && /^(not applicable: \S|later$)/.test(held[0]!);

  test('lists every constant of section 9, in its order', () => {
    const section = specification().split('\n## 9. ')[1]!;
    expect(rows.map(({ constant }) => constant)).toEqual(
      statements(section.slice(section.indexOf('\n'))).map(({ text }) => text),
    );
  });

  test('names for each its owner (SDK or ours) and its tests, or the reason for none', () => {
    expect(rows.filter(({ origin }) => !/^(SDK|ours)\b/.test(origin))).toEqual([]);
    expect(rows.filter(({ held }) => !isExcused(held) && !held.every((each) => NAMED_TEST.test(each)))).toEqual([]);
  });

  test('every named test exists', () => {
    expect(missingTests(rows.filter(({ held }) => !isExcused(held)).flatMap(({ held }) => held))).toEqual([]);
  });
});
