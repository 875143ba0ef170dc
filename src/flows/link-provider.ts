import type { Db, Tx } from '../db/database.ts';
import { IdentityFault } from '../modules/identity/fault.ts';
import type { Account, IdentityModule, TokenSet } from '../modules/identity/identity.ts';
import type { ProviderPerson, Providers } from '../modules/identity/providers.ts';
import type { QueuePhoto } from './fetch-photo.ts';

export type LinkProvider = (wish: {
  person: ProviderPerson;
  idToken: string;
}) => Promise<{ account: Account; tokens: TokenSet }>;

/**
 * Adds a provider to whoever is signed in; an account without an address (an anonymous one) gets the provider's.
 * Throws what `accountOfIdToken` throws, IdentityFault FEDERATED_USER_ID_ALREADY_LINKED (to another account),
 * PROVIDER_ALREADY_LINKED (with another person of that provider) or EMAIL_EXISTS (the address is another account's).
 */
export function createLinkProvider(ports: {
  db: Db;
  identity: IdentityModule;
  providers: Providers;
  queuePhoto: QueuePhoto;
}): LinkProvider {
  const { db, identity, providers, queuePhoto } = ports;

  /** What the person's address means for the account. */
  async function settleAddress(tx: Tx, account: Account, { email, emailVerified }: ProviderPerson): Promise<void> {
    if (email === null) return;
    if (account.email === email) {
      if (emailVerified && !account.emailVerified) await identity.markVerified(tx, account.id);
      return;
    }
    const holder = await identity.accountByEmail(email, tx);
    // Whoever merely wrote the address into a form does not keep its owner from linking it.
    if (holder && (holder.emailVerified || !emailVerified)) throw new IdentityFault('EMAIL_EXISTS');
    if (account.email === null && !holder)
      await identity.changeEmail(tx, account.id, { email, verified: emailVerified });
  }

  return async ({ person, idToken }) => {
    const { account: before, session, authTime } = await identity.accountOfIdToken(idToken);
    const opened = await db.transaction(async (tx) => {
      const account = await identity.lockAccount(tx, before.id);
      const other = account.providers.find(
        ({ provider, rawId }) => provider === person.provider && rawId !== person.rawId,
      );
      if (other) throw new IdentityFault('PROVIDER_ALREADY_LINKED');
      await providers.link(tx, account.id, person);
      await settleAddress(tx, account, person);
      await identity.securityEvent(tx, account.id, 'provider-linked', { provider: person.provider });
      if (account.photoUrl === null) await queuePhoto(tx, account.id, person);
      // From now on this is no anonymous session any more.
      if (session.provider !== 'anonymous') return null;
      const upgraded = await identity.lockAccount(tx, account.id);
      return identity.openSession(tx, upgraded, { provider: person.provider, device: session.device, authTime });
    });
    const account = (await identity.account(before.id)) ?? before;
    if (opened)
      return {
        account,
        tokens: { ...(await identity.issueIdToken(account, opened.session)), refreshToken: opened.refreshToken },
      };
    return { account, tokens: await identity.renew(account, session) };
  };
}
