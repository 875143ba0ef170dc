import type { Db } from '../../db/database.ts';
import type { Notices } from '../../db/notices.ts';
import type { IdentityModule } from '../../modules/identity/identity.ts';
import type { Transfer } from '../../modules/identity/transfer/transfer.ts';
import type { AccountMailQueue } from '../../modules/notifications/notifications.ts';
import type { RemoveAccount } from '../account/delete-account.ts';
import type { createPolicyDesk } from '../../modules/password-policy/desk.ts';

export type AdministrationPorts = {
  db: Db;
  identity: IdentityModule;
  transfer: Transfer;
  notices: Pick<Notices, 'accessEnded'>;
  notifications: AccountMailQueue;
  removeAccount: RemoveAccount;
  policyDesk: ReturnType<typeof createPolicyDesk>;
};
