import type { Db, Tx } from '../../db/database.ts';
import { IdentityError } from '../../modules/identity/error.ts';
import { type Account, type IdentityModule, provedAddress, type TokenSet } from '../../modules/identity/identity.ts';
import type { AccountMailQueue } from '../../modules/notifications/notifications.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import { foldEmail } from '../../shared/email.ts';
import type { Locale } from '../../shared/locale.ts';
import type { ChangeAddress, SignedInAs } from '../account/change-email.ts';
import type { ClaimAddress } from '../account/claim-address.ts';
import type { WithCodeTry } from '../account/code-tries.ts';
import type { Admission } from './admission.ts';
import type { Caller } from './sign-in-facts.ts';
import { answerOf, sessionStartOf, type SignInAnswer, type StartSession } from './start-session.ts';

export type SignInWithEmailLink = (request: {
  email: string;
  code: string;
  /** Set when the caller is signed in: that account gets the address. */
  idToken?: string;
  locale: Locale;
  caller: Caller;
}) => Promise<{ account: Account; answer: SignInAnswer; isNewUser: boolean }>;

type Ports = {
  db: Db;
  admission: Pick<Admission, 'transaction'>;
  identity: IdentityModule;
  notifications: AccountMailQueue;
  orders: Pick<Orders, 'addProven'>;
  startSession: StartSession;
  changeAddress: ChangeAddress;
  claimAddress: ClaimAddress;
  withCodeTry: WithCodeTry;
};

/**
 * Signs in with a mailed link, which verifies the address. The session opens for the account with that address, for a
 * new one, or for the signed-in one. Guest orders of the address join that account. Throws IdentityError MISSING_EMAIL,
 * INVALID_EMAIL (not the link's), INVALID_OOB_CODE, EXPIRED_OOB_CODE, EMAIL_EXISTS, USER_DISABLED.
 */
export function createSignInWithEmailLink(ports: Ports): SignInWithEmailLink {
  const { admission, identity, orders, startSession, withCodeTry } = ports;
  return ({ email: given, code, idToken, locale, caller }) =>
    withCodeTry(caller.address, async () => {
      const email = identity.checkEmail(given);
      if (idToken !== undefined) {
        const { account, tokens } = await linkTo(ports, await identity.accountOfIdToken(idToken), code, email);
        return { account, answer: tokens, isNewUser: false };
      }
      const { account, isNew, started } = await admission.transaction(async (tx) => {
        await takeLink(ports, tx, code, email);
        const { account, isNew } = await ownerOf(ports, tx, email, locale);
        const started = await startSession(tx, account, { provider: 'emailLink', isNew, caller });
        if (provedAddress(account) !== null)
          await orders.addProven(tx, { accountId: account.id, email, since: sessionStartOf(started) });
        return { account, isNew, started };
      });
      return { account, isNewUser: isNew, answer: await answerOf(identity, account, started) };
    });
}

async function takeLink({ identity }: Ports, tx: Tx, code: string, email: string): Promise<void> {
  const facts = await identity.takeCode(tx, code, 'EMAIL_SIGNIN');
  if (foldEmail(facts.email) !== foldEmail(email))
    throw new IdentityError('INVALID_EMAIL', 'The email provided does not match the sign-in email address.');
}

/** The account with this address, which is now verified, or a new one. */
async function ownerOf(
  { identity, notifications, claimAddress }: Ports,
  tx: Tx,
  email: string,
  locale: Locale,
): Promise<{ account: Account; isNew: boolean }> {
  const known = await identity.accountByEmail(email, tx);
  if (!known) return { account: await identity.createAccount(tx, { email, emailVerified: true, locale }), isNew: true };
  const { account, dropped } = await claimAddress(tx, await identity.lockAccount(tx, known.id));
  if (dropped) {
    await identity.securityEvent(tx, account.id, 'account-claimed', { by: 'emailLink' });
    await notifications.queueAccountMail(tx, {
      kind: 'password-changed',
      accountId: account.id,
      to: email,
      locale: account.locale,
      detail: { removed: 'yes' },
    });
  }
  return { account, isNew: false };
}

/** The session continues. A change of the address ends it, and a new one replaces it. */
async function linkTo(
  ports: Ports,
  who: SignedInAs,
  code: string,
  email: string,
): Promise<{ account: Account; tokens: TokenSet }> {
  const { db, identity, changeAddress } = ports;
  const { account, opened } = await db.transaction(async (tx) => {
    await takeLink(ports, tx, code, email);
    const account = await changeAddress(tx, who, { email, verified: true });
    const sameAddress = account.validSince.getTime() === who.account.validSince.getTime();
    if (sameAddress) await identity.setSessionProvider(tx, who.session.id, 'emailLink');
    return {
      account,
      opened: sameAddress
        ? null
        : await identity.openSession(tx, account, { ...who.session, provider: 'emailLink', authTime: who.authTime }),
    };
  });
  if (!opened) return { account, tokens: await identity.renew(account, { ...who.session, provider: 'emailLink' }) };
  return {
    account,
    tokens: { ...(await identity.issueIdToken(account, opened.session)), refreshToken: opened.refreshToken },
  };
}
