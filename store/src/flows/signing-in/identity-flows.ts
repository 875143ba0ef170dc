import type { Db } from '../../db/database.ts';
import type { Limits } from '../../db/limits.ts';
import type { Notices } from '../../db/notices.ts';
import type { Captcha } from '../../modules/captcha/captcha.ts';
import type { DocumentBook } from '../../modules/documents/documents.ts';
import type { EsimBook } from '../../modules/esims/esims.ts';
import type { IdentityModule } from '../../modules/identity/identity.ts';
import type { AccountMailQueue, Notifications } from '../../modules/notifications/notifications.ts';
import type { AutoTopUpBook } from '../../modules/auto-top-ups/auto-top-ups.ts';
import type { NoticeBook } from '../../modules/notices/notices.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import type { CardBook } from '../../modules/payments/payments.ts';
import type { RightsBook } from '../../modules/rights/rights.ts';
import type { WithdrawalBook } from '../../modules/rights/withdrawals/withdrawals.ts';
import type { SecondFactors } from '../../modules/second-factors/second-factors.ts';
import type { Passkeys } from '../../modules/passkeys/passkeys.ts';
import type { PhoneModule } from '../../modules/phone/phone.ts';
import type { Tickets } from '../../modules/tickets/tickets.ts';
import { type Blocking, createAdmission } from './admission.ts';
import { createApplyCode } from '../account/apply-code.ts';
import { createAskChallenge } from './ask-challenge.ts';
import { createChangeAddress, createChangeEmail } from '../account/change-email.ts';
import { createChangePassword } from '../account/change-password.ts';
import { createClaimAddress } from '../account/claim-address.ts';
import { createWithCodeTry } from '../account/code-tries.ts';
import { createSignInWithCustomToken } from './custom-token.ts';
import { createDeleteAccount, createRemoveAccount } from '../account/delete-account.ts';
import { createSignInWithEmailLink } from './email-link.ts';
import { createPasskeyFlows } from './passkeys.ts';
import { createRequireRecentSession } from '../account/recent-session.ts';
import { createSignInWithPhone } from './phone-sign-in.ts';
import { createEnrolFactor, createMakeRecoveryCodes, createRemoveFactor } from '../account/enrol-factor.ts';
import { createPersonalRecords } from '../account/personal-records.ts';
import { createRequestLink } from '../account/request-link.ts';
import { createResetPassword } from '../account/reset-password.ts';
import { createRevokeOtherTokens, createRevokeToken, createSignOutEverywhere } from '../account/revoke-sessions.ts';
import { createSecondStep } from './second-step.ts';
import { createSignIn } from './sign-in.ts';
import { createSignUp, createSignUpAnonymously } from './sign-up.ts';
import { createStartSession } from './start-session.ts';
import { createSyncToken } from './sync-token.ts';
import { createUnlink } from '../account/unlink.ts';

export type IdentityFlows = ReturnType<typeof createIdentityFlows>;

type Ports = {
  db: Db;
  captcha: Captcha;
  identity: IdentityModule;
  passkeys: Passkeys;
  phone: PhoneModule;
  limits: Limits;
  notices: Pick<Notices, 'accessEnded'>;
  notifications: AccountMailQueue & Pick<Notifications, 'pseudonymise' | 'forgetRequested' | 'listOf'>;
  orders: Pick<Orders, 'addProven' | 'endAccessOf' | 'forgetOwner' | 'guestOrdersOf'>;
  esims: Pick<EsimBook, 'forgetReadings' | 'forgetNames'>;
  rights: Pick<RightsBook, 'forget'>;
  secondFactors: SecondFactors;
  tickets: Pick<Tickets, 'deleteOf' | 'writtenBy'>;
  documents: Pick<DocumentBook, 'forget' | 'ofOrders' | 'billingOf'>;
  noticeBook: Pick<NoticeBook, 'forget' | 'choicesOf' | 'ofOrders'>;
  autoTopUps: Pick<AutoTopUpBook, 'inUse' | 'switchOff' | 'ofAccount' | 'charges'>;
  payments: { cards: Pick<CardBook, 'forget' | 'listOf'> };
  withdrawals: Pick<WithdrawalBook, 'forget' | 'ofPerson'>;
  enumerationProtection: boolean;
  log: { warn(fields: object, message: string): void };
  /** Undefined: no endpoint can refuse a sign-in. */
  blocking?: Blocking;
};

/** Composes the flows behind the identity wire and the settings. */
export function createIdentityFlows(ports: Ports) {
  const admission = createAdmission(ports);
  const startSession = createStartSession({ ...ports, admission });
  const changeAddress = createChangeAddress(ports);
  const claimAddress = createClaimAddress(ports);
  const withCodeTry = createWithCodeTry(ports.limits);
  const removeAccount = createRemoveAccount(ports);
  const base = {
    ...ports,
    admission,
    startSession,
    changeAddress,
    claimAddress,
    withCodeTry,
    removeAccount,
  };
  return {
    admission,
    startSession,
    claimAddress,
    withCodeTry,
    askChallenge: createAskChallenge(base),
    syncToken: createSyncToken(base),
    requireRecentSession: createRequireRecentSession(base),
    passkeys: createPasskeyFlows(base),
    removeAccount,
    signUp: createSignUp(base),
    signUpAnonymously: createSignUpAnonymously(base),
    signIn: createSignIn(base),
    signInWithEmailLink: createSignInWithEmailLink(base),
    signInWithPhone: createSignInWithPhone(base),
    signInWithCustomToken: createSignInWithCustomToken(base),
    requestLink: createRequestLink(base),
    resetPassword: createResetPassword(base),
    applyCode: createApplyCode(base),
    changeEmail: createChangeEmail(base),
    changePassword: createChangePassword(base),
    enrolFactor: createEnrolFactor(base),
    removeFactor: createRemoveFactor(base),
    makeRecoveryCodes: createMakeRecoveryCodes(base),
    secondStep: createSecondStep(base),
    unlink: createUnlink(base),
    personalRecords: createPersonalRecords(base),
    deleteAccount: createDeleteAccount(base),
    signOutEverywhere: createSignOutEverywhere(base),
    revokeToken: createRevokeToken(base),
    revokeOtherTokens: createRevokeOtherTokens(base),
  };
}
