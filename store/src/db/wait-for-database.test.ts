import { describe, expect, it } from 'vitest';
import { waitForDatabase } from './wait-for-database.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const standby = new Error('Failed query', {
  cause: Object.assign(new Error('cannot execute UPDATE in a read-only transaction'), { code: '25006' }),
});
const starting = Object.assign(new Error('the database system is starting up'), { code: '57P03' });

/** Work that throws these errors in turn, then returns. */
function work(...errors: Error[]) {
  return async () => {
    const error = errors.shift();
    if (error) throw error;
    return 'done';
  };
}

describe('a start', () => {
  it('waits for a database that starts or recovers, and logs so once', async () => {
    const logged: string[] = [];
    const log = { warn: (_: object, message: string) => void logged.push(message) };
    await expect(waitForDatabase(work(refused, starting, starting), { log })).resolves.toBe('done');
    expect(logged).toEqual(['the database does not answer: the start waits for it']);
  });

  it('waits for a standby that is being promoted', async () => {
    const log = { warn: () => undefined };
    await expect(waitForDatabase(work(standby, standby), { log })).resolves.toBe('done');
  });

  it('fails at once for any other error, and with the error of the connection when the time is up', async () => {
    const log = { warn: () => undefined };
    const wrong = Object.assign(new Error('duplicate key'), { code: '23505' });
    await expect(waitForDatabase(work(wrong), { log })).rejects.toBe(wrong);
    await expect(waitForDatabase(work(refused), { log, waitMs: 0 })).rejects.toBe(refused);
  });

  it('fails at once, in words and for good, when the database refuses it', async () => {
    const refusal = Object.assign(new Error('password authentication failed'), { code: '28P01' });
    await expect(waitForDatabase(work(refusal), { log: { warn: () => undefined } })).rejects.toMatchObject({
      code: 'startup-error',
      message: expect.stringMatching(/^The database: the password is wrong\. Check/),
    });
  });

  it('stops waiting when it is stopped', async () => {
    const stop = new AbortController();
    const log = { warn: () => stop.abort() };
    await expect(waitForDatabase(work(refused), { log, signal: stop.signal })).rejects.toThrow(/abort/i);
  });
});
