import type { Db, Tx } from '../../db/database.ts';
import { IdentityError } from '../../modules/identity/error.ts';
import { type Account, type IdentityModule, provedAddress, type TokenSet } from '../../modules/identity/identity.ts';
import type { Proof, ProviderPerson, Providers } from '../../modules/identity/providers/providers.ts';
import type { AccountMailQueue } from '../../modules/notifications/notifications.ts';
import type { QueuePhoto } from './fetch-photo.ts';

export type LinkProvider = (input: Proof & { idToken: string }) => Promise<{ account: Account; tokens: TokenSet }>;

/**
 * Links a provider to the signed-in account. An account without an address (an anonymous one) gets the provider's. The
 * provider can open the account from then on, so this requires a recent sign-in, the owner gets a mail, and a provider
 * proof from before the last change of password or address is refused. The session then names the provider. Throws what
 * `accountOfIdToken` throws, IdentityError CREDENTIAL_TOO_OLD_LOGIN_AGAIN, INVALID_PENDING_TOKEN (the proof is too
 * old), PROVIDER_ALREADY_LINKED (this person, or another one of that provider), FEDERATED_USER_ID_ALREADY_LINKED (to
 * another account) or EMAIL_EXISTS (the address is another account's).
 */
export function createLinkProvider(ports: {
  db: Db;
  identity: IdentityModule;
  providers: Providers;
  notifications: AccountMailQueue;
  queuePhoto: QueuePhoto;
}): LinkProvider {
  const { db, identity, providers, notifications, queuePhoto } = ports;

  /** Decides what the address from the provider changes on the account. */
  async function settleAddress(tx: Tx, account: Account, { email, emailVerified }: ProviderPerson): Promise<void> {
    if (email === null) return;
    if (account.email === email) {
      if (emailVerified && provedAddress(account) === null) await identity.markVerified(tx, account.id);
      return;
    }
    const holder = await identity.accountByEmail(email, tx);
    // An unverified account with this address does not prevent its real owner from linking it.
    if (holder && (holder.emailVerified || !emailVerified)) throw new IdentityError('EMAIL_EXISTS');
    if (account.email === null && !holder)
      await identity.changeEmail(tx, account.id, { email, verified: emailVerified });
  }

  return async ({ person, provenAt, idToken }) => {
    const who = await identity.accountOfIdToken(idToken);
    identity.requireRecentLoginToAdd(who);
    const { provider } = person;
    const session = { ...who.session, provider };
    await db.transaction(async (tx) => {
      const account = await identity.lockSignedIn(tx, who);
      if (provenAt < account.validSince) throw new IdentityError('INVALID_PENDING_TOKEN');
      if (account.providers.some((each) => each.provider === provider))
        throw new IdentityError('PROVIDER_ALREADY_LINKED');
      await providers.link(tx, account.id, person);
      await settleAddress(tx, account, person);
      await identity.setSessionProvider(tx, session.id, provider);
      await identity.securityEvent(tx, account.id, 'provider-linked', { provider });
      if (account.email !== null)
        await notifications.queueAccountMail(tx, {
          kind: 'provider-linked',
          accountId: account.id,
          to: account.email,
          locale: account.locale,
          detail: { provider },
        });
      if (account.photoUrl === null) await queuePhoto(tx, account.id, person);
    });
    const account = (await identity.account(who.account.id)) ?? who.account;
    return { account, tokens: await identity.renew(account, session) };
  };
}
