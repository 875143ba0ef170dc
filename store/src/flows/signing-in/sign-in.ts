import type { Limits } from '../../db/limits.ts';
import type { Captcha, Proof } from '../../modules/captcha/captcha.ts';
import type { Account, IdentityModule } from '../../modules/identity/identity.ts';
import { foldEmail } from '../../shared/email.ts';
import type { LimitName } from '../../shared/rate-limits.ts';
import type { Admission } from './admission.ts';
import type { Caller, SignInFacts } from './sign-in-facts.ts';
import { answerOf, newSession, type SignInAnswer, type StartSession } from './start-session.ts';

export type SignIn = (request: {
  email: string;
  password: string;
  caller: Caller;
  proof: Proof;
}) => Promise<{ account: Account; answer: SignInAnswer }>;

/**
 * Error codes of a wrong guess, with and without enumeration protection. A guess without the required captcha proof
 * counts as well.
 */
const WRONG = new Set([
  'INVALID_LOGIN_CREDENTIALS',
  'INVALID_PASSWORD',
  'EMAIL_NOT_FOUND',
  'MISSING_RECAPTCHA_TOKEN',
  'INVALID_RECAPTCHA_TOKEN',
  'CAPTCHA_CHECK_FAILED',
]);

/** Limits whose excess indicates guessing at one account. */
const GUESSING = new Set<unknown>(['wrong-passwords-per-account', 'wrong-passwords-per-device'] satisfies LimitName[]);

type Ports = {
  admission: Pick<Admission, 'isOn' | 'transaction'>;
  captcha: Captcha;
  identity: IdentityModule;
  limits: Limits;
  startSession: StartSession;
};
type Guess = ReturnType<IdentityModule['credentialsOf']> & { email: string; caller: Caller; proof: Proof };

/**
 * Signs in with a password. Wrong guesses count per network address and per account, equally for addresses without an
 * account. A browser that has signed in to the account before has a counter of its own, so that strangers' guesses do
 * not lock the owner out. An account with second factors gets a credential for the second step. Near a limit, the
 * caller must send a captcha proof. Throws IdentityError INVALID_LOGIN_CREDENTIALS, USER_DISABLED …, CaptchaError,
 * AppError `too-many-requests` or `unavailable`.
 */
export function createSignIn(ports: Ports): SignIn {
  const { identity } = ports;
  return async ({ email, password, caller, proof }) => {
    try {
      const guess = { ...identity.credentialsOf({ email, password }), email, caller, proof };
      const account = (await checkOnKnownDevice(ports, guess)) ?? (await check(ports, guess));
      return { account, answer: await open(ports, account, { provider: 'password', isNew: false, caller }) };
    } catch (error) {
      if (GUESSING.has((error as { rule?: unknown }).rule)) await noteGuessing(ports, email);
      throw error;
    }
  };
}

/**
 * One audit line for each window of guesses, not for each guess. Also runs when there is no account, so that the
 * response time does not reveal it.
 */
async function noteGuessing({ identity, limits }: Ports, email: string): Promise<void> {
  try {
    await limits.consume({ 'wrong-password-events': foldEmail(email) });
  } catch {
    return;
  }
  const account = await identity.accountByEmail(email);
  await identity.securityEvent(null, account?.id ?? null, 'wrong-password-limit');
}

async function open(ports: Ports, account: Account, facts: SignInFacts): Promise<SignInAnswer> {
  const { admission, identity, startSession } = ports;
  // A browser that the account knows needs no mail: one statement, no transaction.
  const known =
    admission.isOn || account.secondFactors.length > 0
      ? null
      : await identity.signInOnKnownDevice(account, newSession(facts));
  return known ?? answerOf(identity, account, await admission.transaction((tx) => startSession(tx, account, facts)));
}

/**
 * Checks the guess of a browser that sent its device cookie. Returns null, and counts nothing, unless this browser
 * has signed in to this account before.
 */
async function checkOnKnownDevice(
  { captcha, identity, limits }: Ports,
  { email, caller, proof, findOnDevice }: Guess,
): Promise<Account | null> {
  const { deviceSecret, isReturning, address } = caller;
  if (!isReturning || deviceSecret === null) return null;
  return limits.countFailures(
    {
      'wrong-passwords-per-address': address,
      'wrong-passwords-per-device': JSON.stringify([foldEmail(email), deviceSecret]),
    },
    WRONG,
    async (used) => {
      const credentials = await findOnDevice(deviceSecret);
      if (credentials === null) return null;
      await captcha.redeem('sign-in', used, proof);
      return identity.checkPassword(credentials);
    },
  );
}

/** Checks the guess of any other browser. */
function check({ captcha, identity, limits }: Ports, { email, caller, proof, find }: Guess): Promise<Account> {
  return limits.countFailures(
    { 'wrong-passwords-per-address': caller.address, 'wrong-passwords-per-account': foldEmail(email) },
    WRONG,
    async (used) => {
      await captcha.redeem('sign-in', used, proof);
      return identity.checkPassword(await find());
    },
  );
}
