import type { Db } from '../../db/database.ts';
import type { Notices } from '../../db/notices.ts';
import type { IdentityModule } from '../../modules/identity/identity.ts';
import type { Transfer } from '../../modules/identity/transfer.ts';
import type { AccountMailQueue } from '../../modules/notifications/notifications.ts';
import type { RemoveAccount } from '../account/delete-account.ts';
import { createAdministeredAccounts } from './create-account.ts';
import { createDeleteAccounts, createImportAccounts } from './many-accounts.ts';
import { createMakeLink } from './make-link.ts';
import { createMakeSessionCookie } from './make-session-cookie.ts';
import { createRemoveByAdministrator } from './remove-account.ts';
import { createSetPolicy, type PolicyDesk } from './set-policy.ts';
import { createUpdateByAdministrator } from './update-account.ts';

export type AdministrationFlows = ReturnType<typeof createAdministrationFlows>;

export type AdministrationPorts = {
  db: Db;
  identity: IdentityModule;
  transfer: Transfer;
  notices: Pick<Notices, 'accessEnded'>;
  notifications: AccountMailQueue;
  removeAccount: RemoveAccount;
  policyDesk: PolicyDesk;
};

/** What administrators do with accounts, composed. Each change leaves a line in the audit log that names the service account. */
export function createAdministrationFlows(ports: AdministrationPorts) {
  const deleteAccount = createRemoveByAdministrator(ports);
  return {
    createAccount: createAdministeredAccounts(ports),
    updateAccount: createUpdateByAdministrator(ports),
    deleteAccount,
    importAccounts: createImportAccounts(ports),
    deleteAccounts: createDeleteAccounts({ ...ports, deleteAccount }),
    links: createMakeLink(ports),
    makeSessionCookie: createMakeSessionCookie(ports),
    policy: ports.policyDesk.current,
    setPolicy: createSetPolicy(ports),
  };
}
