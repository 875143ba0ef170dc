import { createVault } from '../../db/vault.ts';
import { openSealedKey } from '../../modules/installation/sealed-key.ts';
import { SERVER_KEY, serverKeyFrom, serverKeyOf } from '../../modules/push/push.ts';
import { type Check, ok, warning } from './check.ts';
import { inTables } from './database.ts';

/** Browsers that turned notices on, and what their push services say. */
export const PUSH_CHECKS: Check[] = [
  inTables('devices', async (client, { config, site }) => {
    const { rows: stored } = await client.query<{ sealed: string }>(
      'select sealed from sealed_keys where purpose = $1',
      [SERVER_KEY],
    );
    const { privateKey } = config.push;
    if (privateKey === undefined && !stored[0]) return ok('the key for push services is made at the next start');
    const key =
      privateKey === undefined
        ? serverKeyOf(openSealedKey(createVault(await site.secretKeys()), SERVER_KEY, stored[0]!.sealed))
        : serverKeyFrom(privateKey);
    const { rows } = await client.query<{ all: number; other: number; refused: number }>(
      `select count(distinct endpoint_hash)::int as all,
              (count(distinct endpoint_hash) filter (where server_key <> $1))::int as other,
              (select count(*)::int from pushes where outcome = 'refused' and ended_at > now() - interval '1 day') as refused
       from push_subscriptions`,
      [key.fingerprint],
    );
    const { all = 0, other = 0, refused = 0 } = rows[0] ?? {};
    const says = `${all} devices show notices, signed with key ${key.fingerprint}`;
    if (other > 0)
      return warning(
        `${other} of ${all} devices turned notices on for another key than ${key.fingerprint}, and get none`,
        'put the key of before into PUSH_PRIVATE_KEY; or wait: each browser subscribes again when it opens the store',
      );
    if (refused > 0)
      return warning(
        `${says}; push services refused ${refused} messages in the last day`,
        'compare the clock of this machine, and look for "a message to a device was not accepted" in the log',
      );
    return ok(says);
  }),
];
