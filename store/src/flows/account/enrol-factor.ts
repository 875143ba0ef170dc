import type { Db, Tx } from '../../db/database.ts';
import type { Notices } from '../../db/notices.ts';
import type { Limits } from '../../db/limits.ts';
import {
  type Account,
  type IdentityModule,
  MAX_SECOND_FACTORS,
  type SecondFactor,
  type TokenSet,
} from '../../modules/identity/identity.ts';
import type { AccountMailQueue } from '../../modules/notifications/notifications.ts';
import type { PhoneModule, SendCode } from '../../modules/phone/phone.ts';
import { SecondFactorError } from '../../modules/second-factors/error.ts';
import type { SecondFactors, TotpEnrolment } from '../../modules/second-factors/second-factors.ts';
import { AppError } from '../../shared/errors.ts';
import type { SignedInAs } from './change-email.ts';
import { asAppError } from './recent-session.ts';

/**
 * Sign-ins to which a second factor cannot be added: an anonymous one has no first factor, the signer of a custom token
 * vouches for both factors, and the hosted service does not support a phone number as the first of two.
 */
const NO_FIRST_FACTOR = new Set(['anonymous', 'custom', 'phone']);

export type EnrolFactor = {
  /**
   * Starts the set-up of an authenticator app. Throws SecondFactorError UNSUPPORTED_FIRST_FACTOR, UNVERIFIED_EMAIL or
   * SECOND_FACTOR_LIMIT_EXCEEDED, IdentityError CREDENTIAL_TOO_OLD_LOGIN_AGAIN.
   */
  startTotp(who: SignedInAs): Promise<TotpEnrolment>;
  /**
   * Texts a code to the number and returns the `sessionInfo` for `finishPhone`. Throws what `startTotp` throws,
   * SecondFactorError SECOND_FACTOR_EXISTS, and what `sendCode` throws.
   */
  startPhone(input: { who: SignedInAs } & Omit<SendCode, 'purpose' | 'accountId'>): Promise<string>;
  /**
   * Makes the number a second factor, given the code of that text. Throws what `checkCode` throws, SecondFactorError
   * SECOND_FACTOR_EXISTS.
   */
  finishPhone(input: {
    who: SignedInAs;
    sessionInfo: string;
    code: string;
    displayName: string | null;
    caller: { address: string };
  }): Promise<Enrolled>;
  /**
   * Makes the app a second factor, given its first code. The session then counts as one that proved it. Also throws
   * SecondFactorError INVALID_SESSION_INFO, SESSION_EXPIRED or INVALID_CODE, AppError `too-many-requests`.
   */
  finishTotp(input: {
    who: SignedInAs;
    sessionInfo: string;
    code: string;
    displayName: string | null;
  }): Promise<Enrolled>;
};

type Enrolled = { account: Account; tokens: TokenSet };

type Ports = {
  db: Db;
  identity: IdentityModule;
  limits: Limits;
  secondFactors: SecondFactors;
  phone: PhoneModule;
  notifications: AccountMailQueue;
  notices: Pick<Notices, 'accessEnded'>;
};

/**
 * Adds second factors, and ends every other session of the account. The owner gets a mail about each factor, with a
 * link that removes it again.
 */
export function createEnrolFactor(ports: Ports): EnrolFactor {
  const { identity, limits, secondFactors, phone } = ports;
  return {
    startTotp(who) {
      checkFirstFactor(who);
      identity.requireRecentLogin(who);
      checkMayEnrol(who.account);
      return secondFactors.startTotp(who.account.id);
    },
    startPhone({ who, ...text }) {
      checkFirstFactor(who);
      identity.requireRecentLogin(who);
      checkMayEnrol(who.account, phone.readNumber(text.phoneNumber));
      return phone.sendCode({ ...text, purpose: 'enrol', accountId: who.account.id });
    },
    async finishPhone({ who, sessionInfo, code, displayName, caller }) {
      checkFirstFactor(who);
      const accountId = who.account.id;
      const phoneNumber = await limits.countFailures({ 'wrong-codes-per-account': accountId }, WRONG_CODE, () =>
        phone.checkCode({ sessionInfo, code, purpose: 'enrol', accountId, caller }),
      );
      return keep(ports, who, { kind: 'phone', displayName, phoneNumber }, async () => undefined);
    },
    async finishTotp({ who, sessionInfo, code, displayName }) {
      checkFirstFactor(who);
      const accountId = who.account.id;
      const checked = await limits.countFailures({ 'wrong-codes-per-account': accountId }, WRONG_CODE, () =>
        secondFactors.checkNewTotp({ accountId, sessionInfo, code }),
      );
      const factor = { kind: 'totp' as const, displayName, phoneNumber: null };
      return keep(ports, who, factor, (tx, added) => secondFactors.keepTotp(tx, added, checked));
    },
  };
}

/** Adds a proved factor, and ends every other session. */
async function keep(
  { db, identity, secondFactors, notifications, notices }: Ports,
  who: SignedInAs,
  factor: Pick<SecondFactor, 'kind' | 'displayName' | 'phoneNumber'>,
  also: (tx: Tx, factor: SecondFactor) => Promise<void>,
): Promise<Enrolled> {
  const { session, account: before } = who;
  const proved = await db.transaction(async (tx) => {
    const locked = await identity.lockSignedIn(tx, who);
    checkMayEnrol(locked, factor.phoneNumber);
    // These codes belong to a factor that was removed since.
    if (locked.secondFactors.length === 0) await secondFactors.deleteRecoveryCodes(tx, before.id);
    const added = await identity.addSecondFactor(tx, before.id, factor);
    await also(tx, added);
    const proved = { kind: added.kind, id: added.id };
    await identity.setSessionFactor(tx, session.id, proved);
    // They proved one factor only, and may be an attacker's. This session has just proved the new one.
    const sessions = await identity.revokeSessions(tx, before.id, { except: session.id });
    await identity.securityEvent(tx, before.id, 'second-factor-added', {
      kind: added.kind,
      factor: added.id,
      sessions,
    });
    await mailFactorNews(notifications, tx, before, {
      kind: 'second-factor-added',
      detail: { way: added.kind, factor: added.id },
    });
    return proved;
  });
  await notices.accessEnded([before.id]);
  const account = (await identity.account(before.id)) ?? before;
  return { account, tokens: await identity.renew(account, { ...session, secondFactor: proved }) };
}

/** Error codes that count as a wrong guess at a second factor. */
export const WRONG_CODE: ReadonlySet<string | undefined> = new Set(['INVALID_CODE']);

function checkFirstFactor({ session }: SignedInAs): void {
  if (NO_FIRST_FACTOR.has(session.provider))
    throw new SecondFactorError('UNSUPPORTED_FIRST_FACTOR', 'MFA is not available for the given first factor.');
}

/** Recovery works by mail, so enrolment requires a verified address: an unverified one may belong to a stranger. */
function checkMayEnrol({ email, emailVerified, secondFactors }: Account, phoneNumber: string | null = null): void {
  if (email === null || !emailVerified)
    throw new SecondFactorError('UNVERIFIED_EMAIL', 'Need to verify email first before enrolling second factors.');
  if (phoneNumber !== null && secondFactors.some((each) => each.phoneNumber === phoneNumber))
    throw new SecondFactorError(
      'SECOND_FACTOR_EXISTS',
      'Phone number already enrolled as second factor for this account.',
    );
  if (secondFactors.length >= MAX_SECOND_FACTORS) throw new SecondFactorError('SECOND_FACTOR_LIMIT_EXCEEDED');
}

export type RemoveFactor = (request: { who: SignedInAs; factorId: string }) => Promise<Enrolled>;

/**
 * Removes a second factor (`factorId`: its identifier on the wire), after a recent sign-in that proved one. Removing the
 * last one also deletes the recovery codes. The owner gets a mail. Throws IdentityError CREDENTIAL_TOO_OLD_LOGIN_AGAIN,
 * SecondFactorError MFA_ENROLLMENT_NOT_FOUND.
 */
export function createRemoveFactor({ db, identity, secondFactors, notifications }: Ports): RemoveFactor {
  return async ({ who, factorId }) => {
    const { session } = who;
    identity.requireRecentLogin(who);
    const { account, removed } = await db.transaction(async (tx) => {
      const before = await identity.lockSignedIn(tx, who);
      const factor = before.secondFactors.find(({ wireId }) => wireId === factorId);
      if (!factor) throw new SecondFactorError('MFA_ENROLLMENT_NOT_FOUND');
      const account = await dropFactor({ identity, secondFactors, notifications }, tx, before, factor, 'owner');
      return { account, removed: factor.id };
    });
    const isGone = session.secondFactor?.id === removed;
    if (isGone && account.secondFactors.length === 0) {
      await db.transaction((tx) => identity.setSessionFactor(tx, session.id, null));
      return { account, tokens: await identity.renew(account, { ...session, secondFactor: null }) };
    }
    return { account, tokens: await identity.renew(account, session) };
  };
}

/** Removes one factor of a locked account, with audit line and mail. */
export async function dropFactor(
  ports: Pick<Ports, 'identity' | 'secondFactors' | 'notifications'>,
  tx: Tx,
  before: Account,
  { id, kind }: SecondFactor,
  by: 'owner' | 'link' | 'operator',
): Promise<Account> {
  const account = await ports.identity.removeSecondFactors(tx, before.id, [id]);
  if (account.secondFactors.length === 0) await ports.secondFactors.deleteRecoveryCodes(tx, before.id);
  await ports.identity.securityEvent(tx, before.id, 'second-factor-removed', { kind, factor: id, by });
  await mailFactorNews(ports.notifications, tx, before, { kind: 'second-factor-removed', detail: { way: kind } });
  return account;
}

export type MakeRecoveryCodes = (who: SignedInAs) => Promise<string[]>;

/**
 * Creates ten recovery codes, which replace the earlier ones and are shown only once. The caller has checked that `who`
 * signed in recently (`requireRecentSession`). Throws AppError `wrong-state` for an account without second factors,
 * `unauthenticated` or `requires-recent-login`.
 */
export function createMakeRecoveryCodes({ db, identity, secondFactors, notifications }: Ports): MakeRecoveryCodes {
  return (who) =>
    asAppError(() =>
      db.transaction(async (tx) => {
        const account = await identity.lockSignedIn(tx, who);
        if (account.secondFactors.length === 0) throw new AppError('wrong-state');
        const codes = await secondFactors.newRecoveryCodes(tx, account.id);
        await identity.securityEvent(tx, account.id, 'recovery-codes-made');
        await mailFactorNews(notifications, tx, account, { kind: 'recovery-codes-made' });
        return codes;
      }),
    );
}

type FactorNews = {
  kind: 'second-factor-added' | 'second-factor-removed' | 'recovery-codes-made' | 'recovery-code-used';
  detail?: Record<string, string>;
};

/** Mails the owner about a change of second factors. */
export async function mailFactorNews(
  notifications: AccountMailQueue,
  tx: Tx,
  { id: accountId, email: to, locale }: Account,
  { kind, detail = {} }: FactorNews,
): Promise<void> {
  if (to !== null) await notifications.queueAccountMail(tx, { kind, accountId, to, locale, detail });
}
