import { expect, it } from 'vitest';
import { prettyLine } from './log-pretty.ts';

const line = (fields: object) => `${JSON.stringify({ level: 30, time: '2026-11-25T12:03:04.123Z', ...fields })}\n`;

it('shows a request as method, path and status, then the rest', () => {
  const answered = { requestId: 'r1', method: 'GET', path: '/plans', status: 200, ms: 3, msg: 'request' };
  expect(prettyLine(line(answered))).toBe('12:03:04.123  info   GET /plans 200  requestId=r1  ms=3\n');
});

it('shows a message with its fields, and an error with where it was thrown and what caused it', () => {
  const err = { kind: 'Error', code: 'E1', at: ['at one'], cause: { kind: 'TypeError', message: 'two' } };
  expect(prettyLine(line({ level: 50, task: 'send mail', plans: ['a'], err, msg: 'job failed' }))).toBe(
    '12:03:04.123  error  job failed  task="send mail"  plans=["a"]\n    Error  E1\n      at one\n    TypeError  two\n',
  );
});

it('leaves what is no log line as it is', () => {
  for (const text of ['', 'not JSON\n', '3\n', 'null\n']) expect(prettyLine(text)).toBe(text);
});
