import type { PolicySettings } from '../../modules/password-policy/desk.ts';
import type { AdministrationPorts } from './ports.ts';

/**
 * Changes these settings of the password policy for an administrator and keeps the others. Resolves when every process
 * applies the policy: the next password meets it. The history of the policy names the service account. Throws
 * PolicyError.
 */
export function createSetPolicy({ identity, policyDesk }: Pick<AdministrationPorts, 'identity' | 'policyDesk'>) {
  return async (by: string, settings: Partial<PolicySettings>): Promise<void> => {
    const { version } = await policyDesk.set(settings, { by });
    await identity.securityEvent(null, null, 'configuration-changed', { by, what: 'password-policy', version });
    await policyDesk.appliedEverywhere();
  };
}
