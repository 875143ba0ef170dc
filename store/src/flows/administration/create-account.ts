import type { Account } from '../../modules/identity/identity.ts';
import type { Locale } from '../../shared/locale.ts';
import { type PhoneFactor, setFactors } from './phone-factors.ts';
import type { AdministrationPorts } from './ports.ts';

/** An account that an administrator creates; `password` is plain text. */
export type AccountByAdministrator = {
  localId?: string;
  email: string | null;
  emailVerified: boolean;
  phoneNumber: string | null;
  password: string | null;
  displayName: string | null;
  photoUrl: string | null;
  disabled: boolean;
  /** Phone numbers that become second factors. */
  factors: readonly PhoneFactor[];
  locale: Locale;
};

/**
 * Creates an account without a session and without a mail. Throws IdentityError INVALID_EMAIL, WEAK_PASSWORD …,
 * DUPLICATE_LOCAL_ID, EMAIL_EXISTS, PHONE_NUMBER_EXISTS.
 */
export function createAdministeredAccounts({ db, identity }: Pick<AdministrationPorts, 'db' | 'identity'>) {
  return async (by: string, { password, factors, ...input }: AccountByAdministrator): Promise<Account> => {
    const email = input.email === null ? null : identity.checkEmail(input.email);
    const passwordHash = password === null ? null : await identity.preparePassword(password, email);
    return db.transaction(async (tx) => {
      const made = await identity.administration.create(tx, { ...input, email, passwordHash });
      const account = await setFactors(identity, tx, made, factors);
      await identity.securityEvent(tx, account.id, 'created-by-administrator', { by });
      return account;
    });
  };
}
