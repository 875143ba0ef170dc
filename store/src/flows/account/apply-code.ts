import type { Db, Tx } from '../../db/database.ts';
import { IdentityError } from '../../modules/identity/error.ts';
import { type Account, hasAddress, type IdentityModule, provedAddress } from '../../modules/identity/identity.ts';
import type { CodeFacts } from '../../modules/identity/types.ts';
import type { AccountMailQueue } from '../../modules/notifications/notifications.ts';
import type { Passkeys } from '../../modules/passkeys/passkeys.ts';
import type { SecondFactors } from '../../modules/second-factors/second-factors.ts';
import { notifyOfChange } from './change-email.ts';
import type { WithCodeTry } from './code-tries.ts';
import { dropFactor } from './enrol-factor.ts';

/** `idToken`: of the account of the code. It proves that the person who has the address is also the account's owner. */
export type ApplyCode = (request: { code: string; idToken?: string; address: string }) => Promise<Account>;

type Ports = {
  db: Db;
  identity: IdentityModule;
  secondFactors: SecondFactors;
  notifications: AccountMailQueue;
  passkeys: Pick<Passkeys, 'removeAll'>;
  withCodeTry: WithCodeTry;
};
type Redeemed = CodeFacts & { byCodeAlone: boolean };

/**
 * Redeems the code of a mailed link: verifies an address, changes it, restores an old one, or secures the owner's
 * account. A code alone proves an address and nothing about the ways to sign in, which may be a stranger's: the next
 * sign-in that proves the address ends them (claim-address.ts), unless an ID token came with the code. Throws
 * IdentityError INVALID_OOB_CODE, EXPIRED_OOB_CODE, EMAIL_EXISTS, USER_DISABLED, CREDENTIAL_MISMATCH (the token is another
 * account's) and what `accountOfIdToken` and `lockSignedIn` throw, AppError `too-many-requests`.
 */
export function createApplyCode(ports: Ports): ApplyCode {
  const { db, identity, withCodeTry } = ports;
  return ({ code, idToken, address }) =>
    withCodeTry(address, async () => {
      const who = idToken === undefined ? null : await identity.accountOfIdToken(idToken);
      const { kind, accountId } = await identity.inspectCode(code);
      if (accountId === null || kind === 'PASSWORD_RESET' || kind === 'EMAIL_SIGNIN')
        throw new IdentityError('INVALID_OOB_CODE');
      if (who !== null && who.account.id !== accountId) throw new IdentityError('CREDENTIAL_MISMATCH');
      return db.transaction(async (tx) => {
        const account = who ? await identity.lockSignedIn(tx, who) : await identity.lockAccount(tx, accountId);
        const facts = await identity.takeCode(tx, code, kind);
        return APPLY[kind](ports, tx, account, { ...facts, byCodeAlone: who === null });
      });
    });
}

async function verify(
  { identity }: Ports,
  tx: Tx,
  account: Account,
  { email, byCodeAlone }: Redeemed,
): Promise<Account> {
  if (!hasAddress(account, email)) throw new IdentityError('INVALID_OOB_CODE');
  await identity.securityEvent(tx, account.id, 'email-verified', { by: byCodeAlone ? 'code' : 'session' });
  if (byCodeAlone && provedAddress(account) !== null) return account;
  return identity.markVerified(tx, account.id, { byCodeAlone });
}

async function change(
  ports: Ports,
  tx: Tx,
  account: Account,
  { email, newEmail, byCodeAlone }: Redeemed,
): Promise<Account> {
  const { identity } = ports;
  // `email` is empty when the account had no address before.
  if (newEmail === null || (email === '' ? account.email !== null : !hasAddress(account, email)))
    throw new IdentityError('INVALID_OOB_CODE');
  const changed = await identity.changeEmail(tx, account.id, { email: newEmail, verified: true, byCodeAlone });
  await identity.revokeSessions(tx, account.id);
  await notifyOfChange(ports, tx, account, newEmail);
  return changed;
}

/** The account is found by id, not by its current address: an attacker may have changed the address several times. */
async function recover(ports: Ports, tx: Tx, account: Account, { email }: CodeFacts): Promise<Account> {
  return leaveOnlyMailbox(ports, tx, account, email, 'email-recovered');
}

/**
 * The owner of the address did not link or unlink this way to sign in. The code was mailed to the address at that
 * time.
 */
async function secure(ports: Ports, tx: Tx, account: Account, { email }: CodeFacts): Promise<Account> {
  if (!hasAddress(account, email)) throw new IdentityError('INVALID_OOB_CODE');
  return leaveOnlyMailbox(ports, tx, account, email, 'account-secured');
}

/** The owner of the address did not add this second factor: an attacker has had access to the account. */
async function revertFactor(ports: Ports, tx: Tx, account: Account, { email, factorId }: CodeFacts): Promise<Account> {
  const factor = account.secondFactors.find(({ id }) => id === factorId);
  if (!factor || !hasAddress(account, email)) throw new IdentityError('INVALID_OOB_CODE');
  await dropFactor(ports, tx, account, factor, 'link');
  return leaveOnlyMailbox(ports, tx, account, email, 'account-secured');
}

/**
 * Removes every way to sign in except the mailbox, because the attacker knows the password, has linked a provider, or
 * has added a passkey. The page then offers to choose a new password. Second factors stay: access to the mailbox
 * alone must not open an account that has one.
 */
async function leaveOnlyMailbox(
  { identity, passkeys, secondFactors }: Ports,
  tx: Tx,
  account: Account,
  email: string,
  kind: 'email-recovered' | 'account-secured',
): Promise<Account> {
  await identity.changeEmail(tx, account.id, { email, verified: true });
  const sessions = await identity.revokeSessions(tx, account.id);
  await identity.forgetDevices(tx, account.id);
  await passkeys.removeAll(tx, account.id);
  await secondFactors.deleteRecoveryCodes(tx, account.id);
  await identity.securityEvent(tx, account.id, kind, { sessions });
  return identity.unlink(tx, account.id, ['password', 'phone', ...account.providers.map(({ provider }) => provider)]);
}

const APPLY = {
  VERIFY_EMAIL: verify,
  VERIFY_AND_CHANGE_EMAIL: change,
  RECOVER_EMAIL: recover,
  REVERT_SECOND_FACTOR_ADDITION: revertFactor,
  SECURE_ACCOUNT: secure,
};
