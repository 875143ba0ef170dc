import type { AdministrationPorts } from './ports.ts';

type Ports = Pick<AdministrationPorts, 'db' | 'identity' | 'notices' | 'removeAccount'>;

/**
 * Deletes an account for an administrator, with the same effects as a deletion by its owner. Throws IdentityError
 * USER_NOT_FOUND.
 */
export function createRemoveByAdministrator({ db, identity, notices, removeAccount }: Ports) {
  return async ({ localId, by }: { localId: string; by: string }): Promise<void> => {
    const ended = await db.transaction(async (tx) =>
      removeAccount(tx, await identity.administration.lock(tx, localId), by),
    );
    await notices.accessEnded(ended);
  };
}
