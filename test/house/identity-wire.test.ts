import { describe, expect, test } from 'vitest';
import type { AdminPorts } from '#src/http/administration/admin-call.ts';
import { createAdminEndpoints } from '#src/http/administration/administration.ts';
import type { ToolkitPorts } from '#src/http/identity-toolkit/call.ts';
import { createEndpoints } from '#src/http/identity-toolkit/identity-toolkit.ts';
import { readText } from './source.ts';
import { SPECIFIED_CODES } from '../support/wire-codes.ts';
import { missingTests, NAMED_TEST, tableRows } from '../support/named-tests.ts';

describe('docs/identity-wire.md', () => {
  const table = tableRows('docs/identity-wire.md');
  const codes = table.filter(([code]) => code?.startsWith('`auth/'));
  const rows = table
    .filter((row) => !codes.includes(row))
    .map(([endpoint = '', state = '', how = '', tests = '']) => ({
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

  test('lists every administration call, and marks no existing one as "later"', () => {
    const built = Object.keys(createAdminEndpoints({} as AdminPorts)).map((call) => call.replace(/^\w+ /, ''));
    const listed = rows.filter(({ state }) => state !== 'later').map(({ endpoint }) => endpoint);
    const paths = new Set(built.map((path) => path.replace(/\/\{id\}$/, '').replace(/^.*\/inbound/, 'inbound')));
    expect(paths.size).toBeGreaterThan(8);
    expect([...paths].filter((path) => !listed.some((endpoint) => endpoint.includes(path)))).toEqual([]);
  });

  test('says for each whether it is supported, and why it is not or how it differs', () => {
    expect(
      rows.filter(
        ({ state, how }) => !/^(supported|differs|later)$/.test(state) || (state !== 'supported' && how === ''),
      ),
    ).toEqual([]);
  });

  test('says where each code of the specification shows, or why it does not', () => {
    expect(codes.map(([code]) => code)).toEqual(SPECIFIED_CODES.map((code) => `\`auth/${code}\``));
    const tests = codes.flatMap(([, , named = '']) => named.split('<br>'));
    expect(codes.filter(([, where]) => where === '')).toEqual([]);
    expect(missingTests(tests)).toEqual([]);
  });

  test('names a test for each, and every named test exists', () => {
    expect(rows.filter(({ tests }) => !tests.every((each) => NAMED_TEST.test(each)))).toEqual([]);
    expect(missingTests(rows.flatMap(({ tests }) => tests))).toEqual([]);
    // In the text each is in brackets.
    const inText = [...readText('docs/identity-wire.md').matchAll(/\(((?:test|store)\/[^()|]+? › [^()|]+)\)/g)];
    expect(inText.length).toBeGreaterThan(5);
    expect(missingTests(inText.map(([, named = '']) => named))).toEqual([]);
  });
});
