import type { Tx } from '../../db/database.ts';
import type { Limits } from '../../db/limits.ts';
import type { Account, IdentityModule, ProvedFactor, TokenSet } from '../../modules/identity/identity.ts';
import type { AccountMailQueue } from '../../modules/notifications/notifications.ts';
import type { PhoneModule, SendCode } from '../../modules/phone/phone.ts';
import { SecondFactorError } from '../../modules/second-factors/error.ts';
import type { PendingSignIn, SecondFactors } from '../../modules/second-factors/second-factors.ts';
import type { WithCodeTry } from '../account/code-tries.ts';
import { mailFactorNews, WRONG_CODE } from '../account/enrol-factor.ts';
import type { Admission } from './admission.ts';
import type { Caller } from './sign-in-facts.ts';
import { answerOf, type StartSession } from './start-session.ts';

export type SecondStep = {
  /**
   * Texts a code to the phone that is a second factor (`factorId`: its identifier on the wire), and returns its
   * `sessionInfo`. Throws SecondFactorError INVALID_MFA_PENDING_CREDENTIAL, SESSION_EXPIRED or
   * MFA_ENROLLMENT_NOT_FOUND, and what `sendCode` throws.
   */
  start(
    input: { credential: string; factorId: string } & Pick<SendCode, 'locale' | 'caller' | 'proof'>,
  ): Promise<string>;
  /**
   * Opens the session that the first step requested, given the code of an authenticator app, a recovery code or the
   * code of a text. Wrong codes count per pending credential, per account and per network address. Throws
   * SecondFactorError INVALID_MFA_PENDING_CREDENTIAL (also after a change of password or address), SESSION_EXPIRED,
   * MFA_ENROLLMENT_NOT_FOUND, INVALID_CODE, IdentityError USER_DISABLED, what `checkCode` throws, AppError
   * `too-many-requests`.
   */
  finish(input: {
    credential: string;
    proof: { factorId: string; code: string } | { sessionInfo: string; code: string };
    caller: Caller;
  }): Promise<{ account: Account; tokens: TokenSet }>;
};

type Ports = {
  admission: Pick<Admission, 'transaction'>;
  identity: IdentityModule;
  limits: Limits;
  secondFactors: SecondFactors;
  phone: PhoneModule;
  notifications: AccountMailQueue;
  startSession: StartSession;
  withCodeTry: WithCodeTry;
};

type Step = Parameters<SecondStep['finish']>[0] & { pending: PendingSignIn };

/** The second step of a sign-in. */
export function createSecondStep(ports: Ports): SecondStep {
  const { identity, limits, secondFactors, phone, withCodeTry } = ports;
  return {
    async start({ credential, factorId, ...text }) {
      const { accountId } = await secondFactors.pending(credential);
      const account = await identity.account(accountId);
      const number = account?.secondFactors.find(({ wireId }) => wireId === factorId)?.phoneNumber;
      if (!number) throw new SecondFactorError('MFA_ENROLLMENT_NOT_FOUND');
      return phone.sendCode({ ...text, purpose: 'second-factor', accountId, phoneNumber: number });
    },

    async finish(step) {
      const pending = await secondFactors.tryPending(step.credential);
      return withCodeTry(step.caller.address, () =>
        limits.countFailures({ 'wrong-codes-per-account': pending.accountId }, WRONG_CODE, async () => {
          const { account, started } = await open(ports, { ...step, pending });
          return { account, tokens: await answerOf(identity, account, started) };
        }),
      );
    },
  };
}

async function byCode(
  { identity, secondFactors, notifications }: Ports,
  tx: Tx,
  account: Account,
  { factorId, code }: { factorId: string; code: string },
): Promise<ProvedFactor> {
  const factor = account.secondFactors.find(({ wireId }) => wireId === factorId);
  if (!factor) throw new SecondFactorError('MFA_ENROLLMENT_NOT_FOUND');
  if (factor.kind === 'totp' && (await secondFactors.takeTotp(tx, factor.id, code)))
    return { kind: 'totp', id: factor.id };
  const recovery = await secondFactors.takeRecoveryCode(tx, account.id, code);
  if (recovery === null) throw new SecondFactorError('INVALID_CODE');
  await identity.securityEvent(tx, account.id, 'recovery-code-used');
  await mailFactorNews(notifications, tx, account, { kind: 'recovery-code-used' });
  return { kind: 'recovery', id: recovery };
}

function byNumber({ secondFactors: factors }: Account, number: string): ProvedFactor {
  const factor = factors.find(({ phoneNumber }) => phoneNumber === number);
  if (!factor) throw new SecondFactorError('MFA_ENROLLMENT_NOT_FOUND');
  return { kind: 'phone', id: factor.id };
}

async function open(ports: Ports, { credential, proof, caller, pending: { accountId, provider, validSince } }: Step) {
  const { admission, identity, secondFactors, phone, startSession } = ports;
  // The code of a text is redeemed before the transaction opens.
  const number =
    'sessionInfo' in proof ? await phone.checkCode({ ...proof, purpose: 'second-factor', accountId, caller }) : null;
  return admission.transaction(async (tx) => {
    const account = await identity.lockAccount(tx, accountId);
    if (account.validSince.getTime() !== validSince.getTime())
      throw new SecondFactorError('INVALID_MFA_PENDING_CREDENTIAL');
    const secondFactor = 'factorId' in proof ? await byCode(ports, tx, account, proof) : byNumber(account, number!);
    await secondFactors.usePending(tx, credential);
    // The mailed link proved the address, and the factor that the account is this person's.
    if (provider === 'emailLink' && account.verifiedByCodeAlone) await identity.markVerified(tx, accountId);
    const started = await startSession(tx, account, { provider, isNew: false, caller, secondFactor });
    return { account, started };
  });
}
