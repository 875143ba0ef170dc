import type { createPolicyDesk, PolicySettings } from '../../modules/password-policy/desk.ts';
import type { AdministrationPorts } from './administration-flows.ts';

export type PolicyDesk = ReturnType<typeof createPolicyDesk>;

/** Sets the password policy for an administrator; its history names the service account. Throws PolicyError. */
export function createSetPolicy({
  identity,
  policyDesk,
}: Pick<AdministrationPorts, 'identity'> & { policyDesk: PolicyDesk }) {
  return async (by: string, settings: PolicySettings): Promise<void> => {
    const { version } = await policyDesk.set(settings, { by });
    await identity.securityEvent(null, null, 'configuration-changed', { by, what: 'password-policy', version });
  };
}
