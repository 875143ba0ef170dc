import type { Db } from '../../db/database.ts';
import type { AuditLog } from '../../modules/audit/audit.ts';
import { purgeCopies } from '../../modules/catalogue/copies.ts';
import { authorityCertificate } from '../../modules/installation/installation.ts';
import { endQuiet } from '../../modules/installation/quiet.ts';
import type { PolicyDesk, PolicySettings, SetPolicy } from '../../modules/password-policy/desk.ts';
import type { KeyFile, ServiceAccounts } from '../../modules/service-accounts/service-accounts.ts';
import type { Acting } from '../../shared/operator.ts';
import { recordLostTime } from '../delivering/lost-time.ts';
import type { Act } from './act.ts';

export type InstallationPorts = {
  db: Db;
  audit: Pick<AuditLog, 'exists'>;
  policyDesk: PolicyDesk;
  serviceAccounts: Pick<ServiceAccounts, 'create' | 'list' | 'revoke'>;
};

type Ports = InstallationPorts & { act: Act };

/** What an operator does to the installation: its password policy, the keys of programs, the state of its database. */
export const createInstallationActions = (ports: Ports) => ({
  policy: ports.policyDesk.current,
  policyHistory: ports.policyDesk.history,
  setPolicy: (change: Partial<PolicySettings>, acting: Acting) => setPolicy(ports, change, acting),
  serviceAccounts: ports.serviceAccounts.list,
  createServiceAccount: (name: string, acting: Acting) => createServiceAccount(ports, name, acting),
  revokeServiceAccount: (name: string, acting: Acting) => revokeServiceAccount(ports, name, acting),
  /** The certificate (PEM) of the authority that programs trust; null: there is none yet. */
  authorityCertificate: () => authorityCertificate(ports.db),
  recordLostTime: (acting: Acting) => sayLostTime(ports, acting),
  /** Queues the purge of every copy in the cache in front of the store. */
  purgeCopies: (acting: Acting): Promise<void> =>
    ports.act('copies.purge', acting, { kind: 'copies', id: null }, async (tx) => {
      await purgeCopies(tx, 'store');
      return { result: undefined, changed: { before: {}, after: { purge: 'queued' } } };
    }),
  /** False when the database was not quiet. */
  endQuiet: (acting: Acting): Promise<boolean> =>
    ports.act('quiet.end', acting, { kind: 'database', id: null }, async (tx) => {
      const result = await endQuiet(tx);
      return { result, changed: result ? { before: { quiet: true }, after: { quiet: false } } : null };
    }),
});

/** Changes these settings of the password policy and keeps the others. Throws PolicyError. */
const setPolicy = ({ act, policyDesk }: Ports, change: Partial<PolicySettings>, acting: Acting): Promise<SetPolicy> =>
  act('policy.set', acting, { kind: 'password-policy', id: null }, async (tx) => {
    await policyDesk.lock(tx);
    const before = await policyDesk.current(tx);
    const result = await policyDesk.set(change, { by: acting.actor.name }, tx);
    const named = Object.keys(change) as (keyof PolicySettings)[];
    const of = (settings: PolicySettings) => Object.fromEntries(named.map((name) => [name, settings[name]]));
    const after = { ...of(result.settings), version: result.version };
    return { result, changed: { before: before ? of(before.settings) : {}, after } };
  });

/** The key file, which is the only copy of the private key. Null when the name was used before. */
const createServiceAccount = ({ act, serviceAccounts }: Ports, name: string, acting: Acting): Promise<KeyFile | null> =>
  act('service-account.create', acting, subjectOf(name), async (tx) => {
    const result = await serviceAccounts.create({ name, by: acting.actor.name }, tx);
    const after = { works: true, key: result?.private_key_id ?? null };
    return { result, changed: result && { before: {}, after } };
  });

/** Revokes a key and its tokens. False when there is no such key, or it was revoked before. */
const revokeServiceAccount = ({ act, serviceAccounts }: Ports, name: string, acting: Acting): Promise<boolean> =>
  act('service-account.revoke', acting, subjectOf(name), async (tx) => {
    const result = await serviceAccounts.revoke({ name, by: acting.actor.name }, tx);
    return { result, changed: result ? { before: { works: true }, after: { works: false } } : null };
  });

const subjectOf = (name: string) => ({ kind: 'service-account', id: name });

/** Says that the database lost commits. Tables of a version before the audit log get no row. */
async function sayLostTime({ db, audit, act }: Ports, acting: Acting): Promise<void> {
  if (!(await audit.exists())) return db.transaction(recordLostTime);
  return act('database.lost-time', acting, { kind: 'database', id: null }, async (tx) => {
    await recordLostTime(tx);
    return { result: undefined, changed: { before: {}, after: { lostTime: true } } };
  });
}
