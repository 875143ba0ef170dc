import { type AdministeredChange, readCustomAttributes } from '../../modules/identity/administration.ts';
import type { Account, LinkedProvider } from '../../modules/identity/identity.ts';
import type { AdministrationPorts } from './administration-flows.ts';

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
};

type Ports = Pick<AdministrationPorts, 'db' | 'identity' | 'notices'>;

/**
 * Changes an account for an administrator. No mail is sent: it may be why the administrator was asked. Another password, another
 * address, `validSince` and `disabled` end what is open. Throws IdentityFault USER_NOT_FOUND, EMAIL_EXISTS, WEAK_PASSWORD, FORBIDDEN_CLAIM …
 */
export function createUpdateByAdministrator({ db, identity, notices }: Ports) {
  const { administration } = identity;
  return async (input: UpdateByAdministrator): Promise<Account> => {
    const { localId, by, password, customAttributes, unlink = [], link } = input;
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
      ...((input.removePassword || unlink.includes('password')) && { passwordHash: null }),
      ...(unlink.includes('phone') && { phoneNumber: null }),
    };

    const account = await db.transaction(async (tx) => {
      let account = await administration.lock(tx, localId);
      account = await administration.change(tx, account, change);
      const providers = unlink.filter((provider) => provider !== 'password');
      if (providers.length > 0) account = await identity.unlink(tx, account.id, providers);
      if (link) account = await administration.link(tx, account, link);
      await identity.securityEvent(tx, account.id, 'changed-by-administrator', {
        by,
        fields: [...Object.keys(change), ...(unlink.length > 0 ? ['unlink'] : []), ...(link ? ['link'] : [])].join(' '),
      });
      return account;
    });
    if (account.disabled || change.validSince || change.email !== undefined || change.passwordHash !== undefined)
      await notices.accessEnded([account.id]);
    return account;
  };
}
