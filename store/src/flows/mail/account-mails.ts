import { type Account, type CodeKind, hasAddress, type IdentityModule } from '../../modules/identity/identity.ts';
import type { AccountMailKind, Mail } from '../../modules/notifications/notifications.ts';
import { accountNewsMail } from '../../modules/notifications/templates/account-news.ts';
import type { RenderedMail } from '../../modules/notifications/templates/layout.ts';
import { linkMail } from '../../modules/notifications/templates/link-mail.ts';

type Render = (mail: Mail) => Promise<RenderedMail | null>;

type Ports = { identity: IdentityModule };

/**
 * Renders the mails about accounts from current data; null when a mail is no longer relevant. The code in a link is
 * made here, so that no table and no queue ever contains it in plain text.
 */
export function createAccountMails(ports: Ports): Record<AccountMailKind, Render> {
  return {
    'verify-email': (mail: Mail) => verifyEmail(ports, mail),

    'password-reset': (mail: Mail) => passwordReset(ports, mail),

    'email-sign-in': (mail: Mail) => emailSignIn(ports, mail),

    'change-email': (mail: Mail) => changeEmail(ports, mail),

    'email-changed': (mail: Mail) => emailChanged(ports, mail),

    'password-changed': (mail: Mail) => passwordChanged(ports, mail),

    'provider-linked': (mail: Mail) =>
      secureNews(ports, mail, (link) => ({ kind: 'providerLinked', link, way: wayOf(mail) })),
    'provider-unlinked': (mail: Mail) =>
      secureNews(ports, mail, (link) => ({ kind: 'providerUnlinked', link, way: wayOf(mail) })),

    'second-factor-added': (mail: Mail) => secondFactorAdded(ports, mail),
    'second-factor-removed': (mail) =>
      secureNews(ports, mail, (link) => ({ kind: 'secondFactorRemoved', link, way: wayOf(mail) })),
    'recovery-codes-made': (mail: Mail) => secureNews(ports, mail, (link) => ({ kind: 'recoveryCodesMade', link })),
    'recovery-code-used': (mail: Mail) => secureNews(ports, mail, (link) => ({ kind: 'recoveryCodeUsed', link })),

    'passkey-added': (mail: Mail) =>
      secureNews(ports, mail, (link) => ({ kind: 'passkeyAdded', link, name: nameOf(mail) })),
    'passkey-removed': (mail: Mail) =>
      secureNews(ports, mail, (link) => ({ kind: 'passkeyRemoved', link, name: nameOf(mail) })),
    'passkey-copied': (mail: Mail) =>
      secureNews(ports, mail, (link) => ({ kind: 'passkeyCopied', link, name: nameOf(mail) })),

    'new-device': (mail: Mail) => newDevice(ports, mail),

    'account-deleted': async (mail: Mail) => accountNewsMail({ kind: 'accountDeleted' }, mail.locale),
  };
}

async function verifyEmail(ports: Ports, mail: Mail): Promise<RenderedMail | null> {
  const account = await ownerOf(ports, mail);
  return account && !account.emailVerified
    ? linkMail('verifyEmail', await codeFor(ports, 'VERIFY_EMAIL', account.id, mail), mail.locale)
    : null;
}

async function passwordReset(ports: Ports, mail: Mail): Promise<RenderedMail | null> {
  const { identity } = ports;
  const account = await identity.accountByEmail(mail.recipient);
  return account && !account.disabled
    ? linkMail('passwordReset', await codeFor(ports, 'PASSWORD_RESET', account.id, mail), mail.locale)
    : null;
}

async function emailSignIn(ports: Ports, mail: Mail): Promise<RenderedMail | null> {
  const { identity } = ports;
  const account = await identity.accountByEmail(mail.recipient);
  return account?.disabled
    ? null
    : linkMail('emailSignIn', await codeFor(ports, 'EMAIL_SIGNIN', account?.id ?? null, mail), mail.locale);
}

async function changeEmail({ identity }: Ports, mail: Mail): Promise<RenderedMail | null> {
  const account = await identity.account(mail.subjectId);
  const holder = await identity.accountByEmail(mail.recipient);
  const from = mail.detail['from'] ?? '';
  // The link was requested before the account was claimed, its password changed or a second factor was enrolled.
  // That request may have come from a stranger.
  const outdated =
    account !== null &&
    (mail.createdAt < account.validSince ||
      account.secondFactors.some(({ enrolledAt }) => mail.createdAt < enrolledAt));
  if (!account || account.disabled || holder || outdated || (account.email ?? '') !== from) return null;
  const code = await identity.createCode('VERIFY_AND_CHANGE_EMAIL', {
    accountId: account.id,
    email: from,
    newEmail: mail.recipient,
    ...continued(mail),
  });
  return linkMail('changeEmail', code, mail.locale);
}

async function emailChanged({ identity }: Ports, mail: Mail): Promise<RenderedMail | null> {
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
}

async function passwordChanged(ports: Ports, mail: Mail): Promise<RenderedMail | null> {
  const account = await ownerOf(ports, mail);
  const kind = mail.detail['removed'] === undefined ? 'passwordChanged' : 'passwordRemoved';
  return account && accountNewsMail({ kind, link: await wayBack(ports, account, mail) }, mail.locale);
}

async function secondFactorAdded(ports: Ports, mail: Mail): Promise<RenderedMail | null> {
  const { identity } = ports;
  const account = await ownerOf(ports, mail);
  const factorId = mail.detail['factor'] ?? '';
  if (!account?.secondFactors.some(({ id }) => id === factorId)) return null;
  const { link } = await identity.createCode('REVERT_SECOND_FACTOR_ADDITION', {
    accountId: account.id,
    email: mail.recipient,
    factorId,
    locale: mail.locale,
  });
  return accountNewsMail({ kind: 'secondFactorAdded', link, way: wayOf(mail) }, mail.locale);
}

async function newDevice(ports: Ports, mail: Mail): Promise<RenderedMail | null> {
  const account = await ownerOf(ports, mail);
  const at = new Date(mail.detail['at'] ?? mail.createdAt);
  return (
    account &&
    accountNewsMail(
      { kind: 'newDevice', link: await wayBack(ports, account, mail), device: mail.detail['device'] ?? '', at },
      mail.locale,
    )
  );
}

/** The account of the mail; null when it was deleted or its address has changed. */
async function ownerOf({ identity }: Ports, mail: Mail): Promise<Account | null> {
  const account = await identity.account(mail.subjectId);
  return account && !account.disabled && hasAddress(account, mail.recipient) ? account : null;
}

/** A link to set a new password, valid long enough for a mail that is read late. */
async function wayBack({ identity }: Ports, account: Account, mail: Mail): Promise<string> {
  const { link } = await identity.createCode('PASSWORD_RESET', {
    accountId: account.id,
    email: mail.recipient,
    locale: mail.locale,
    unhurried: true,
  });
  return link;
}

/** A notice with a link that leaves the mailbox as the only way to sign in. */
async function secureNews(
  ports: Ports,
  mail: Mail,
  newsOf: (link: string) => Parameters<typeof accountNewsMail>[0],
): Promise<RenderedMail | null> {
  const account = await ownerOf(ports, mail);
  if (!account) return null;
  const { link } = await codeFor(ports, 'SECURE_ACCOUNT', account.id, mail);
  return accountNewsMail(newsOf(link), mail.locale);
}

const codeFor = ({ identity }: Ports, kind: CodeKind, accountId: string | null, mail: Mail) =>
  identity.createCode(kind, { accountId, email: mail.recipient, ...continued(mail) });

const continued = ({ locale, detail }: Mail) => ({
  locale,
  ...(detail['continueUrl'] === undefined ? {} : { continueUrl: detail['continueUrl'] }),
});

const nameOf = ({ detail }: Mail) => detail['name'] ?? '';
const wayOf = ({ detail }: Mail) => detail['provider'] ?? detail['way'] ?? '';
