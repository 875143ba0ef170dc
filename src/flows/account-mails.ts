import type { Account, CodeKind, IdentityModule } from '../modules/identity/identity.ts';
import type { AccountMailKind, Mail } from '../modules/notifications/notifications.ts';
import { accountNewsMail } from '../modules/notifications/templates/account-news.ts';
import type { RenderedMail } from '../modules/notifications/templates/layout.ts';
import { linkMail } from '../modules/notifications/templates/link-mail.ts';
import { hasAddress } from './reset-password.ts';

type Render = (mail: Mail) => Promise<RenderedMail | null>;

/**
 * Renders the mails about accounts from what is true now; null once a mail has become pointless. The code in a link is
 * made here, so no table and no queue ever holds it in clear.
 */
export function createAccountMails(identity: IdentityModule): Record<AccountMailKind, Render> {
  const continued = ({ locale, detail }: Mail) => ({
    locale,
    ...(detail['continueUrl'] === undefined ? {} : { continueUrl: detail['continueUrl'] }),
  });

  /** The account the mail is about, unless it was closed or has another address by now. */
  async function ownerOf(mail: Mail): Promise<Account | null> {
    const account = await identity.account(mail.subjectId);
    return account && !account.disabled && hasAddress(account, mail.recipient) ? account : null;
  }

  /** A link to a new password that waits until the mail is read. */
  async function wayBack(account: Account, mail: Mail): Promise<string> {
    const { link } = await identity.createCode('PASSWORD_RESET', {
      accountId: account.id,
      email: mail.recipient,
      locale: mail.locale,
      unhurried: true,
    });
    return link;
  }

  /** A way in that came or went, with a link that leaves the account none but the mailbox. */
  async function wayInNews(kind: 'providerLinked' | 'providerUnlinked', mail: Mail): Promise<RenderedMail | null> {
    const account = await ownerOf(mail);
    if (!account) return null;
    const { link } = await codeFor('SECURE_ACCOUNT', account.id, mail);
    return accountNewsMail({ kind, link, way: mail.detail['provider'] ?? '' }, mail.locale);
  }

  async function passkeyNews(
    kind: 'passkeyAdded' | 'passkeyRemoved' | 'passkeyCopied',
    mail: Mail,
  ): Promise<RenderedMail | null> {
    const account = await ownerOf(mail);
    if (!account) return null;
    const { link } = await codeFor('SECURE_ACCOUNT', account.id, mail);
    return accountNewsMail({ kind, link, name: mail.detail['name'] ?? '' }, mail.locale);
  }

  const codeFor = (kind: CodeKind, accountId: string | null, mail: Mail) =>
    identity.createCode(kind, { accountId, email: mail.recipient, ...continued(mail) });

  return {
    async 'verify-email'(mail) {
      const account = await ownerOf(mail);
      return account && !account.emailVerified
        ? linkMail('verifyEmail', await codeFor('VERIFY_EMAIL', account.id, mail), mail.locale)
        : null;
    },

    async 'password-reset'(mail) {
      const account = await identity.accountByEmail(mail.recipient);
      return account && !account.disabled
        ? linkMail('passwordReset', await codeFor('PASSWORD_RESET', account.id, mail), mail.locale)
        : null;
    },

    async 'email-sign-in'(mail) {
      const account = await identity.accountByEmail(mail.recipient);
      return account?.disabled
        ? null
        : linkMail('emailSignIn', await codeFor('EMAIL_SIGNIN', account?.id ?? null, mail), mail.locale);
    },

    async 'change-email'(mail) {
      const account = await identity.account(mail.subjectId);
      const holder = await identity.accountByEmail(mail.recipient);
      const from = mail.detail['from'] ?? '';
      // Asked for before the account was claimed or its password changed: that wish may have been a stranger's.
      const outdated = account !== null && mail.createdAt < account.validSince;
      if (!account || account.disabled || holder || outdated || (account.email ?? '') !== from) return null;
      const code = await identity.createCode('VERIFY_AND_CHANGE_EMAIL', {
        accountId: account.id,
        email: from,
        newEmail: mail.recipient,
        ...continued(mail),
      });
      return linkMail('changeEmail', code, mail.locale);
    },

    async 'email-changed'(mail) {
      const account = await identity.account(mail.subjectId);
      const newEmail = mail.detail['newEmail'] ?? '';
      if (!account) return null;
      const { link } = await identity.createCode('RECOVER_EMAIL', {
        accountId: account.id,
        email: mail.recipient,
        newEmail,
        locale: mail.locale,
      });
      return accountNewsMail({ kind: 'emailChanged', link, newEmail }, mail.locale);
    },

    async 'password-changed'(mail) {
      const account = await ownerOf(mail);
      const kind = mail.detail['removed'] === undefined ? 'passwordChanged' : 'passwordRemoved';
      return account && accountNewsMail({ kind, link: await wayBack(account, mail) }, mail.locale);
    },

    'provider-linked': (mail) => wayInNews('providerLinked', mail),
    'provider-unlinked': (mail) => wayInNews('providerUnlinked', mail),

    'passkey-added': (mail) => passkeyNews('passkeyAdded', mail),
    'passkey-removed': (mail) => passkeyNews('passkeyRemoved', mail),
    'passkey-copied': (mail) => passkeyNews('passkeyCopied', mail),

    async 'new-device'(mail) {
      const account = await ownerOf(mail);
      const at = new Date(mail.detail['at'] ?? mail.createdAt);
      return (
        account &&
        accountNewsMail(
          { kind: 'newDevice', link: await wayBack(account, mail), device: mail.detail['device'] ?? '', at },
          mail.locale,
        )
      );
    },

    'account-deleted': async (mail) => accountNewsMail({ kind: 'accountDeleted' }, mail.locale),
  };
}
