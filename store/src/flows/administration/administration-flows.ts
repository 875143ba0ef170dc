import type { PolicySettings } from '../../modules/password-policy/desk.ts';
import { createAdministeredAccounts } from './create-account.ts';
import { createDeleteAccounts, createImportAccounts } from './many-accounts.ts';
import { createMakeLink } from './make-link.ts';
import { createRemoveByAdministrator } from './remove-account.ts';
import type { AdministrationPorts } from './ports.ts';
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

/**
 * Exchanges the ID token of an open session for a session cookie of a back end. Throws IdentityError INVALID_ID_TOKEN,
 * TOKEN_EXPIRED …
 */
function createMakeSessionCookie({ identity }: Pick<AdministrationPorts, 'identity'>) {
  return async ({ by, idToken, seconds }: { by: string; idToken: string; seconds: number }): Promise<string> => {
    const { account, session } = await identity.accountOfIdToken(idToken);
    const cookie = await identity.issueCookie(account, session, seconds);
    await identity.securityEvent(null, account.id, 'session-cookie-made', { by, session: session.id });
    return cookie;
  };
}

/**
 * Changes these settings of the password policy for an administrator and keeps the others. Resolves when every process
 * applies the policy: the next password meets it. The history of the policy names the service account. Throws
 * PolicyError.
 */
function createSetPolicy({ identity, policyDesk }: Pick<AdministrationPorts, 'identity' | 'policyDesk'>) {
  return async (by: string, settings: Partial<PolicySettings>): Promise<void> => {
    const { version } = await policyDesk.set(settings, { by });
    await identity.securityEvent(null, null, 'configuration-changed', { by, what: 'password-policy', version });
    await policyDesk.appliedEverywhere();
  };
}
