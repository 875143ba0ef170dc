import type { Db } from '../../db/database.ts';
import type { CaptchaAction } from '../../shared/captcha-actions.ts';
import { CaptchaError } from './captcha-error.ts';
import { createProofOfWork, type WorkChallenge } from './proof-of-work.ts';
import * as store from './store.ts';

export type { WorkChallenge } from './proof-of-work.ts';

/** What a call of the wire brought along. */
export type Proof = {
  /** The cookie of our own page: a solved challenge. */
  cookie: string | null;
  /** `recaptchaToken` of the SDK's ApplicationVerifier: a solved challenge as well. */
  token: string | null;
  /** `captchaResponse` of the hosted service, with its `recaptchaVersion`. */
  response: string | null;
  version: string | null;
  /** Network address of the caller. */
  address: string;
};

/** What the hosted service says of one of its tokens. `score`: 0 is a robot, 1 a person. */
export type Assessment = { valid: boolean; action: string; score: number };

/** Port to the hosted service (reCAPTCHA Enterprise). Throws AppError `unavailable`. */
export type Assessments = {
  siteKey: string;
  projectId: string;
  enforcement: 'OFF' | 'AUDIT' | 'ENFORCE';
  assess(token: string, event: { action: string; address: string }): Promise<Assessment>;
};

export type CaptchaConfig = {
  enabled: boolean;
  /** The share of a limit, in percent, from which a proof is due. */
  fromPercent: number;
  /** How long a challenge can be solved and redeemed. */
  seconds: number;
  /** The most tries that a challenge takes. */
  tries: number;
  /** Lowest score of the hosted service that passes, in percent. */
  minScorePercent: number;
};

export type Captcha = {
  /** Whether a call must prove itself; `used`: the share of the action's fullest limit that is used up (`Limits.used`). */
  isDue(action: CaptchaAction, used: number): boolean;
  /** A fresh challenge for one call of this action. */
  challenge(action: CaptchaAction): Promise<WorkChallenge>;
  /** True for a challenge that is solved and has not expired. It is not redeemed by this. */
  isSolved(solved: string): Promise<boolean>;
  /**
   * Redeems the proof of a call if one is due. Each proof passes once, in all processes. Throws CaptchaError
   * MISSING_RECAPTCHA_TOKEN, INVALID_RECAPTCHA_TOKEN or CAPTCHA_CHECK_FAILED.
   */
  redeem(action: CaptchaAction, used: number, proof: Proof): Promise<void>;
  /** Deletes redeemed proofs that have expired. */
  cleanUp(): Promise<void>;
};

/** The names that the SDK gives to our actions when it asks the hosted service for a token. */
const HOSTED_ACTIONS: Record<CaptchaAction, readonly string[]> = {
  'sign-up': ['signUpPassword'],
  'sign-in': ['signInWithPassword'],
  'send-link': ['getOobCode'],
  'send-code': ['sendVerificationCode', 'mfaSmsEnrollment', 'mfaSmsSignIn'],
};

const HOSTED_VERSION = 'RECAPTCHA_ENTERPRISE';

/**
 * Guards calls against robots: by a proof of work of our own, and by tokens of a hosted service where the merchant
 * configured one. `key` signs challenges and is the same in all processes.
 */
export function createCaptcha(ports: {
  db: Db;
  key: Buffer;
  config: CaptchaConfig;
  assessments?: Assessments | undefined;
  log: { info(fields: object, message: string): void };
  clock?: () => Date;
}): Captcha {
  const { db, key, config, assessments, log, clock = () => new Date() } = ports;
  const work = createProofOfWork({ key, tries: config.tries, seconds: config.seconds, clock });
  const enforces = assessments?.enforcement === 'ENFORCE';

  function isDue(action: CaptchaAction, used: number): boolean {
    if (enforces) return true;
    // Text messages cost money: they always need a proof.
    return config.enabled && (action === 'send-code' || used * 100 >= config.fromPercent);
  }

  async function redeemWork(action: CaptchaAction, solved: string): Promise<CaptchaError['code'] | null> {
    const verdict = await work.verify(solved);
    if (verdict.is === 'malformed') return 'INVALID_RECAPTCHA_TOKEN';
    if (verdict.is === 'wrong') return 'CAPTCHA_CHECK_FAILED';
    if (verdict.action !== action) return 'INVALID_RECAPTCHA_TOKEN';
    return (await store.insertProof(db, verdict)) ? null : 'CAPTCHA_CHECK_FAILED';
  }

  /** The verdict on a token of the hosted service; null when it passes. */
  async function assess(hosted: Assessments, action: CaptchaAction, { response, version, address }: Proof) {
    if (version !== HOSTED_VERSION) return 'INVALID_RECAPTCHA_VERSION';
    const actions = HOSTED_ACTIONS[action];
    const found = await hosted.assess(response!, { action: actions[0]!, address });
    const verdict = !found.valid
      ? 'INVALID_RECAPTCHA_TOKEN'
      : !actions.includes(found.action)
        ? 'INVALID_RECAPTCHA_ACTION'
        : found.score * 100 < config.minScorePercent
          ? 'CAPTCHA_CHECK_FAILED'
          : null;
    log.info({ action, score: found.score, verdict: verdict ?? 'passed' }, 'captcha assessed');
    return verdict;
  }

  return {
    isDue,
    challenge: (action) => work.challenge(action),
    isSolved: async (solved) => (await work.verify(solved)).is === 'solved',

    async redeem(action, used, proof) {
      const due = isDue(action, used);
      if (assessments && assessments.enforcement !== 'OFF' && proof.response !== null) {
        const refusal = await assess(assessments, action, proof);
        if (refusal === null) return;
        if (enforces) throw new CaptchaError(refusal);
      }
      if (!due) return;
      if (proof.token !== null) {
        const refusal = await redeemWork(action, proof.token);
        if (refusal !== null) throw new CaptchaError(refusal);
        return;
      }
      // A cookie that is spent or too old is as good as none: the page then asks for a new challenge.
      if (proof.cookie === null || (await redeemWork(action, proof.cookie)) !== null)
        throw new CaptchaError('MISSING_RECAPTCHA_TOKEN');
    },

    cleanUp: () => store.deleteExpired(db),
  };
}
