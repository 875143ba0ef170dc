import { expect, test } from 'vitest';
import { isAllowedEmail } from './allow-list.ts';

const LIST = ['ana@example.com', 'team.example'];

test.each([
  ['ana@example.com', true],
  ['Ana@Example.com', true],
  ['anyone@team.example', true],
  ['anyone@TEAM.example', true],
  ['bob@example.com', false],
  ['ana@example.com.attacker.test', false],
  ['anyone@shop.team.example', false],
  ['anyone@my-team.example', false],
  ['ana@example.com@attacker.test', false],
  ['"@team.example"@attacker.test', false],
  ['team.example', false],
  ['', false],
])('%s may get mail: %s', (address, allowed) => {
  expect(isAllowedEmail(LIST, address)).toBe(allowed);
});
