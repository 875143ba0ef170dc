import type { Db } from '../../db/database.ts';
import type { CaptchaAction } from '../../shared/captcha-actions.ts';
import { ProtocolError } from '../../shared/protocol-error.ts';
import { createProofOfWork, type WorkChallenge } from './proof-of-work.ts';
import * as store from './store.ts';

export type { WorkChallenge } from './proof-of-work.ts';

/** Codes of a refused captcha proof, as the wire names them (reference: Identity Toolkit, error codes). */
type CaptchaErrorCode =
  | 'CAPTCHA_CHECK_FAILED'
  | 'INVALID_RECAPTCHA_ACTION'
  | 'INVALID_RECAPTCHA_TOKEN'
  | 'INVALID_RECAPTCHA_VERSION'
  | 'MISSING_RECAPTCHA_TOKEN';

class CaptchaError extends ProtocolError<CaptchaErrorCode> {
  override readonly name = 'CaptchaError';
}

/** The captcha proofs that a call of the wire carries. */
export type Proof = {
  /** A solved challenge, from the cookie of our own page. */
  cookie: string | null;
  /** A solved challenge, from `recaptchaToken` of the SDK's ApplicationVerifier. */
  token: string | null;
  /** `captchaResponse` of the hosted service, with its `recaptchaVersion`. */
  response: string | null;
  version: string | null;
  /** Network address of the caller. */
  address: string;
};

/** The hosted service's assessment of one of its tokens. `score`: 0 is a robot, 1 a person. */
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
  /** The share of a limit, in percent, from which a proof is required. */
  fromPercent: number;
  /** How long a challenge can be solved and redeemed, in seconds. */
  seconds: number;
  /** The maximum number of tries to solve a challenge. */
  tries: number;
  /** The lowest passing score of the hosted service, in percent. */
  minScorePercent: number;
};

export type Captcha = {
  /** True when a call requires a proof. `used`: the highest used share of the action's limits (`Limits.used`). */
  isDue(action: CaptchaAction, used: number): boolean;
  /** Creates a challenge for one call of this action. */
  challenge(action: CaptchaAction): Promise<WorkChallenge>;
  /** True for a solved challenge that has not expired. Does not redeem it. */
  isSolved(solved: string): Promise<boolean>;
  /**
   * Redeems the proof of a call if one is required. Each proof passes once, across all processes. Throws CaptchaError
   * MISSING_RECAPTCHA_TOKEN, INVALID_RECAPTCHA_TOKEN or CAPTCHA_CHECK_FAILED.
   */
  redeem(action: CaptchaAction, used: number, proof: Proof): Promise<void>;
  /** Deletes redeemed proofs that have expired. */
  cleanUp(): Promise<void>;
};

/** The names that the SDK uses for our actions when it requests a token of the hosted service. */
const HOSTED_ACTIONS: Record<CaptchaAction, readonly string[]> = {
  'sign-up': ['signUpPassword'],
  'sign-in': ['signInWithPassword'],
  'send-link': ['getOobCode'],
  'send-code': ['sendVerificationCode', 'mfaSmsEnrollment', 'mfaSmsSignIn'],
};

const HOSTED_VERSION = 'RECAPTCHA_ENTERPRISE';

/**
 * Protects calls against robots: by our own proof of work, and by tokens of a hosted service where the merchant
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
    // Text messages cost money, so they always require a proof.
    return config.enabled && (action === 'send-code' || used * 100 >= config.fromPercent);
  }

  async function redeemWork(action: CaptchaAction, solved: string): Promise<CaptchaError['code'] | null> {
    const verdict = await work.verify(solved);
    if (verdict.is === 'malformed') return 'INVALID_RECAPTCHA_TOKEN';
    if (verdict.is === 'wrong') return 'CAPTCHA_CHECK_FAILED';
    if (verdict.action !== action) return 'INVALID_RECAPTCHA_TOKEN';
    return (await store.insertProof(db, verdict)) ? null : 'CAPTCHA_CHECK_FAILED';
  }

  /** Checks a token of the hosted service; null when it passes, otherwise the reason. */
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
      // A cookie that was redeemed or expired counts as missing, so that the page requests a new challenge.
      if (proof.cookie === null || (await redeemWork(action, proof.cookie)) !== null)
        throw new CaptchaError('MISSING_RECAPTCHA_TOKEN');
    },

    cleanUp: () => store.deleteExpired(db),
  };
}
