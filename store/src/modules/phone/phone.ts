import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Db, Tx } from '../../db/database.ts';
import type { LimitName, Limits } from '../../db/limits.ts';
import { hashSecret, keyedHash, newSecret } from '../../db/vault.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { Locale } from '../../shared/locale.ts';
import { keptMs } from '../../shared/retention.ts';
import type { Captcha, Proof } from '../captcha/captcha.ts';
import { PhoneError } from './error.ts';
import { type PhoneNumber, readNumber } from './numbers.ts';
import { MICROS, priceOf, segmentsOf } from './prices.ts';
import type { Sms, SmsErrorCode, StatusCallback } from './sms.ts';
import * as store from './store.ts';
import { codeText } from './texts.ts';

/** How long a code works, and a temporary proof. */
export const CODE_SECONDS = 300;
/** How long a code that is over is still told from an unknown one; within the day that the privacy policy names. */
const LATE_SECONDS = 12 * 3_600;
/** Guesses at one code. */
export const MOST_TRIES = 5;

export type PhoneSettings = {
  /** Countries (ISO 3166) to whose numbers texts are sent. */
  countries: ReadonlySet<string>;
  /** Country → what a text costs, in US dollars, where it is not what we count with. */
  prices: ReadonlyMap<string, number>;
  /** Whole US dollars that a day's texts (UTC) may cost. */
  dailyBudget: number;
  /** Pause before another text to the same number. */
  resendSeconds: number;
};

export type SendCode = {
  purpose: store.CodePurpose;
  phoneNumber: string;
  /** Whose second factor the code is for. */
  accountId?: string;
  locale: Locale;
  caller: { address: string };
  /** What the call brought along for the captcha. */
  proof: Proof;
};

export type PhoneModule = {
  /** False: no vendor is set up, and every `sendCode` is OPERATION_NOT_ALLOWED. */
  readonly isOffered: boolean;
  /** E.164. Throws PhoneError INVALID_PHONE_NUMBER. */
  readNumber(text: string): string;
  /**
   * Sends a code of six digits and answers the secret (`sessionInfo`) with which it is checked; after its last dot stand the
   * seconds until another text may go to the number. Throws PhoneError INVALID_PHONE_NUMBER, OPERATION_NOT_ALLOWED (country,
   * or not set up), QUOTA_EXCEEDED (country, prefix, day or budget), AppError `too-many-requests` or `unavailable`, CaptchaError.
   */
  sendCode(input: SendCode): Promise<string>;
  /**
   * Uses a code up and answers its number (E.164). At most five guesses are compared, exactly, in all processes. Throws
   * PhoneError MISSING_SESSION_INFO, MISSING_CODE, INVALID_SESSION_INFO (also of another purpose or account), INVALID_CODE,
   * SESSION_EXPIRED (too old, used, or five wrong guesses), AppError `too-many-requests`.
   */
  checkCode(input: {
    sessionInfo: string;
    code: string;
    purpose: store.CodePurpose;
    accountId?: string;
    caller: { address: string };
  }): Promise<string>;
  /** A proof, once, that its holder typed the code of this number. */
  createTemporaryProof(phoneNumber: string): Promise<{ temporaryProof: string; expiresIn: number }>;
  /** Throws PhoneError INVALID_TEMPORARY_PROOF. */
  takeTemporaryProof(tx: Tx, input: { temporaryProof: string; phoneNumber: string }): Promise<void>;
  /** Notes what the vendor reports of a message; `ignored` when it is unknown or later news is known. */
  receiveReport(callback: StatusCallback): Promise<'noted' | 'ignored' | 'forged'>;
  /** What this day's texts cost until now. */
  today(): Promise<{ texts: number; dollars: number; budget: number }>;
  cleanUp(): Promise<void>;
};

/** Codes over text messages: who may be sent one, and what proves that it arrived. */
export function createPhone(ports: {
  db: Db;
  /** Undefined: not set up. */
  sms: Sms | undefined;
  limits: Limits;
  captcha: Pick<Captcha, 'redeem'>;
  /** With which codes are hashed: there are only a million of them. */
  codeKey: Buffer;
  /** The host that the text names. */
  host: string;
  settings: PhoneSettings;
  log: { warn(fields: object, message: string): void };
  clock?: () => Date;
}): PhoneModule {
  const { db, sms, limits, captcha, codeKey, host, settings, log, clock = () => new Date() } = ports;
  const budgetMicros = settings.dailyBudget * MICROS;

  const codeHash = (sessionInfo: string, code: string) => keyedHash(codeKey, `phone-code:${sessionInfo}:${code}`);
  const inSeconds = (seconds: number) => new Date(clock().getTime() + seconds * 1000);
  const today = () => clock().toISOString().slice(0, 10);

  function numberOf(text: string): PhoneNumber {
    const number = readNumber(text);
    if (number === null) throw new PhoneError('INVALID_PHONE_NUMBER', 'Invalid format.');
    return number;
  }

  async function spendLimits({ e164, prefix, country }: PhoneNumber, address: string): Promise<void> {
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
      log.warn({ rule, country }, 'texts are refused: a limit for all callers is used up');
      throw new PhoneError('QUOTA_EXCEEDED');
    }
  }

  /** Hands the text to the vendor, with its price taken out of the budget first. No transaction is held meanwhile. */
  async function send(number: PhoneNumber, purpose: store.CodePurpose, text: string, via: Sms): Promise<void> {
    const { country, prefix, e164 } = number;
    const day = today();
    const micros = priceOf(country, segmentsOf(text), settings.prices);
    if (!(await store.spend(db, { day, micros, budgetMicros }))) {
      log.warn({ country, dailyBudget: settings.dailyBudget }, "texts are refused: the day's budget is used up");
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
      // It may be on its way: the code stays, and so does the price.
      if (fault === undefined || fault === 'unknown') {
        log.warn({ err: error, country }, 'it is unknown whether a text was sent');
        return store.settleMessage(db, id, { state: 'unknown', updatedAt: clock() });
      }
      await store.settleMessage(db, id, { state: 'refused', errorCode: fault, updatedAt: clock() });
      await store.giveBack(db, { day, micros });
      if (fault === 'invalid-number') throw new PhoneError('INVALID_PHONE_NUMBER', 'The number takes no texts.');
      if (fault === 'refused') throw new PhoneError('OPERATION_NOT_ALLOWED', 'Texts to this number are refused.');
      log.warn({ err: error, country }, 'a text was not sent');
      throw new AppError('unavailable', { cause: error });
    }
  }

  return {
    isOffered: sms !== undefined,
    readNumber: (text) => numberOf(text).e164,

    async sendCode({ purpose, phoneNumber, accountId = null, locale, caller, proof }) {
      if (!sms) throw new PhoneError('OPERATION_NOT_ALLOWED', 'Phone numbers are not set up.');
      const number = numberOf(phoneNumber);
      if (!settings.countries.has(number.country))
        throw new PhoneError('OPERATION_NOT_ALLOWED', 'Texts to this country are off.');
      // Always due, whatever is used up of the limits.
      await captcha.redeem('send-code', 1, proof);
      await spendLimits(number, caller.address);

      const sessionInfo = `${newSecret().secret}.${settings.resendSeconds}`;
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const hash = hashSecret(sessionInfo);
      await store.insertCode(db, {
        hash,
        purpose,
        accountId,
        phoneNumber: number.e164,
        codeHash: codeHash(sessionInfo, code),
        createdAt: clock(),
        expiresAt: inSeconds(CODE_SECONDS),
      });
      try {
        await send(number, purpose, codeText(purpose, { code, host, locale }), sms);
      } catch (error) {
        await store.deleteCode(db, hash);
        throw error;
      }
      return sessionInfo;
    },

    async checkCode({ sessionInfo, code, purpose, accountId = null, caller }) {
      if (sessionInfo === '') throw new PhoneError('MISSING_SESSION_INFO');
      if (code === '') throw new PhoneError('MISSING_CODE');
      const hash = hashSecret(sessionInfo);
      return limits.countFailures({ 'wrong-text-codes-per-address': caller.address }, WRONG, async () => {
        const now = clock();
        const found = await store.countTry(db, { hash, purpose, accountId, mostTries: MOST_TRIES, now });
        if (!found)
          throw new PhoneError(
            (await store.isKnown(db, { hash, purpose, accountId })) ? 'SESSION_EXPIRED' : 'INVALID_SESSION_INFO',
          );
        if (!isSame(found.codeHash, codeHash(sessionInfo, code))) throw new PhoneError('INVALID_CODE');
        // The same right code twice at once: one of them is first.
        if (!(await store.useCode(db, hash, now))) throw new PhoneError('SESSION_EXPIRED');
        return found.phoneNumber;
      });
    },

    async createTemporaryProof(phoneNumber) {
      const { secret, hash } = newSecret();
      await store.insertProof(db, { hash, phoneNumber, expiresAt: inSeconds(CODE_SECONDS) });
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
      const { texts = 0, spentMicros = 0 } = (await store.dayOf(db, today())) ?? {};
      return { texts, dollars: spentMicros / MICROS, budget: settings.dailyBudget };
    },

    cleanUp: () =>
      store.deleteOld(db, {
        codes: inSeconds(-LATE_SECONDS),
        messages: new Date(clock().getTime() - keptMs('textMessages')),
      }),
  };
}

/** Limits that no caller can use up by themselves: against many networks that send to many numbers. */
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
