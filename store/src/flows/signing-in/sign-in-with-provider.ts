import type { Db, Tx } from '../../db/database.ts';
import type { Limits } from '../../db/limits.ts';
import { IdentityError } from '../../modules/identity/error.ts';
import { type Account, type IdentityModule, isUnclaimed, provedAddress } from '../../modules/identity/identity.ts';
import type { ProviderPerson, Providers } from '../../modules/identity/providers/providers.ts';
import type { AccountMailQueue } from '../../modules/notifications/notifications.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import { codeOf } from '../../shared/errors.ts';
import type { Locale } from '../../shared/locale.ts';
import type { ClaimAddress } from '../account/claim-address.ts';
import type { QueuePhoto } from '../account/fetch-photo.ts';
import type { Admission } from './admission.ts';
import type { Caller } from './sign-in-facts.ts';
import { answerOf, sessionStartOf, type SignInAnswer, type StartSession } from './start-session.ts';

export type ProviderRequest = {
  person: ProviderPerson;
  /** False for a re-authentication: a person without an account is refused. */
  autoCreate: boolean;
  locale: Locale;
  caller: Caller;
};

/**
 * `confirm`: the address belongs to an account that this person has not proved to own; `ways` lists its ways to sign
 * in, by the wire's names.
 */
export type ProviderOutcome =
  | { is: 'signed-in'; account: Account; answer: SignInAnswer; isNewUser: boolean }
  | { is: 'confirm'; ways: string[] };

/** Throws IdentityError USER_NOT_FOUND (without `autoCreate`) or USER_DISABLED, AppError `too-many-requests`. */
export type SignInWithProvider = (request: ProviderRequest) => Promise<ProviderOutcome>;

/** `claimed`: a verified owner has taken over an unverified account. */
type Decision = { account: Account; isNew: boolean; claimed?: boolean } | { confirm: Account };

type Ports = {
  db: Db;
  admission: Pick<Admission, 'transaction'>;
  identity: IdentityModule;
  providers: Providers;
  limits: Limits;
  notifications: AccountMailQueue;
  orders: Pick<Orders, 'addProven'>;
  startSession: StartSession;
  claimAddress: ClaimAddress;
  queuePhoto: QueuePhoto;
};

/** Concurrent requests may create the same account; the slower ones find it on their retry. */
const TRIES = 3;
const FASTER = new Set<string | undefined>(['EMAIL_EXISTS', 'FEDERATED_USER_ID_ALREADY_LINKED']);

/**
 * Signs in with a provider. The account is, in this order:
 * - the one that is linked to this person;
 * - a new one, when the person's address has no account;
 * - the account with that address, but only if the provider has verified the address and the account's owner never
 *   proved it. That account may be a stranger's, who then loses it.
 * In every other case the owner must first sign in the usual way and then link the provider.
 */
export function createSignInWithProvider(ports: Ports): SignInWithProvider {
  return async (request) => {
    await spendSignUp(ports, request);
    for (let left = TRIES; ; left--) {
      try {
        return await once(ports, request);
      } catch (error) {
        if (left <= 1 || !FASTER.has(codeOf(error))) throw error;
      }
    }
  };
}

/** New accounts share the limit of sign-ups with a password. */
async function spendSignUp(
  { db, identity, providers, limits }: Ports,
  { person, autoCreate, caller }: ProviderRequest,
): Promise<void> {
  if (!autoCreate || (await providers.ownerOf(db, person))) return;
  if (person.email !== null && (await identity.accountByEmail(person.email))) return;
  await limits.consume({ 'sign-ups-per-address': caller.address });
}

/** The account of the person. */
async function decide(ports: Ports, tx: Tx, { person, autoCreate, locale }: ProviderRequest): Promise<Decision> {
  const { identity, providers, notifications } = ports;
  const { email, emailVerified, displayName } = person;
  const owner = await providers.ownerOf(tx, person);
  if (owner !== null) return { account: await known(ports, tx, owner, person), isNew: false };
  if (!autoCreate) throw new IdentityError('USER_NOT_FOUND');
  const holder = email === null ? null : await identity.accountByEmail(email, tx);
  if (holder) return settle(ports, tx, holder, person);
  const account = await identity.createAccount(tx, { email, emailVerified, displayName, locale });
  await providers.link(tx, account.id, person);
  if (email !== null && !emailVerified)
    await notifications.queueAccountMail(tx, { kind: 'verify-email', accountId: account.id, to: email, locale });
  return { account, isNew: true };
}

/** The account that is linked to this person. */
async function known({ identity, providers }: Ports, tx: Tx, owner: string, person: ProviderPerson): Promise<Account> {
  const account = await identity.lockAccount(tx, owner);
  await providers.link(tx, owner, person);
  const proves = person.emailVerified && person.email === account.email && provedAddress(account) === null;
  return proves ? identity.markVerified(tx, owner) : account;
}

/** The address belongs to an account that is not linked to this person. */
async function settle(ports: Ports, tx: Tx, holder: Account, person: ProviderPerson): Promise<Decision> {
  const { identity, providers, notifications, claimAddress } = ports;
  const before = await identity.lockAccount(tx, holder.id);
  // Race: another window of the same sign-in may have created the account between the two reads.
  const owner = await providers.ownerOf(tx, person);
  if (owner !== null) return { account: await known(ports, tx, owner, person), isNew: false };
  if (!person.emailVerified || !isUnclaimed(before)) return { confirm: before };
  const { account, dropped } = await claimAddress(tx, before);
  await providers.link(tx, account.id, person);
  await identity.securityEvent(tx, account.id, 'account-claimed', { by: person.provider });
  if (dropped && account.email !== null) {
    await notifications.queueAccountMail(tx, {
      kind: 'password-changed',
      accountId: account.id,
      to: account.email,
      locale: account.locale,
      detail: { removed: 'yes' },
    });
  }
  return { account, isNew: false, claimed: true };
}

/** The name and photo belonged to the stranger as well. */
async function takeOverProfile(
  { identity, queuePhoto }: Ports,
  tx: Tx,
  accountId: string,
  person: ProviderPerson,
): Promise<void> {
  await identity.updateProfile(accountId, { displayName: person.displayName }, tx);
  await identity.clearPhoto(accountId, tx);
  await queuePhoto(tx, accountId, person);
}

async function once(ports: Ports, request: ProviderRequest): Promise<ProviderOutcome> {
  const { admission, identity, orders, startSession, queuePhoto } = ports;
  const { person, caller } = request;
  const done = await admission.transaction(async (tx) => {
    const decision = await decide(ports, tx, request);
    if ('confirm' in decision) return decision;
    const { account, isNew, claimed } = decision;
    if (claimed) await takeOverProfile(ports, tx, account.id, person);
    else if (account.photoUrl === null) await queuePhoto(tx, account.id, person);
    const started = await startSession(tx, account, { provider: person.provider, isNew, caller });
    if (person.emailVerified && person.email !== null)
      await orders.addProven(tx, { accountId: account.id, email: person.email, since: sessionStartOf(started) });
    return { ...decision, started };
  });
  if ('confirm' in done) return { is: 'confirm', ways: waysInto(done.confirm) };
  // Read again: the tokens contain the links and the verified state.
  const account = (await identity.account(done.account.id)) ?? done.account;
  return {
    is: 'signed-in',
    account,
    isNewUser: done.isNew,
    answer: await answerOf(identity, account, done.started),
  };
}

/** An account with neither a password nor a provider signs in by mailed links. */
function waysInto({ hasPassword, providers }: Account): string[] {
  const ways = [...(hasPassword ? ['password'] : []), ...providers.map(({ provider }) => provider)];
  return ways.length > 0 ? ways : ['emailLink'];
}
