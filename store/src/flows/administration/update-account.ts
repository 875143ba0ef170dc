import { type AdministeredChange, readCustomAttributes } from '../../modules/identity/administration.ts';
import type { Account, LinkedProvider } from '../../modules/identity/identity.ts';
import { type PhoneFactor, setFactors } from './phone-factors.ts';
import type { AdministrationPorts } from './ports.ts';

/** What an administrator changes of one account; `password` in clear. */
export type UpdateByAdministrator = {
  localId: string;
  by: string;
  change: Omit<AdministeredChange, 'passwordHash' | 'customAttributes'>;
  /** JSON. */
  customAttributes?: string;
  password?: string;
  removePassword?: boolean;
  /** Ways in to take away: `password`, `phone` or linked providers; others are ignored. */
  unlink?: readonly string[];
  link?: LinkedProvider;
  /** The second factors that the account has from now on. */
  factors?: readonly PhoneFactor[];
};

type Ports = Pick<AdministrationPorts, 'db' | 'identity' | 'notices'>;

/**
 * Changes an account for an administrator. No mail is sent: it may be why the administrator was asked. Another password, another
 * address, `validSince` and `disabled` end what is open. Throws IdentityError USER_NOT_FOUND, EMAIL_EXISTS, WEAK_PASSWORD, FORBIDDEN_CLAIM …
 */
export function createUpdateByAdministrator({ db, identity, notices }: Ports) {
  const { administration } = identity;
  return async (input: UpdateByAdministrator): Promise<Account> => {
    const { localId, by, password, customAttributes, unlink = [], link, factors } = input;
    const email = input.change.email === undefined ? undefined : identity.checkEmail(input.change.email);
    // Hashed before a connection is held; whose address it must not be is read again below.
    const [before] = await administration.find({ localIds: [localId] });
    const passwordHash =
      password === undefined ? undefined : await identity.preparePassword(password, email ?? before?.email ?? null);
    const change: AdministeredChange = {
      ...input.change,
      ...(email !== undefined && { email }),
      ...(customAttributes !== undefined && { customAttributes: readCustomAttributes(customAttributes) }),
      ...(passwordHash !== undefined && { passwordHash }),
      ...(input.removePassword && { passwordHash: null }),
    };

    const account = await db.transaction(async (tx) => {
      let account = await administration.lock(tx, localId);
      account = await administration.change(tx, account, change);
      if (unlink.length > 0) account = await identity.unlink(tx, account.id, unlink);
      if (link) account = await administration.link(tx, account, link);
      if (factors) account = await setFactors(identity, tx, account, factors);
      await identity.securityEvent(tx, account.id, 'changed-by-administrator', {
        by,
        fields: [
          ...Object.keys(change),
          ...(unlink.length > 0 ? ['unlink'] : []),
          ...(link ? ['link'] : []),
          ...(factors ? ['mfa'] : []),
        ].join(' '),
      });
      return account;
    });
    if (account.disabled || change.validSince || change.email !== undefined || change.passwordHash !== undefined)
      await notices.accessEnded([account.id]);
    return account;
  };
}
