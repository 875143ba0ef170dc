import type { PolicySettings } from '../../modules/password-policy/desk.ts';
import type { AdministrationPorts } from './ports.ts';

/**
 * Sets the password policy for an administrator. The history of the policy names the service account. Throws
 * PolicyError.
 */
export function createSetPolicy({ identity, policyDesk }: Pick<AdministrationPorts, 'identity' | 'policyDesk'>) {
  return async (by: string, settings: PolicySettings): Promise<void> => {
    const { version } = await policyDesk.set(settings, { by });
    await identity.securityEvent(null, null, 'configuration-changed', { by, what: 'password-policy', version });
  };
}
