import type { AdministrationConfig } from '#src/config/administration.ts';
import type { Db } from '#src/db/database.ts';
import { createSecurityLog } from '#src/modules/identity/security-store.ts';
import { authorityCertificate } from '#src/modules/installation/authority-store.ts';
import { createServiceAccounts } from '#src/modules/service-accounts/service-accounts.ts';
import { OpsError } from './ops-error.ts';

export type ServiceAccountSettings = { projectId: string; administration: AdministrationConfig | undefined };

/** Keys of programs that administer accounts. */
export function createServiceAccountDesk(db: Db, { projectId, administration }: ServiceAccountSettings) {
  const log = createSecurityLog({ db, clock: () => new Date() });
  const serviceAccounts = createServiceAccounts({
    db,
    audit: (tx, kind, detail) => log.write(tx, null, kind, detail),
    projectId,
    tokenUris: administration ? [administration.tokenUri] : [],
  });
  return {
    /** The key file. Only its program may read it. */
    async create(name: string, by: string): Promise<string[]> {
      if (!administration)
        throw new OpsError('Set ADMIN_LISTEN first: the key file names the address at which it is used.');
      const file = await serviceAccounts.create({ name, by });
      if (!file) throw new OpsError('This name was used before. Names are never reused: choose another one.');
      return JSON.stringify(file, null, 2).split('\n');
    },
    async list(): Promise<string[]> {
      const accounts = await serviceAccounts.list();
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
    async revoke(name: string, by: string): Promise<string[]> {
      if (!(await serviceAccounts.revoke({ name, by })))
        throw new OpsError('There is no such service account, or it is already revoked.');
      return ['Revoked. Its key and its tokens no longer work.'];
    },
    async authority(): Promise<string[]> {
      const certificate = await authorityCertificate(db);
      if (certificate === null)
        throw new OpsError(
          'There is none yet: start the application once with ADMIN_LISTEN=https://… and without ADMIN_TLS_CERT_FILE.',
        );
      return certificate.trim().split('\n');
    },
  };
}
