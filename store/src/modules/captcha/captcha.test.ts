import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_PROOF, solve } from '#test/support/captcha.ts';
import { freshDatabase } from '#test/support/database.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { type Captcha, type CaptchaConfig, createCaptcha } from './captcha.ts';

const CONFIG: CaptchaConfig = { enabled: true, fromPercent: 80, seconds: 300, tries: 4, minScorePercent: 50 };
const key = randomBytes(32);
let fresh: Awaited<ReturnType<typeof freshDatabase>>;
const processes: Database[] = [];
let ahead = 0;

beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  for (const each of processes) await each.close();
  await fresh.drop();
});

/** One process: connections of its own, the shared key. */
function startProcess(change: Partial<CaptchaConfig> & { key?: Buffer } = {}): Captcha {
  const database = openDatabase(fresh.url, { max: 4, onError: () => undefined });
  processes.push(database);
  return createCaptcha({
    db: database.db,
    key: change.key ?? key,
    config: { ...CONFIG, ...change },
    log: { info: () => undefined },
    clock: () => new Date(Date.now() + ahead),
  });
}

const refusal = (redeemed: Promise<void>) =>
  redeemed.then(
    () => 'passed',
    (error: { code: string }) => error.code,
  );

describe('a proof of work', () => {
  test('is required near a limit, and always before a text message', async () => {
    const captcha = startProcess();
    expect([0, 0.79, 0.8, 1].map((used) => captcha.isDue('sign-in', used))).toEqual([false, false, true, true]);
    expect(captcha.isDue('send-code', 0)).toBe(true);
    expect(startProcess({ fromPercent: 0 }).isDue('sign-up', 0)).toBe(true);
    const off = startProcess({ enabled: false });
    expect([off.isDue('send-code', 1), off.isDue('sign-in', 1)]).toEqual([false, false]);
    expect(await refusal(captcha.redeem('sign-in', 0.5, NO_PROOF))).toBe('passed');
    expect(await refusal(captcha.redeem('sign-in', 0.9, NO_PROOF))).toBe('MISSING_RECAPTCHA_TOKEN');
  });

  test('passes once, also when two processes redeem it concurrently', async () => {
    const [one, two] = [startProcess(), startProcess()];
    for (let round = 0; round < 5; round++) {
      const token = await solve(await one.challenge('send-code'));
      const all = Array.from({ length: 8 }, (_, i) =>
        refusal((i % 2 ? one : two).redeem('send-code', 0, { ...NO_PROOF, token })),
      );
      const answers = await Promise.all(all);
      expect(answers.filter((each) => each === 'passed')).toHaveLength(1);
      expect(answers.filter((each) => each === 'CAPTCHA_CHECK_FAILED')).toHaveLength(7);
    }
  });

  test('is refused for another action, after it expired, and under another key', async () => {
    const captcha = startProcess();
    const solved = () => captcha.challenge('sign-up').then(solve);
    const redeem = async (token: string, by = captcha) => refusal(by.redeem('sign-up', 1, { ...NO_PROOF, token }));
    expect(await refusal(captcha.redeem('sign-in', 1, { ...NO_PROOF, token: await solved() }))).toBe(
      'INVALID_RECAPTCHA_TOKEN',
    );
    expect(await redeem(await solved(), startProcess({ key: randomBytes(32) }))).toBe('CAPTCHA_CHECK_FAILED');
    const old = await solved();
    expect(await captcha.isSolved(old)).toBe(true);
    ahead = 301_000;
    expect([await captcha.isSolved(old), await redeem(old)]).toEqual([false, 'CAPTCHA_CHECK_FAILED']);
    ahead = 0;
    expect(await redeem(old)).toBe('passed');
  });

  test('is refused when any part of it is changed', async () => {
    const captcha = startProcess();
    type Solved = { challenge: { parameters: Record<string, unknown>; signature: string }; solution: object };
    const read = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Solved;
    const write = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const honest = read(await solve(await captcha.challenge('sign-in')));
    const { challenge, solution } = honest;
    const withParameter = (change: object) => ({
      challenge: { ...challenge, parameters: { ...challenge.parameters, ...change } },
      solution,
    });
    const forged = [
      withParameter({ expiresAt: 4_000_000_000 }),
      withParameter({ data: { action: 'send-code' } }),
      withParameter({ keySignature: 'ab' }),
      withParameter({ keyPrefix: '00' }),
      withParameter({ cost: 1 }),
      { challenge, solution: { counter: 1, derivedKey: 'ab'.repeat(32) } },
      { challenge: { ...challenge, signature: '0'.repeat(64) }, solution },
    ];
    for (const each of forged) expect(await captcha.isSolved(write(each))).toBe(false);
    expect(await captcha.isSolved(write(honest))).toBe(true);
  });

  test('is refused for any other text', async () => {
    const captcha = startProcess();
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.object().map((each) => JSON.stringify(each)),
        ),
        async (text) => {
          for (const token of [text, Buffer.from(text).toString('base64url')])
            expect(await captcha.isSolved(token)).toBe(false);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('keeps its row until it has expired', async () => {
    const captcha = startProcess();
    await captcha.redeem('send-code', 0, { ...NO_PROOF, token: await solve(await captcha.challenge('send-code')) });
    const count = async () =>
      (await processes[0]!.pool.query('select count(*)::int as n from captcha_proofs')).rows[0].n;
    await processes[0]!.pool.query("update captcha_proofs set expires_at = now() - interval '1 hour'");
    await captcha.redeem('send-code', 0, { ...NO_PROOF, token: await solve(await captcha.challenge('send-code')) });
    await captcha.cleanUp();
    expect(await count()).toBe(1);
  });
});
