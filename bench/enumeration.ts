import { freshEmail, GOOD_PASSWORD } from '#test/support/accounts.ts';
import { codeFor } from '#test/support/phones.ts';
import { createRandom } from './chaos/random.ts';
import { identityCall, median, NO_LIMITS, startApp } from './running-app.ts';

/**
 * `node bench/enumeration.ts`: whether the response time reveals if an address has an account. Compares pairs of a
 * known and an unknown address, in either order, one call at a time, from an unknown browser: a wrong password with and
 * without a cookie, a reset link, a wrong password above the rate limit, and a code by text message. Exits with 1 when
 * medians differ by more than 5 %.
 */
const PAIRS = 500;
const KNOWN = 25;
const MAX_DIFFERENCE = 0.05;

/** An unknown browser: it has not signed in to any of these accounts. */
const STRANGER = `cairn_device=${'e'.repeat(43)}`;

const app = await startApp({
  ...NO_LIMITS,
  LIMIT_TEXTS_PER_NUMBER: '100000',
  LIMIT_TEXTS_PER_NUMBER_AND_DAY: '100000',
  LIMIT_TEXTS_PER_ADDRESS: '100000',
  LIMIT_TEXTS_PER_PREFIX: '100000',
  LIMIT_TEXTS_PER_COUNTRY: '100000',
  LIMIT_TEXTS_PER_DAY: '100000',
  SMS_DAILY_BUDGET: '100000',
});
const strict = await startApp({ ...NO_LIMITS, LIMIT_WRONG_PASSWORDS_PER_ACCOUNT: '1' });
try {
  const guess = (email: string): Call => ['v1/accounts:signInWithPassword', { email, password: 'not the password' }];
  await compare('wrong password', app.url, guess);
  await compare('without a cookie', app.url, guess, '');
  await compare('password reset', app.url, (email) => [
    'v1/accounts:sendOobCode',
    { requestType: 'PASSWORD_RESET', email },
  ]);
  await compare('too many wrong ones', strict.url, guess);
  await compare('code by text', app.url, text, STRANGER, numbers);
} finally {
  await app.close();
  await strict.close();
}

type Call = [call: string, body: Record<string, unknown>];
/** The subjects of the calls: addresses or numbers with an account, and without one. */
type People = { accounts: string[]; strangers: string[] };

function text(phoneNumber: string): Call {
  return ['v1/accounts:sendVerificationCode', { phoneNumber }];
}

async function addresses(url: string): Promise<People> {
  const accounts: string[] = [];
  for (let made = 0; made < KNOWN; made += 1) {
    const email = freshEmail();
    await identityCall(url, 'v1/accounts:signUp', { email, password: GOOD_PASSWORD });
    accounts.push(email);
  }
  return { accounts, strangers: Array.from({ length: KNOWN }, freshEmail) };
}

/** Numbers in the fictional block that the sandbox knows. */
async function numbers(url: string): Promise<People> {
  const all = Array.from({ length: 2 * KNOWN }, (_, at) => `+3363998${String(1_000 + at)}`);
  const accounts = all.slice(0, KNOWN);
  for (const number of accounts) {
    const { sessionInfo } = await identityCall(url, ...text(number));
    const code = await codeFor(app.sms, number);
    await identityCall(url, 'v1/accounts:signInWithPhoneNumber', { sessionInfo, code });
  }
  return { accounts, strangers: all.slice(KNOWN) };
}

async function compare(
  what: string,
  url: string,
  call: (who: string) => Call,
  cookie = STRANGER,
  people = addresses,
): Promise<void> {
  const { accounts, strangers } = await people(url);
  const random = createRandom(PAIRS);
  const turns = Array.from({ length: PAIRS }, () => (random.chance(0.5) ? [true, false] : [false, true])).flat();
  // Warms up, and exceeds the rate limit where there is one, because the first refusal of a window writes to the audit
  // log.
  for (const who of [...accounts, ...strangers, ...accounts, ...strangers])
    await identityCall(url, ...call(who), [200, 400], cookie);
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (const [turn, isKnown] of turns.entries()) {
    const who = (isKnown ? accounts : strangers)[turn % KNOWN]!;
    const began = performance.now();
    await identityCall(url, ...call(who), [200, 400], cookie);
    times[isKnown ? 'known' : 'unknown'].push(performance.now() - began);
  }
  const [known, unknown] = [median(times.known), median(times.unknown)];
  const difference = known / unknown - 1;
  if (Math.abs(difference) > MAX_DIFFERENCE) process.exitCode = 1;
  process.stdout.write(
    `${what.padEnd(20)} known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms, ${(difference * 100).toFixed(1)} %${Math.abs(difference) > MAX_DIFFERENCE ? '  OVER' : ''}\n`,
  );
}
