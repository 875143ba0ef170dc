import { createVault, fingerprintOf } from '../../db/vault.ts';
import { openActivation } from '../../modules/esims/esims.ts';
import { modeFacts } from '../../shared/mode.ts';
import { onConnection } from '../backup/tables.ts';
import { OpsError } from '../ops-error.ts';
import { type Check, failed, notChecked, ok, warning } from './check.ts';

type Known = { id: string; fingerprint: string; writes: boolean };

export const KEY_CHECKS: Check[] = [
  {
    name: 'secret keys',
    async run({ site }) {
      try {
        return await onConnection(await site.databaseUrl(), async (client) => {
          const { rows: tables } = await client.query<{ is: boolean }>(
            `select to_regclass('public.key_fingerprints') is not null as is`,
          );
          if (!tables[0]?.is) return notChecked('the database has no tables yet');
          const keys = await site.secretKeys();
          const { rows: known } = await client.query<Known>(
            'select key_id as id, fingerprint, writes_since is not null as writes from key_fingerprints order by created_at',
          );
          const lost = known.filter(
            ({ id, fingerprint, writes }) =>
              writes && !keys.some((own) => own.id === id && fingerprintOf(own.key) === fingerprint),
          );
          if (lost.length > 0)
            return failed(
              `the database was written with ${lost.map(({ id }) => `"${id}"`).join(', ')}, which is missing or different here`,
              'put it back into CAIRN_SECRET_KEYS, behind the current one',
            );
          const { rows } = await client.query<{ id: string; activationSealed: string }>(
            'select id, activation_sealed as "activationSealed" from esims order by id desc limit 1',
          );
          try {
            if (rows[0]) openActivation(createVault(keys), rows[0]);
          } catch {
            return failed(
              'an activation code cannot be decrypted',
              'put the key that encrypted it back into CAIRN_SECRET_KEYS',
            );
          }
          const [writing] = keys;
          if (writing && !known.some(({ id, writes }) => writes && id === writing.id) && known.length > 0)
            return warning(
              `"${writing.id}" is first here, and the store has not written with it yet`,
              'a rotation takes two steps (docs/operations.md, The secret keys); restart the store to end it',
            );
          const waiting = keys.filter(({ id }) => !known.some((each) => each.id === id && each.writes));
          const opened = rows[0] ? ', an activation code can be decrypted' : '';
          if (waiting.length > 0)
            return ok(
              `"${writing?.id}" encrypts${opened}; rotation begun: ${waiting.map(({ id }) => `"${id}"`).join(', ')} may be put first now`,
            );
          return ok(`"${writing?.id}" encrypts, ${keys.length} decrypt${opened}`);
        });
      } catch (error) {
        if (error instanceof OpsError) return notChecked(error.message);
        throw error;
      }
    },
  },
  {
    name: 'backup key',
    async run({ site, config }) {
      if (site.settings.backupKey)
        return ok(`BACKUP_KEY, fingerprint ${fingerprintOf(site.settings.backupKey).slice(0, 16)}`);
      if (modeFacts(config.mode).isLocal) return ok('stored in the data directory, created with the first backup');
      return failed(
        'BACKUP_KEY is not set',
        'create one (docs/operations.md, Backups), and store it apart from the backups',
      );
    },
  },
];
