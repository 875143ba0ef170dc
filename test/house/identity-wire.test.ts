import { describe, expect, test } from 'vitest';
import { createEndpoints, type ToolkitPorts } from '#src/http/identity-toolkit/endpoints.ts';
import { missingTests, NAMED_TEST, tableRows } from '../support/named-tests.ts';

describe('docs/identity-wire.md', () => {
  const rows = tableRows('docs/identity-wire.md').map(([endpoint = '', state = '', how = '', tests = '']) => ({
    endpoint,
    state,
    how,
    tests: tests.split('<br>'),
  }));
  const stateOf = (call: string) =>
    new Set(rows.filter(({ endpoint }) => endpoint.startsWith(`\`${call}\``)).map(({ state }) => state));

  test('lists every call that the server knows', () => {
    const built = Object.keys(createEndpoints({} as ToolkitPorts));
    expect(built.length).toBeGreaterThan(10);
    expect(built.filter((call) => stateOf(call).size === 0 || stateOf(call).has('later'))).toEqual([]);
  });

  test('says of each whether it is supported, and why where it is not or how it differs', () => {
    expect(
      rows.filter(
        ({ state, how }) => !/^(supported|differs|later)$/.test(state) || (state !== 'supported' && how === ''),
      ),
    ).toEqual([]);
  });

  test('names a test for each, and every named test exists', () => {
    expect(rows.filter(({ tests }) => !tests.every((each) => NAMED_TEST.test(each)))).toEqual([]);
    expect(missingTests(rows.flatMap(({ tests }) => tests))).toEqual([]);
  });
});
