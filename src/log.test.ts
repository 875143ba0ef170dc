import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLog, describeError } from './log.ts';
import { AppError } from './shared/errors.ts';

function lines(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  write(createLog('debug', sink));
  return text;
}

describe('the log', () => {
  it('never quotes the message of a foreign error, which may hold a person’s data', () => {
    const error = Object.assign(new Error('550 <traveller@example.com> rejected', { cause: new TypeError('token abc123') }), { code: 'EENVELOPE' });
    const text = lines((log) => log.error({ err: error }, 'mail was not taken'));
    expect(text).not.toContain('traveller@example.com');
    expect(text).not.toContain('abc123');
    expect(text).toContain('EENVELOPE');
    expect(text).toContain('mail was not taken');
  });

  it('tells where an error was thrown, and the words of our own', () => {
    const described = describeError(new AppError('payment-unavailable', { message: 'payment vendor: no answer' }));
    expect(described).toMatchObject({ kind: 'AppError', code: 'payment-unavailable', message: 'payment vendor: no answer' });
    expect(described['at']).toEqual(expect.arrayContaining([expect.stringContaining('log.test.ts')]));
  });

  it('takes anything that can be thrown', () => {
    for (const thrown of [undefined, null, 'secret text', 42, {}, { code: {} }]) expect(JSON.stringify(describeError(thrown))).not.toContain('secret');
  });
});
