import { IdentityFault } from '../../modules/identity/fault.ts';
import type { Account } from '../../modules/identity/identity.ts';
import type { Locale } from '../../shared/locale.ts';
import type { AdministrationPorts } from './administration-flows.ts';

export type LinkRequest = {
  by: string;
  kind: 'PASSWORD_RESET' | 'EMAIL_SIGNIN' | 'VERIFY_EMAIL' | 'VERIFY_AND_CHANGE_EMAIL';
  email: string;
  newEmail: string;
  continueUrl: string | undefined;
  locale: Locale;
};

/**
 * Makes the link that a mail would hold and answers it to an administrator, who then sends it. It works like the mailed one,
 * once. Throws IdentityFault MISSING_EMAIL, EMAIL_NOT_FOUND, USER_NOT_FOUND, USER_DISABLED, MISSING_NEW_EMAIL, EMAIL_EXISTS.
 */
export function createMakeLink({ identity }: Pick<AdministrationPorts, 'identity'>) {
  return async ({ by, kind, email: given, newEmail: to, continueUrl, locale }: LinkRequest) => {
    const email = identity.checkEmail(given);
    const account = await identity.accountByEmail(email);
    checkAccount(account, kind);
    const newEmail = kind === 'VERIFY_AND_CHANGE_EMAIL' ? await freeAddress(to) : null;
    const made = await identity.createCode(kind, {
      accountId: account?.id ?? null,
      email,
      newEmail,
      locale,
      ...(continueUrl !== undefined && { continueUrl }),
    });
    await identity.securityEvent(null, account?.id ?? null, 'link-made-by-administrator', { by, kind });
    return { email, newEmail, code: made.code, link: made.link };
  };

  async function freeAddress(given: string): Promise<string> {
    if (given === '') throw new IdentityFault('MISSING_NEW_EMAIL');
    const newEmail = identity.checkEmail(given);
    if (await identity.accountByEmail(newEmail)) throw new IdentityFault('EMAIL_EXISTS');
    return newEmail;
  }
}

/** Only a sign-in link may go to an address that has no account. */
function checkAccount(account: Account | null, kind: LinkRequest['kind']): void {
  if (account?.disabled) throw new IdentityFault('USER_DISABLED');
  if (account || kind === 'EMAIL_SIGNIN') return;
  throw new IdentityFault(kind === 'PASSWORD_RESET' ? 'EMAIL_NOT_FOUND' : 'USER_NOT_FOUND');
}
