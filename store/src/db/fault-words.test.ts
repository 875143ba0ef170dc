import { expect, it } from 'vitest';
import { databaseSentence, lastingDatabaseFault } from './fault-words.ts';

const fault = (fields: object) => new Error('Failed query', { cause: Object.assign(new Error('secret'), fields) });

it.each([
  ['a wrong password', { code: '28P01' }, /password is wrong\. Check the user and the password in DATABASE_URL\.$/],
  ['a refused user', { code: '28000' }, /refuses this user\. Check the user .* pg_hba\.conf/],
  ['a missing database', { code: '3D000' }, /no such database\. Create it/],
  ['a missing right', { code: '42501' }, /may not do that\. Give it the rights/],
  ['no password', { message: 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string' }, /asks for a pass/],
])('%s lasts, and its remedy is named', (_what, fields, says) => {
  expect(lastingDatabaseFault(fault(fields))).toMatch(says);
  expect(databaseSentence(fault(fields))).toMatch(says);
});

it.each([
  ['nothing listens', { code: 'ECONNREFUSED', syscall: 'connect' }],
  ['its name is not known yet', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }],
  ['it starts or stops', { code: '57P03' }],
  ['all connections are in use', { code: '53300' }],
  ['it is a standby', { code: '25006' }],
  ['its disk is full', { code: '53100' }],
  ['a silent one', { message: 'Query read timeout' }],
  ['an error of another kind', { code: 'ERR_ASSERTION' }],
])('time may mend it: %s', (_what, fields) => {
  expect(lastingDatabaseFault(fault(fields))).toBeUndefined();
});
