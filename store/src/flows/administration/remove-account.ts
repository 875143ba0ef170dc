import type { Db } from '../../db/database.ts';
import type { Notices } from '../../db/notices.ts';
import type { IdentityAdministration } from '../../modules/identity/administration/administration.ts';
import type { RemoveAccount } from '../account/delete-account.ts';

type Ports = {
  db: Db;
  identity: { administration: Pick<IdentityAdministration, 'lock'> };
  notices: Pick<Notices, 'accessEnded'>;
  removeAccount: RemoveAccount;
};

/**
 * Deletes an account for an administrator, with the same effects as a deletion by its owner. Throws
 * IdentityError USER_NOT_FOUND.
 */
export function createRemoveByAdministrator({ db, identity, notices, removeAccount }: Ports) {
  return async ({ localId, by }: { localId: string; by: string }): Promise<void> => {
    const ended = await db.transaction(async (tx) =>
      removeAccount(tx, await identity.administration.lock(tx, localId), { by }),
    );
    await notices.accessEnded(ended);
  };
}
