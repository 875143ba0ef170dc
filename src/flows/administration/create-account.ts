import type { Account } from '../../modules/identity/identity.ts';
import type { Locale } from '../../shared/locale.ts';
import type { AdministrationPorts } from './administration-flows.ts';

/** An account that an administrator makes; `password` in clear. */
export type AccountByAdministrator = {
  localId?: string;
  email: string | null;
  emailVerified: boolean;
  phoneNumber: string | null;
  password: string | null;
  displayName: string | null;
  photoUrl: string | null;
  disabled: boolean;
  locale: Locale;
};

/** Makes an account without signing in to it and without a mail. Throws IdentityFault INVALID_EMAIL, WEAK_PASSWORD …, DUPLICATE_LOCAL_ID, EMAIL_EXISTS, PHONE_NUMBER_EXISTS. */
export function createAdministeredAccounts({ db, identity }: Pick<AdministrationPorts, 'db' | 'identity'>) {
  return async (by: string, { password, ...input }: AccountByAdministrator): Promise<Account> => {
    const email = input.email === null ? null : identity.checkEmail(input.email);
    const passwordHash = password === null ? null : await identity.preparePassword(password, email);
    return db.transaction(async (tx) => {
      const account = await identity.administration.create(tx, { ...input, email, passwordHash });
      await identity.securityEvent(tx, account.id, 'created-by-administrator', { by });
      return account;
    });
  };
}
