import { createECDH } from 'node:crypto';
import type { Merchant } from '../shared/merchant.ts';
import { type Mode, modeFacts } from '../shared/mode.ts';
import { optional, type SettledOf } from './parsers.ts';

const PUSH = 'Notices on devices';

/** The push services of Chrome, Firefox, Safari and Edge, and of the browsers made from them. */
const KNOWN_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];
/** A push service of this machine, for tests. */
const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost'];

/** Host names; `*.` before one stands for each name below it. */
function pushHosts(value: string): readonly string[] {
  const hosts = value.split(',').map((each) => each.trim().toLowerCase());
  if (!hosts.every((host) => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host)))
    throw new RangeError(
      'must be host names with commas between them, such as fcm.googleapis.com,*.push.apple.com, without ports',
    );
  return hosts;
}

function privateKey(value: string): string {
  try {
    createECDH('prime256v1').setPrivateKey(Buffer.from(value, 'base64url'));
  } catch {
    throw new RangeError('must be a private key of P-256: 32 bytes in base64url');
  }
  return value;
}

/** Variables of notices on devices (Web Push). */
export const PUSH_VARIABLES = {
  PUSH_HOSTS: optional(
    PUSH,
    KNOWN_HOSTS.join(','),
    "Hosts of push services, separated by commas; *.example.com stands for each name below it. A browser names its own service, and no other host is called. Sandbox mode adds this machine's.",
    pushHosts,
  ),
  PUSH_PRIVATE_KEY: optional(
    PUSH,
    'made once, in the database',
    'Private key (P-256, base64url) with which messages to devices are signed (VAPID), of a store that had one before. Another key ends the notices of a device until its browser opens the store again.',
    privateKey,
  ),
} as const;

type Values = SettledOf<typeof PUSH_VARIABLES>;

export function pushOf(
  values: Values,
  { mode, merchant, publicUrl, mailFrom }: { mode: Mode; merchant: Merchant; publicUrl: URL; mailFrom: string },
) {
  const isLocal = modeFacts(mode).isLocal;
  return {
    hosts: values.PUSH_HOSTS ?? [...KNOWN_HOSTS, ...(isLocal ? LOOPBACK_HOSTS : [])],
    allowLoopback: isLocal,
    /** Undefined: made once, and stored in the database. */
    privateKey: values.PUSH_PRIVATE_KEY,
    /** Whom a push service may write to. Some accept no address of this machine. */
    subject:
      merchant.email !== undefined
        ? `mailto:${merchant.email}`
        : publicUrl.protocol === 'https:'
          ? publicUrl.origin
          : `mailto:${/([^\s<>]+@[^\s<>]+)>?$/.exec(mailFrom)![1]!}`,
  };
}
