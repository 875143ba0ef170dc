import type { Tx } from '../../db/database.ts';
import { type AdministeredChange, readCustomAttributes } from '../../modules/identity/administration/administration.ts';
import type { Account, LinkedProvider } from '../../modules/identity/identity.ts';
import { type PhoneFactor, setFactors } from './phone-factors.ts';
import type { AdministrationPorts } from './ports.ts';

/** The fields of an account that an administrator can change; `password` is plain text. */
export type UpdateByAdministrator = {
  localId: string;
  by: string;
  change: Omit<AdministeredChange, 'passwordHash' | 'customAttributes'>;
  /** JSON. */
  customAttributes?: string;
  password?: string;
  removePassword?: boolean;
  /** Ways to sign in that are removed: `password`, `phone` or linked providers; others are ignored. */
  unlink?: readonly string[];
  link?: LinkedProvider;
  /** The complete list of second factors after the change. */
  factors?: readonly PhoneFactor[];
};

type Ports = Pick<AdministrationPorts, 'db' | 'identity' | 'notices'>;

/**
 * Changes an account for an administrator. It sends no mail, because the mailbox may be compromised. A new password, a
 * new address, a new second factor, `validSince` and `disabled` end all sessions. Throws IdentityError USER_NOT_FOUND, EMAIL_EXISTS,
 * WEAK_PASSWORD, FORBIDDEN_CLAIM …
 */
export function createUpdateByAdministrator({ db, identity, notices }: Ports) {
  const { administration } = identity;

  /** A new number ends the sessions: they proved one factor only, and may be an attacker's. */
  async function changeFactors(tx: Tx, before: Account, factors: readonly PhoneFactor[]): Promise<Account> {
    const account = await setFactors(identity, tx, before, factors);
    const known = new Set(before.secondFactors.map(({ phoneNumber }) => phoneNumber));
    if (account.secondFactors.some(({ phoneNumber }) => !known.has(phoneNumber)))
      await identity.revokeSessions(tx, account.id);
    return account;
  }

  return async (input: UpdateByAdministrator): Promise<Account> => {
    const { localId, by, password, customAttributes, unlink = [], link, factors } = input;
    const email = input.change.email === undefined ? undefined : identity.checkEmail(input.change.email);
    // The password is hashed before a connection is taken. The account is read again in the transaction below.
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
      if (factors) account = await changeFactors(tx, account, factors);
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
    if (
      account.disabled ||
      change.validSince ||
      change.email !== undefined ||
      change.passwordHash !== undefined ||
      factors
    )
      await notices.accessEnded([account.id]);
    return account;
  };
}
