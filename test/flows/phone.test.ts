import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#sandbox/postgres/port.ts';
import { solve } from '#test/support/captcha.ts';
import { codeFor, textsTo, wrongCode } from '#test/support/phones.ts';
import { spawnBuilt, type SpawnedApp } from '#test/support/process.ts';
import { until } from '#test/support/wire.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

/** Codes over the Twilio API, with two processes of the application on one database. */
let world: World;
let second: SpawnedApp;

beforeAll(async () => {
  world = await startBuiltWorld({
    LIMIT_TEXTS_PER_NUMBER: '5',
    LIMIT_TEXTS_PER_PREFIX: '12',
    LIMIT_TEXTS_PER_COUNTRY: '30',
    LIMIT_TEXTS_PER_ADDRESS: '1000',
    TRUSTED_PROXIES: '127.0.0.1',
    SMS_PRICES: 'IE:1,FR:0.09',
    SMS_DAILY_BUDGET: '10',
  });
  second = await spawnBuilt({
    ...world.env,
    PORT: String(await freePort()),
    PUBLIC_URL: world.services.config.publicUrl,
  });
});
afterAll(async () => {
  await second.kill('SIGTERM');
  await world.close();
});
afterEach(async () => {
  await world.db.execute(sql`delete from rate_limits`);
  await world.db.execute(sql`delete from text_days`);
});

type Answer = { status: number; json: { error?: { message: string }; [name: string]: unknown } };

async function call(path: string, body: object, { copy = 0, from = '198.51.100.1' } = {}): Promise<Answer> {
  const url = copy % 2 === 0 ? world.app.url : second.url;
  const answer = await fetch(`${url}/identity/v1/${path}?key=cairn-web`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, json: text.startsWith('{') ? JSON.parse(text) : {} };
}
const send = (phoneNumber: string, options?: { copy?: number; from?: string }) =>
  call('accounts:sendVerificationCode', { phoneNumber }, options);
const codesOf = (answers: Answer[]) => answers.map(({ json }) => json.error?.message ?? 'OK');
const count = (answers: Answer[], code: string) => codesOf(answers).filter((each) => each === code).length;
/** A different network for each. */
const network = (at: number) => `10.${at >> 8}.${at & 255}.7`;

describe('guessing a code', () => {
  test('compares only five of 200 concurrent attempts at two processes, from as many networks', async () => {
    const { json } = await send('+33639980001');
    const code = await codeFor(world.sms, '+33639980001');
    const guess = (at: number, guessed: string) =>
      call(
        'accounts:signInWithPhoneNumber',
        { sessionInfo: json['sessionInfo'], code: guessed },
        { copy: at, from: network(at) },
      );
    const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => guess(at, wrongCode(code))));
    expect(count(answers, 'INVALID_CODE')).toBe(5);
    expect(count(answers, 'SESSION_EXPIRED')).toBe(195);
    expect(codesOf([await guess(0, code)])).toEqual(['SESSION_EXPIRED']);
  });

  test('accepts the right code once when both processes get it concurrently', async () => {
    const { json } = await send('+33639980002');
    const code = await codeFor(world.sms, '+33639980002');
    const body = { sessionInfo: json['sessionInfo'], code };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => call('accounts:signInWithPhoneNumber', body, { copy: at })),
    );
    expect(count(answers, 'OK')).toBe(1);
    expect(count(answers, 'INVALID_CODE')).toBe(0);
  });
});

describe('SMS pumping', () => {
  test('to one number stops at its limit, from any number of networks', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => send('+33639980003', { copy: at, from: network(at) })),
    );
    expect(count(answers, 'OK')).toBe(5);
    expect(count(answers, 'TOO_MANY_ATTEMPTS_TRY_LATER')).toBe(35);
    expect(await textsTo(world.sms, '+33639980003')).toHaveLength(5);
  });

  test('across a block of numbers stops at the limit of the prefix', async () => {
    const numbers = Array.from({ length: 60 }, (_, at) => `+3363997${String(at).padStart(4, '0')}`);
    const answers = await Promise.all(numbers.map((number, at) => send(number, { copy: at, from: network(at) })));
    expect(count(answers, 'OK')).toBe(12);
    expect(count(answers, 'QUOTA_EXCEEDED')).toBe(48);
  });

  test('across the blocks of a country stops at the limit of the country', async () => {
    const numbers = Array.from({ length: 80 }, (_, at) => `+4477009${String(at * 1_009).padStart(5, '0')}`);
    const answers = await Promise.all(numbers.map((number, at) => send(number, { copy: at, from: network(at) })));
    expect(count(answers, 'OK')).toBe(30);
    expect(count(answers, 'QUOTA_EXCEEDED')).toBe(50);
  });

  test('never costs more than the daily budget', async () => {
    const numbers = Array.from({ length: 25 }, (_, at) => `+35385${String(1_000_000 + at * 10_007)}`);
    const answers = await Promise.all(numbers.map((number, at) => send(number, { copy: at, from: network(at) })));
    expect(count(answers, 'OK')).toBe(10);
    expect(count(answers, 'QUOTA_EXCEEDED')).toBe(15);
    expect(await world.services.phone.today()).toEqual({ texts: 10, dollars: 10, budget: 10 });
  });
});

describe('the SMS vendor', () => {
  test.each([
    ['+33639989001', 'INVALID_PHONE_NUMBER'],
    ['+33639989009', 'INVALID_PHONE_NUMBER'],
    ['+33639989003', 'OPERATION_NOT_ALLOWED'],
    ['+33639989004', 'OPERATION_NOT_ALLOWED'],
  ])('refuses %s, which costs nothing', async (number, code) => {
    expect(codesOf([await send(number)])[0]!.split(' : ')[0]).toBe(code);
    expect((await world.services.phone.today()).dollars).toBe(0);
  });

  test('is down: the caller may retry, and no limit is used up', async () => {
    await control({ fail: { call: 'messages.create', status: 429 } });
    const answer = await send('+33639980004');
    expect(answer).toMatchObject({ status: 503, json: {} });
    expect((await world.services.phone.today()).dollars).toBe(0);
  });

  test('loses its response: the code works if the text arrives, and is never sent twice', async () => {
    await control({ fail: { call: 'messages.create', when: 'after', hangup: true } });
    const { status, json } = await send('+33639980005');
    expect(status).toBe(200);
    const code = await codeFor(world.sms, '+33639980005');
    const { sessionInfo } = json;
    expect((await call('accounts:signInWithPhoneNumber', { sessionInfo, code })).status).toBe(200);
    expect(await textsTo(world.sms, '+33639980005')).toHaveLength(1);
  });

  test('reports the delivery status, signed; a forged report is refused, a late one changes nothing', async () => {
    await send('+33639980006');
    await send('+33639989011');
    await until(async () => (await states()).join() === 'delivered,undelivered 30005', { what: 'both reports' });
    const [text] = await textsTo(world.sms, '+33639980006');
    const report = async (status: string, secret: string) => {
      const form = { MessageSid: text!.id, MessageStatus: status };
      const signed = `${text!.statusCallback}MessageSid${text!.id}MessageStatus${status}`;
      const answer = await fetch(text!.statusCallback!, {
        method: 'POST',
        headers: { 'x-twilio-signature': createHmac('sha1', secret).update(signed).digest('base64') },
        body: new URLSearchParams(form),
      });
      return answer.status;
    };
    expect(await report('failed', 'another secret')).toBe(400);
    expect(await report('sent', world.env['TWILIO_AUTH_TOKEN']!)).toBe(204);
    expect(await states()).toEqual(['delivered', 'undelivered 30005']);
  });

  test('moves no byte of a signed report into another field', async () => {
    await send('+33639980017');
    const [text] = await textsTo(world.sms, '+33639980017');
    await until(async () => (await states()).at(-1) === 'delivered', { what: 'the report' });
    const { id, statusCallback } = text!;
    const sign = (signed: string) =>
      createHmac('sha1', world.env['TWILIO_AUTH_TOKEN']!)
        .update(statusCallback + signed)
        .digest('base64');
    const report = async (fields: [string, string][], signature: string) => {
      const answer = await fetch(statusCallback!, {
        method: 'POST',
        headers: { 'x-twilio-signature': signature },
        body: new URLSearchParams(fields),
      });
      return answer.status;
    };
    const sid = world.env['TWILIO_ACCOUNT_SID']!;
    const real = `AccountSid${sid}ApiVersion2010-04-01ErrorCode30005From+15005550006MessageSid${id}MessageStatusfailedSmsSid${id}SmsStatusfailed`;
    const account: [string, string] = ['AccountSid', sid];
    const version: [string, string] = ['ApiVersion', '2010-04-01'];
    const from: [string, string] = ['From', '+15005550006'];
    const status: [string, string][] = [
      ['MessageSid', id],
      ['MessageStatus', 'failed'],
    ];
    const twins: [string, string][] = [
      ['SmsSid', id],
      ['SmsStatus', 'failed'],
    ];
    const whole: [string, string][] = [account, version, ['ErrorCode', '30005'], from, ...status, ...twins];
    for (const moved of [
      // The error becomes part of the field before it, or of its own name.
      [account, ['ApiVersion', '2010-04-01ErrorCode30005'], from, ...status, ...twins],
      [account, version, ['Error', 'Code30005'], from, ...status, ...twins],
      [account, version, ['ErrorCode3', '0005'], from, ...status, ...twins],
      [account, version, ['ErrorCode', '3'], ['0005From', '+15005550006'], ...status, ...twins],
      // A field twice.
      [
        account,
        version,
        ['ErrorCode', '30005'],
        from,
        ...status,
        ['SmsSid', ''],
        ['SmsSid', id],
        ['SmsStatus', 'failed'],
      ],
    ] as [string, string][][]) {
      const signed = [...moved].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).flat();
      expect(await report(moved, sign(signed.join(''))), signed.join(' ')).toBe(400);
    }
    // Signed, but of another account, and twins that differ.
    const other = `AC${'0'.repeat(32)}`;
    expect(
      await report([['AccountSid', other], ...status], sign(`AccountSid${other}MessageSid${id}MessageStatusfailed`)),
    ).toBe(400);
    const differs = `MessageSid${id}MessageStatusfailedSmsStatussent`;
    expect(await report([...status, ['SmsStatus', 'sent']], sign(differs))).toBe(400);
    expect(await states()).toContain('delivered');
    // The whole report is accepted, and comes too late to change a final state.
    expect(await report(whole, sign(real))).toBe(204);
    // A field that Twilio adds one day.
    expect(
      await report(
        [...status, ['RawDlrDoneDate', '2611231600']],
        sign(`MessageSid${id}MessageStatusfailedRawDlrDoneDate2611231600`),
      ),
    ).toBe(204);
  });

  test.each([
    ['+33 1 42 68 53 00', 'France'],
    ['+44 20 7946 0018', 'United Kingdom'],
    ['+49 30 901820', 'Germany'],
  ])('gets no text to the landline %s (%s)', async (number) => {
    const before = (await textsTo(world.sms, number.replaceAll(' ', ''))).length;
    const { status, json } = await send(number);
    expect([status, (json['error'] as { message: string } | undefined)?.message]).toEqual([
      400,
      'INVALID_PHONE_NUMBER : The number takes no texts.',
    ]);
    expect(await textsTo(world.sms, number.replaceAll(' ', ''))).toHaveLength(before);
  });

  test('gets a text where the plan of a country does not tell landlines', async () => {
    expect((await send('+1 212 736 5000')).status).toBe(200);
  });

  const control = (body: object) =>
    fetch(`${world.sms.url}/_sandbox/control`, { method: 'POST', body: JSON.stringify(body) });
  /** The states of the last two text messages. */
  async function states() {
    const { rows } = await world.db.execute<{ state: string; error_code: string | null }>(
      sql`select state, error_code from text_messages order by created_at desc, id desc limit 2`,
    );
    return rows.map(({ state, error_code: code }) => (code === null ? state : `${state} ${code}`)).toReversed();
  }
});

test('without a solved challenge no text is sent; a solved one is valid for one text', async () => {
  const guarded = await spawnBuilt({ ...world.env, PORT: String(await freePort()), CAPTCHA: 'on', CAPTCHA_TRIES: '4' });
  try {
    const post = (path: string, body: object) =>
      fetch(guarded.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const ask = async (recaptchaToken?: string) => {
      const answer = await post('/identity/v1/accounts:sendVerificationCode?key=cairn-web', {
        phoneNumber: '+33639980007',
        captchaResponse: 'NO_RECAPTCHA',
        recaptchaToken,
      });
      return ((await answer.json()) as { error?: { message: string } }).error?.message ?? 'OK';
    };
    expect(await ask()).toBe('MISSING_RECAPTCHA_TOKEN');
    expect(await ask('a token of Google')).toBe('INVALID_RECAPTCHA_TOKEN');
    const { challenge } = (await (await post('/api/proof', { action: 'send-code' })).json()) as {
      challenge: Parameters<typeof solve>[0];
    };
    const solved = await solve(challenge);
    expect(await ask(solved)).toBe('OK');
    expect(await ask(solved)).toBe('CAPTCHA_CHECK_FAILED');
    expect(await textsTo(world.sms, '+33639980007')).toHaveLength(1);
  } finally {
    await guarded.kill('SIGTERM');
  }
});
