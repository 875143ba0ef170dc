import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Db, Tx } from '../../db/database.ts';
import type { Limits } from '../../db/limits.ts';
import { hashSecret, keyedHash, newSecret } from '../../db/vault.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { Locale } from '../../shared/locale.ts';
import { keptMs } from '../../shared/retention.ts';
import type { LimitName } from '../../shared/rate-limits.ts';
import type { Captcha, Proof } from '../captcha/captcha.ts';
import { PhoneError } from './error.ts';
import { type PhoneNumber, readNumber } from './numbers.ts';
import { MICROS, priceOf, segmentsOf } from './prices.ts';
import type { Sms, SmsErrorCode, StatusCallback } from './sms.ts';
import * as store from './store.ts';
import { codeText } from './texts.ts';

/** Lifetime of a code and of a temporary proof. */
export const CODE_SECONDS = 300;
/**
 * How long an expired code is still distinguished from an unknown one; within the day that the privacy policy states.
 */
const LATE_SECONDS = 12 * 3_600;
/** Maximum guesses at one code. */
export const MAX_TRIES = 5;

export type PhoneSettings = {
  /** Countries (ISO 3166) to which texts are sent. */
  countries: ReadonlySet<string>;
  /** The price of a text by country, in US dollars, where it differs from the default. */
  prices: ReadonlyMap<string, number>;
  /** Budget for a day's texts (UTC), in whole US dollars. */
  dailyBudget: number;
  /** The only numbers (E.164) to which texts are sent; undefined: any. */
  allowList?: ReadonlySet<string> | undefined;
  /** Minimum interval between two texts to one number, in seconds. */
  resendSeconds: number;
};

export type SendCode = {
  purpose: store.CodePurpose;
  phoneNumber: string;
  /** The account of the second factor. */
  accountId?: string;
  locale: Locale;
  caller: { address: string };
  /** The captcha proofs of the call. */
  proof: Proof;
};

type CheckCode = {
  sessionInfo: string;
  code: string;
  purpose: store.CodePurpose;
  accountId?: string;
  caller: { address: string };
};

export type PhoneModule = {
  /** False: no vendor is configured, and every `sendCode` throws OPERATION_NOT_ALLOWED. */
  readonly isOffered: boolean;
  /** Normalises a number to E.164. Throws PhoneError INVALID_PHONE_NUMBER. */
  readNumber(text: string): string;
  /**
   * Sends a code of six digits and returns the secret (`sessionInfo`) that is needed to check it. The part after its
   * last dot is the number of seconds until another text may go to the number. Throws PhoneError INVALID_PHONE_NUMBER,
   * OPERATION_NOT_ALLOWED (country, or not configured), QUOTA_EXCEEDED (country, prefix, day or budget), AppError
   * `too-many-requests` or `unavailable`, CaptchaError.
   */
  sendCode(input: SendCode): Promise<string>;
  /**
   * Redeems a code and returns its number (E.164). At most five guesses are compared, across all processes. Throws
   * PhoneError MISSING_SESSION_INFO, MISSING_CODE, INVALID_SESSION_INFO (also of another purpose or account),
   * INVALID_CODE, SESSION_EXPIRED (too old, used, or five wrong guesses), AppError `too-many-requests`.
   */
  checkCode(input: CheckCode): Promise<string>;
  /** A single-use proof that its holder entered the code of this number. */
  createTemporaryProof(phoneNumber: string): Promise<{ temporaryProof: string; expiresIn: number }>;
  /** Throws PhoneError INVALID_TEMPORARY_PROOF. */
  takeTemporaryProof(tx: Tx, input: { temporaryProof: string; phoneNumber: string }): Promise<void>;
  /** Stores a vendor's status report; `ignored` when the message is unknown or has a later state. */
  receiveReport(callback: StatusCallback): Promise<'noted' | 'ignored' | 'forged'>;
  /** The cost of this day's texts so far. */
  today(): Promise<{ texts: number; dollars: number; budget: number }>;
  /** The codes that were texted to an account, and to its numbers to sign in: never the digits. */
  codesOf(person: PersonOfNumbers): Promise<Awaited<ReturnType<typeof store.listCodes>>>;
  /** Deletes them, when the account is deleted. */
  forget(tx: Tx, person: PersonOfNumbers): Promise<void>;
  cleanUp(): Promise<void>;
};

/** An account and its numbers (E.164). */
type PersonOfNumbers = { accountId: string; numbers: readonly string[] };

/** The codes that were texted, for an export and a deletion: needs no key. */
export const createPhoneBook = ({ db }: { db: Db }): Pick<PhoneModule, 'codesOf' | 'forget'> => ({
  codesOf: (person) => store.listCodes(db, person),
  forget: (tx, { accountId, numbers }) => store.deleteCodes(tx, accountId, numbers),
});

/** Codes by text message: sends them within limits, and verifies them. */
export function createPhone({ clock = () => new Date(), ...ports }: Omit<Ports, 'clock'> & { clock?: () => Date }) {
  return phoneWith({ ...ports, clock });
}

type Ports = {
  db: Db;
  /** Undefined: not configured. */
  sms: Sms | undefined;
  limits: Limits;
  captcha: Pick<Captcha, 'redeem'>;
  /** The key of the codes' HMAC: there are only a million codes, so a plain hash could be reversed. */
  codeKey: Buffer;
  /** The host name in the text. */
  host: string;
  settings: PhoneSettings;
  log: { warn(fields: object, message: string): void };
  clock: () => Date;
};

function phoneWith(ports: Ports): PhoneModule {
  const { db, sms, settings, clock } = ports;
  return {
    isOffered: sms !== undefined,
    readNumber: (text) => numberOf(text).e164,

    sendCode: (input: SendCode) => sendCode(ports, input),

    checkCode: (input: CheckCode) => checkCode(ports, input),

    async createTemporaryProof(phoneNumber) {
      const { secret, hash } = newSecret();
      await store.insertProof(db, { hash, phoneNumber, expiresAt: inSeconds(ports, CODE_SECONDS) });
      return { temporaryProof: secret, expiresIn: CODE_SECONDS };
    },

    async takeTemporaryProof(tx, { temporaryProof, phoneNumber }) {
      const taken = await store.useProof(tx, { hash: hashSecret(temporaryProof), phoneNumber, now: clock() });
      if (!taken) throw new PhoneError('INVALID_TEMPORARY_PROOF');
    },

    async receiveReport(callback) {
      const report = sms?.readReport(callback) ?? null;
      if (report === 'forged') return 'forged';
      return report !== null && (await store.applyReport(db, report, clock())) ? 'noted' : 'ignored';
    },

    async today() {
      const { texts = 0, spentMicros = 0 } = (await store.dayOf(db, thisDay(ports))) ?? {};
      return { texts, dollars: spentMicros / MICROS, budget: settings.dailyBudget };
    },

    ...createPhoneBook(ports),
    cleanUp: () =>
      store.deleteOld(db, {
        codes: inSeconds(ports, -LATE_SECONDS),
        messages: new Date(clock().getTime() - keptMs('textMessages')),
      }),
  };
}

async function sendCode(
  ports: Ports,
  { purpose, phoneNumber, accountId: named, locale, caller, proof }: SendCode,
): Promise<string> {
  const { db, sms, captcha, host, settings, log, clock } = ports;
  const accountId = named ?? null;
  if (!sms) throw new PhoneError('OPERATION_NOT_ALLOWED', 'Phone numbers are not set up.');
  const number = numberOf(phoneNumber);
  if (!settings.countries.has(number.country))
    throw new PhoneError('OPERATION_NOT_ALLOWED', 'Texts to this country are off.');
  if (settings.allowList && !settings.allowList.has(number.e164)) {
    log.warn({ country: number.country }, 'text not sent: its number is not on SMS_ALLOW_LIST');
    throw new PhoneError('OPERATION_NOT_ALLOWED', 'Texts to this number are off.');
  }
  if (!number.takesTexts) throw new PhoneError('INVALID_PHONE_NUMBER', 'The number takes no texts.');
  // Always required, whatever the use of the limits.
  await captcha.redeem('send-code', 1, proof);
  await spendLimits(ports, number, caller.address);

  const sessionInfo = `${newSecret().secret}.${settings.resendSeconds}`;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const hash = hashSecret(sessionInfo);
  await store.insertCode(db, {
    hash,
    purpose,
    accountId,
    phoneNumber: number.e164,
    codeHash: codeHash(ports, sessionInfo, code),
    createdAt: clock(),
    expiresAt: inSeconds(ports, CODE_SECONDS),
  });
  try {
    await send(ports, number, purpose, codeText(purpose, { code, host, locale }), sms);
  } catch (error) {
    await store.deleteCode(db, hash);
    throw error;
  }
  return sessionInfo;
}

async function checkCode(
  ports: Ports,
  { sessionInfo, code, purpose, accountId: named, caller }: CheckCode,
): Promise<string> {
  const { db, limits, clock } = ports;
  const accountId = named ?? null;
  if (sessionInfo === '') throw new PhoneError('MISSING_SESSION_INFO');
  if (code === '') throw new PhoneError('MISSING_CODE');
  const hash = hashSecret(sessionInfo);
  return limits.countFailures({ 'wrong-text-codes-per-address': caller.address }, WRONG, async () => {
    const now = clock();
    const found = await store.countTry(db, { hash, purpose, accountId, mostTries: MAX_TRIES, now });
    if (!found)
      throw new PhoneError(
        (await store.isKnown(db, { hash, purpose, accountId })) ? 'SESSION_EXPIRED' : 'INVALID_SESSION_INFO',
      );
    if (!isSame(found.codeHash, codeHash(ports, sessionInfo, code))) throw new PhoneError('INVALID_CODE');
    // Race between two requests with the correct code: one of them wins.
    if (!(await store.useCode(db, hash, now))) throw new PhoneError('SESSION_EXPIRED');
    return found.phoneNumber;
  });
}

const codeHash = ({ codeKey }: Ports, sessionInfo: string, code: string) =>
  keyedHash(codeKey, `phone-code:${sessionInfo}:${code}`);

const inSeconds = ({ clock }: Ports, seconds: number) => new Date(clock().getTime() + seconds * 1000);

const thisDay = ({ clock }: Ports) => clock().toISOString().slice(0, 10);

function numberOf(text: string): PhoneNumber {
  const number = readNumber(text);
  if (number === null) throw new PhoneError('INVALID_PHONE_NUMBER', 'Invalid format.');
  return number;
}

async function spendLimits(
  { limits, log }: Ports,
  { e164, prefix, country }: PhoneNumber,
  address: string,
): Promise<void> {
  try {
    await limits.consume({
      'texts-per-address': address,
      'text-pause-per-number': e164,
      'texts-per-number': e164,
      'texts-per-number-and-day': e164,
      'texts-per-prefix': prefix,
      'texts-per-country': country,
      'texts-per-day': 'all',
    });
  } catch (error) {
    const rule = error instanceof AppError ? error.rule : undefined;
    if (!FOR_EVERYONE.has(rule)) throw error;
    log.warn({ rule, country }, 'texts refused: a global limit is exceeded');
    throw new PhoneError('QUOTA_EXCEEDED');
  }
}

/**
 * Sends the text through the vendor, after its price was reserved in the budget. Holds no transaction during the
 * call.
 */
async function send(
  ports: Ports,
  number: PhoneNumber,
  purpose: store.CodePurpose,
  text: string,
  via: Sms,
): Promise<void> {
  const { db, settings, log, clock } = ports;
  const { country, prefix, e164 } = number;
  const day = thisDay(ports);
  const micros = priceOf(country, segmentsOf(text), settings.prices);
  if (!(await store.spend(db, { day, micros, budgetMicros: settings.dailyBudget * MICROS }))) {
    log.warn({ country, dailyBudget: settings.dailyBudget }, 'texts refused: the budget of the day is used up');
    throw new PhoneError('QUOTA_EXCEEDED');
  }
  const id = uuidv7();
  const now = clock();
  await store.insertMessage(db, {
    id,
    purpose,
    country,
    prefix,
    priceMicros: micros,
    state: 'sending',
    createdAt: now,
    updatedAt: now,
  });
  try {
    const { vendorId } = await via.send({ to: e164, text, reference: id, seconds: CODE_SECONDS });
    await store.settleMessage(db, id, { state: 'queued', vendorId, updatedAt: clock() });
  } catch (error) {
    const fault = codeOf(error) as SmsErrorCode | undefined;
    // The text may have been sent: the code stays valid, and the price stays counted.
    if (fault === undefined || fault === 'unknown') {
      log.warn({ err: error, country }, 'text message: the outcome at the vendor is unknown');
      return store.settleMessage(db, id, { state: 'unknown', updatedAt: clock() });
    }
    await store.settleMessage(db, id, { state: 'refused', errorCode: fault, updatedAt: clock() });
    await store.giveBack(db, { day, micros });
    if (fault === 'invalid-number') throw new PhoneError('INVALID_PHONE_NUMBER', 'The number takes no texts.');
    if (fault === 'refused') throw new PhoneError('OPERATION_NOT_ALLOWED', 'Texts to this number are refused.');
    log.warn({ err: error, country }, 'text message not sent');
    throw new AppError('unavailable', { cause: error });
  }
}

/** Global limits, against attacks from many networks to many numbers; no single caller can use them up. */
const FOR_EVERYONE = new Set<string | undefined>([
  'texts-per-prefix',
  'texts-per-country',
  'texts-per-day',
] satisfies LimitName[]);

const WRONG = new Set<string | undefined>(['INVALID_CODE', 'INVALID_SESSION_INFO']);

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
