import type { Tx } from '../../db/database.ts';
import { hashSecret } from '../../db/vault.ts';
import { knownDevices } from './schema.ts';

/** Remembers the browser whose cookie holds this secret (only its hash is kept); true when the account did not know it. */
export async function rememberDevice(tx: Tx, device: { accountId: string; secret: string; at: Date }): Promise<boolean> {
  const added = await tx
    .insert(knownDevices)
    .values({ accountId: device.accountId, deviceHash: hashSecret(device.secret), firstSeenAt: device.at })
    .onConflictDoNothing()
    .returning({ accountId: knownDevices.accountId });
  return added.length > 0;
}
