import { createHash } from 'node:crypto';
import type pg from 'pg';
import { createVault, type SecretKey } from '../../db/vault.ts';
import { openActivation } from '../../modules/esims/esims.ts';
import type { Manifest } from './manifest.ts';

export type BackupKeys = {
  /** Encrypts the file. */
  backupKey: Buffer;
  /** The keys of the encrypted values in the database. */
  secretKeys: readonly SecretKey[];
};

/** The decrypted activation code of one eSIM: the newest one, or one by its id. Null when there is none. */
export async function readActivation(
  client: pg.Client,
  secretKeys: readonly SecretKey[],
  esimId: string | null = null,
): Promise<Manifest['activation']> {
  const { rows } = await client.query<{ id: string; activationSealed: string }>(
    `select id, activation_sealed as "activationSealed" from esims
     where $1::uuid is null or id = $1 order by id desc limit 1`,
    [esimId],
  );
  const [esim] = rows;
  if (!esim) return null;
  const { activationCode } = openActivation(createVault(secretKeys), esim);
  return { esimId: esim.id, sha256: createHash('sha256').update(activationCode).digest('hex') };
}
