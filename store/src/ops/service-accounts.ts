import type { AdministrationConfig } from '../config/administration.ts';
import type { Desk } from '../flows/desk/desk.ts';
import type { Acting } from '../shared/operator.ts';
import { OpsError } from './ops-error.ts';

type Settings = { administration: AdministrationConfig | undefined };

/** Keys of programs that administer accounts. */
export const createServiceAccountCommands = (
  { installation }: Pick<Desk, 'installation'>,
  { administration }: Settings,
) => ({
  /** The key file. Only its program may read it. */
  async create(name: string, acting: Acting): Promise<string[]> {
    if (!administration)
      throw new OpsError('Set ADMIN_LISTEN first: the key file names the address at which it is used.');
    const file = await installation.createServiceAccount(name, acting);
    if (!file) throw new OpsError('This name was used before. Names are never reused: choose another one.');
    return JSON.stringify(file, null, 2).split('\n');
  },
  async list(): Promise<string[]> {
    const accounts = await installation.serviceAccounts();
    if (accounts.length === 0) return ['There are no service accounts.'];
    return accounts.map(({ clientEmail, keyId, createdBy, createdAt, revokedAt }) =>
      [
        clientEmail,
        `key ${keyId.slice(0, 12)}`,
        `made ${createdAt.toISOString()} by ${createdBy}`,
        revokedAt ? `revoked ${revokedAt.toISOString()}` : 'works',
      ].join('  '),
    );
  },
  async revoke(name: string, acting: Acting): Promise<string[]> {
    if (!(await installation.revokeServiceAccount(name, acting)))
      throw new OpsError('There is no such service account, or it is already revoked.');
    return ['Revoked. Its key and its tokens no longer work.'];
  },
  async authority(): Promise<string[]> {
    const certificate = await installation.authorityCertificate();
    if (certificate === null)
      throw new OpsError(
        'There is none yet: start the application once with ADMIN_LISTEN=https://… and without ADMIN_TLS_CERT_FILE.',
      );
    return certificate.trim().split('\n');
  },
});
