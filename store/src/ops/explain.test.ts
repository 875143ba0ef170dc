import { expect, it } from 'vitest';
import { AppError } from '../shared/errors.ts';
import { usd } from '#test/support/money.ts';
import { explain } from './explain.ts';

const fault = (fields: object, options?: ErrorOptions) => Object.assign(new Error('secret', options), fields);
const wrapped = (cause: unknown) => new Error('Failed query: secret', { cause });

it.each([
  ['a missing file', fault({ code: 'ENOENT', path: 'a.json' }), 'a.json: there is no such file or folder.'],
  ['a file of another user', fault({ code: 'EACCES', path: 'a.json' }), 'a.json: this user may not read or write it.'],
  ['a folder', fault({ code: 'EISDIR', path: '/' }), '/: it is a folder, not a file.'],
  [
    'a machine where nothing listens, at each of its addresses',
    new AggregateError([fault({ code: 'ECONNREFUSED', syscall: 'connect' })]),
    'The database: nothing listens at its address. Check DATABASE_URL, and that PostgreSQL runs.',
  ],
  [
    'a socket that is missing',
    fault({ code: 'ENOENT', syscall: 'connect', path: '/run/x' }),
    'can not be reached (ENOENT)',
  ],
  ['a wrong password, in a query', wrapped(fault({ code: '28P01' })), 'The database: the password is wrong.'],
  ['a database without tables', wrapped(fault({ code: '42P01' })), 'it has no tables of the store yet'],
  ['a silent database', wrapped(new Error('Query read timeout')), 'The database: no answer in time.'],
  [
    'an amount',
    new AppError('invalid-input', { field: 'amount', max: usd(650) }),
    'The amount is more than what is left to refund: 6.50 USD.',
  ],
  [
    'an address that the order has',
    new AppError('invalid-input', { field: 'email', rule: 'same' }),
    'has this address',
  ],
  [
    'an address without a domain',
    new AppError('invalid-input', { field: 'email', rule: 'email' }),
    'No mail can reach this address.',
  ],
  [
    'a key that is missing',
    new Error('encrypted with a key that is not configured: a'),
    'CAIRN_SECRET_KEYS does not hold',
  ],
])('says %s in a sentence', (_what, error, says) => {
  expect(explain(error)).toContain(says);
  expect(explain(error)).not.toContain('secret');
});

it('names an error that nobody foresaw, and quotes neither its message nor its stack', () => {
  const said = explain(wrapped(new TypeError('secret')));
  expect(said).toMatch(
    /^This is a fault of the program, please report it: TypeError at \S.*\. NODE_DEBUG=ops shows more\.$/,
  );
  expect(said).not.toMatch(/secret|\n/);
  expect(explain('thrown text')).toMatch(/^This is a fault of the program/);
});
