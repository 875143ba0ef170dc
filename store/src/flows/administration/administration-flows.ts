import { createAdministeredAccounts } from './create-account.ts';
import { createDeleteAccounts, createImportAccounts } from './many-accounts.ts';
import { createMakeLink } from './make-link.ts';
import { createMakeSessionCookie } from './make-session-cookie.ts';
import { createRemoveByAdministrator } from './remove-account.ts';
import type { AdministrationPorts } from './ports.ts';
import { createSetPolicy } from './set-policy.ts';
import { createUpdateByAdministrator } from './update-account.ts';

export type AdministrationFlows = ReturnType<typeof createAdministrationFlows>;

/**
 * Composes the flows with which administrators change accounts. Each change writes an audit line that names the service
 * account.
 */
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
