import { hash } from '@node-rs/argon2';
import { freshEmail, GOOD_PASSWORD } from '#test/support/accounts.ts';
import { identityCall, load, median, NO_LIMITS, repeatedCaller, startApp } from '../running-app.ts';

/** Of store/src/modules/identity/passwords/passwords.ts; hashes at a time as the application has them by default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const HASHES_AT_A_TIME = 2;
const PARALLEL = 8;
const ACCOUNTS = 16;
/** Until then the engine compiles what it runs. */
const WARM_UP = 600;
const PER_SECOND = { hash: 100, 'sign-in': 100, refresh: 800, 'look-up': 1_600 };
const CALLS = ['sign-in', 'refresh', 'look-up'] as const;
type Call = (typeof CALLS)[number];

type App = Awaited<ReturnType<typeof startApp>>;
type Account = { email: string; idToken: string; refreshToken: string };
/** Calls of one kind per second, by round. */
type Rates = Record<Call, number[]>;

/**
 * Sign-ins, refreshes and look-ups per second: sign-ins beside plain Argon2id with the same parameters, all beside another
 * checkout where one is given; in alternating rounds of one run.
 */
export async function measureIdentity(setting: {
  app: App;
  beside: string | undefined;
  rounds: number;
  seconds: number;
}) {
  const older = setting.beside === undefined ? undefined : await startApp(NO_LIMITS, setting.beside);
  const plain: number[] = [];
  try {
    const here = await openSide(setting.app.url);
    const before = older && (await openSide(older.url));
    for (let round = 0; round <= setting.rounds; round += 1) {
      const count = (what: keyof typeof PER_SECOND) => Math.ceil(PER_SECOND[what] * setting.seconds * 2);
      const hashes = await perSecond(count('hash'), () =>
        load(count('hash'), HASHES_AT_A_TIME, () => hash(GOOD_PASSWORD, COST)),
      );
      if (round > 0) plain.push(hashes);
      for (const call of CALLS)
        for (const side of round % 2 === 0 ? [here, before] : [before, here]) {
          const rate = side && (await perSecond(count(call), () => side.run[call](count(call))));
          if (side && rate !== undefined && round > 0) side.rates[call].push(rate);
        }
    }
    return CALLS.map((call) => {
      const rates = here.rates[call];
      const ratios: Record<string, number> = {};
      if (call === 'sign-in') ratios['rate'] = median(rates.map((rate, round) => rate / plain[round]!));
      if (before) ratios['beside'] = median(rates.map((rate, round) => rate / before.rates[call][round]!));
      const note = `${median(rates).toFixed(0)} per second${call === 'sign-in' ? `, plain Argon2id ${median(plain).toFixed(0)}` : ''}${before ? `, the other checkout ${median(before.rates[call]).toFixed(0)}` : ''}`;
      return { name: call, ratios, note };
    });
  } finally {
    await older?.close();
  }
}

async function openSide(url: string): Promise<{ run: Record<Call, (count: number) => Promise<void>>; rates: Rates }> {
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => signUp(url)));
  const signIn = repeatedCaller(
    url,
    'v1/accounts:signInWithPassword',
    accounts.map(({ email }) => ({ email, password: GOOD_PASSWORD, returnSecureToken: true })),
  );
  const lookUp = repeatedCaller(
    url,
    'v1/accounts:lookup',
    accounts.map(({ idToken }) => ({ idToken })),
  );
  await load(WARM_UP, PARALLEL, signIn);
  return {
    run: {
      'sign-in': (count) => load(count, PARALLEL, signIn),
      'look-up': (count) => load(count, PARALLEL, lookUp),
      // A token is used once: each account goes on with its own successor, one call after the other.
      refresh: (count) =>
        load(ACCOUNTS, PARALLEL, (turn) => refreshes(url, accounts[turn]!, Math.ceil(count / ACCOUNTS))),
    },
    rates: { 'sign-in': [], refresh: [], 'look-up': [] },
  };
}

async function signUp(url: string): Promise<Account> {
  const email = freshEmail();
  const { idToken, refreshToken } = await identityCall<Account>(url, 'v1/accounts:signUp', {
    email,
    password: GOOD_PASSWORD,
    returnSecureToken: true,
  });
  return { email, idToken, refreshToken };
}

async function refreshes(url: string, account: Account, count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    const { refresh_token } = await identityCall<{ refresh_token: string }>(url, 'v1/token', {
      grant_type: 'refresh_token',
      refresh_token: account.refreshToken,
    });
    account.refreshToken = refresh_token;
  }
}

async function perSecond(count: number, work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return count / ((performance.now() - began) / 1_000);
}
