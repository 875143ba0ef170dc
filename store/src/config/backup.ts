import { key, optional } from './parsers.ts';

/** The variables of backups. */
export const BACKUP_VARIABLES = {
  BACKUP_KEY: optional(
    'Data',
    'generated (sandbox)',
    'Encrypts backups ("npm run ops -- backup"): 32 bytes in base64, none of CAIRN_SECRET_KEYS. Keep it apart from the backups, which can not be read without it.',
    key,
  ),
} as const;

/**
 * The backup key must not be one of the encryption keys: who can read a backup must not be able to decrypt the values
 * in it. Returns the errors.
 */
export function checkBackupKey(values: {
  BACKUP_KEY?: Buffer;
  CAIRN_SECRET_KEYS?: readonly { key: Buffer }[];
}): string[] {
  const { BACKUP_KEY: own, CAIRN_SECRET_KEYS: keys = [] } = values;
  return own && keys.some((each) => each.key.equals(own))
    ? ['BACKUP_KEY: is one of CAIRN_SECRET_KEYS; make a key of its own']
    : [];
}
