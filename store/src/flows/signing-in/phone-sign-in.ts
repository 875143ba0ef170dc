import type { Db, Tx } from '../../db/database.ts';
import type { Limits } from '../../db/limits.ts';
import { IdentityError } from '../../modules/identity/error.ts';
import type { Account, IdentityModule, TokenSet } from '../../modules/identity/identity.ts';
import type { AccountMailQueue } from '../../modules/notifications/notifications.ts';
import type { PhoneModule } from '../../modules/phone/phone.ts';
import { codeOf } from '../../shared/errors.ts';
import type { Locale } from '../../shared/locale.ts';
import type { SignedInAs } from '../account/change-email.ts';
import type { Admission } from './admission.ts';
import type { Caller } from './sign-in-facts.ts';
import type { StartSession } from './start-session.ts';

/** The proof of a number: the code of a text, or the temporary proof from an earlier code. */
export type PhoneProof = { sessionInfo: string; code: string } | { temporaryProof: string; phoneNumber: string };

export type SignInWithPhone = (input: {
  proof: PhoneProof;
  /** Set when the caller is signed in: that account gets the number. */
  idToken?: string;
  /** False for a re-authentication: a number without an account is refused. */
  autoCreate: boolean;
  locale: Locale;
  caller: Caller;
}) => Promise<PhoneOutcome>;

/** `taken`: the number belongs to another account; the temporary proof signs in to that one. */
export type PhoneOutcome =
  | { is: 'signed-in'; account: Account; phoneNumber: string; tokens: TokenSet; isNewUser: boolean }
  | { is: 'taken'; phoneNumber: string; temporaryProof: string; expiresIn: number };

type Ports = {
  db: Db;
  admission: Pick<Admission, 'transaction'>;
  identity: IdentityModule;
  phone: PhoneModule;
  limits: Limits;
  notifications: AccountMailQueue;
  startSession: StartSession;
};

/** A session that opens, for a known account or a new one. */
type Opening = { autoCreate: boolean; locale: Locale; caller: Caller };
type Proven = { phoneNumber: string; take(tx: Tx): Promise<void> };

/**
 * Signs in with a verified number: to its account, or to a new one. With an ID token the number is assigned to that
 * account and replaces an earlier one. Throws IdentityError USER_NOT_FOUND (without `autoCreate`), USER_DISABLED,
 * CREDENTIAL_TOO_OLD_LOGIN_AGAIN, PHONE_NUMBER_EXISTS (with a temporary proof), SecondFactorError
 * UNSUPPORTED_FIRST_FACTOR, what `accountOfIdToken` and the phone module throw.
 */
export function createSignInWithPhone(ports: Ports): SignInWithPhone {
  const { identity } = ports;
  return async ({ proof, idToken, autoCreate, locale, caller }) => {
    if (idToken !== undefined) {
      const who = await identity.accountOfIdToken(idToken);
      // Checked before the code is used up.
      identity.requireRecentLoginToAdd(who);
      return linkOrOffer(ports, who, await prove(ports, proof, caller), 'code' in proof);
    }
    const proven = await prove(ports, proof, caller);
    const { account, isNewUser, session, refreshToken } = await open(ports, proven, { autoCreate, locale, caller });
    return {
      is: 'signed-in',
      account,
      phoneNumber: proven.phoneNumber,
      isNewUser,
      tokens: { ...(await identity.issueIdToken(account, session)), refreshToken },
    };
  };
}

/**
 * Redeems the proof. A code is used up at once, right or wrong; a temporary proof is used up in the transaction that
 * it serves.
 */
async function prove({ phone }: Ports, proof: PhoneProof, caller: Caller): Promise<Proven> {
  if ('code' in proof)
    return {
      phoneNumber: await phone.checkCode({ ...proof, purpose: 'sign-in', caller }),
      take: async () => undefined,
    };
  const phoneNumber = phone.readNumber(proof.phoneNumber);
  return { phoneNumber, take: (tx) => phone.takeTemporaryProof(tx, { ...proof, phoneNumber }) };
}

async function openOnce(
  { admission, identity, limits, startSession }: Ports,
  { phoneNumber, take }: Proven,
  { autoCreate, locale, caller }: Opening,
) {
  const known = await identity.accountByPhone(phoneNumber);
  if (!known && !autoCreate) throw new IdentityError('USER_NOT_FOUND');
  if (!known) await limits.consume({ 'sign-ups-per-address': caller.address });
  return admission.transaction(async (tx) => {
    await take(tx);
    const account = known
      ? await identity.lockAccount(tx, known.id)
      : await identity.createAccount(tx, { email: null, phoneNumber, locale });
    // Race: the number was removed from the account, or assigned to another one, between the two reads.
    if (account.phoneNumber !== phoneNumber) throw new IdentityError('PHONE_NUMBER_EXISTS');
    const opened = await startSession(tx, account, { provider: 'phone', isNew: known === null, caller });
    return { account, isNewUser: known === null, ...opened };
  });
}

/** Concurrent requests may create the same account; the slower one finds it on its retry. */
async function open(ports: Ports, proven: Proven, opening: Opening) {
  try {
    return await openOnce(ports, proven, opening);
  } catch (error) {
    if (codeOf(error) !== 'PHONE_NUMBER_EXISTS') throw error;
    return openOnce(ports, proven, opening);
  }
}

/** Writes the audit line and queues the mail with a link that reverts the change. */
async function tell({ identity, notifications }: Ports, tx: Tx, { id, email, locale }: Account): Promise<void> {
  await identity.securityEvent(tx, id, 'provider-linked', { provider: 'phone' });
  if (email === null) return;
  await notifications.queueAccountMail(tx, {
    kind: 'provider-linked',
    accountId: id,
    to: email,
    locale,
    detail: { provider: 'phone' },
  });
}

async function link(
  ports: Ports,
  who: SignedInAs,
  { phoneNumber, take }: Proven,
): Promise<{ account: Account; tokens: TokenSet }> {
  const { db, identity } = ports;
  const session = { ...who.session, provider: 'phone' as const };
  const account = await db.transaction(async (tx) => {
    const before = await identity.lockSignedIn(tx, who);
    await take(tx);
    await identity.setSessionProvider(tx, session.id, 'phone');
    if (before.phoneNumber === phoneNumber) return before;
    // Ends the sessions that the previous number opened, because that number may belong to another person by now.
    if (before.phoneNumber !== null) await identity.unlink(tx, before.id, ['phone'], { exceptSession: session.id });
    const changed = await identity.setPhoneNumber(tx, before.id, phoneNumber);
    await tell(ports, tx, changed);
    return changed;
  });
  return { account, tokens: await identity.renew(account, session) };
}

/** With a code, the owner of the number may instead sign in to the account that has it. */
async function linkOrOffer(ports: Ports, who: SignedInAs, proven: Proven, hasCode: boolean): Promise<PhoneOutcome> {
  const { phoneNumber } = proven;
  try {
    return { is: 'signed-in', phoneNumber, isNewUser: false, ...(await link(ports, who, proven)) };
  } catch (error) {
    if (!hasCode || codeOf(error) !== 'PHONE_NUMBER_EXISTS') throw error;
    return { is: 'taken', phoneNumber, ...(await ports.phone.createTemporaryProof(phoneNumber)) };
  }
}
