import type { BlockList } from 'node:net';
import type { Mode } from '../shared/mode.ts';
import type { Values } from './variables.ts';

export const VENDOR_ADDRESSES = [
  'STRIPE_API_URL',
  'AIRALO_API_URL',
  'ESIM_ACCESS_API_URL',
  'SMTP_URL',
  'GOOGLE_ISSUER',
  'FACEBOOK_DIALOG_URL',
  'FACEBOOK_GRAPH_URL',
  'RECAPTCHA_API_URL',
  'TWILIO_API_URL',
  'IDENTITY_KEYS_URL',
] as const;

export const VENDOR_CREDENTIALS = [
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'AIRALO_CLIENT_ID',
  'AIRALO_CLIENT_SECRET',
  'SMTP_URL',
  'MAIL_FROM',
] as const;

/** `npm start` sets these for the sandboxes that it starts. */
const OF_THE_SANDBOX = ['CAIRN_SANDBOXES', 'CAIRN_DEMO_ACCOUNT'] as const;

/** The widest private networks: 10.0.0.0/8 (RFC 1918) and fc00::/7 (RFC 4193). */
const WIDEST_PREFIX = { IPv4: 8, IPv6: 7 };

/**
 * What live and staging mode share: a store that others reach, with permanent keys and data, and nothing that is safe on
 * a developer's machine only. Each error is a sentence that starts with its variable.
 */
export function checkDeployed(values: Values, mode: Exclude<Mode, 'sandbox'>): string[] {
  const faults: string[] = [];
  for (const name of [...VENDOR_CREDENTIALS, 'CAIRN_SECRET_KEYS', 'PUBLIC_URL', 'DATABASE_URL'] as const) {
    if (values[name] === undefined) faults.push(`${name}: is required in ${mode} mode (set it, or CAIRN_MODE=sandbox)`);
  }
  for (const name of OF_THE_SANDBOX) if (values[name]) faults.push(`${name}: has no place in ${mode} mode`);
  if (values.NODE_ENV !== 'production')
    faults.push(
      `NODE_ENV: must be "production" in ${mode} mode ("npm start" sets it; set it where you start it otherwise)`,
    );
  if (values.CAIRN_DEV) faults.push(`CAIRN_DEV: has no place in ${mode} mode (it serves source code)`);
  const keys = values.CAIRN_SECRET_KEYS ?? [];
  if (new Set(keys.map(({ key }) => key.toString('hex'))).size < keys.length)
    faults.push('CAIRN_SECRET_KEYS: two keys have the same bytes, so that nothing was rotated; make a new one');
  if (values.TRUSTED_PROXIES && trustsStrangers(values.TRUSTED_PROXIES))
    faults.push(
      'TRUSTED_PROXIES: is so wide that visitors could name any address as theirs; give the proxies only (at most a /8 of IPv4 or a /7 of IPv6)',
    );
  const suffix = values.IDENTITY_AUTHORIZED_DOMAINS?.find(isPublicSuffix);
  if (suffix !== undefined)
    faults.push(
      `IDENTITY_AUTHORIZED_DOMAINS: anyone can register a host name under "${suffix}", and all of them would be trusted; set your own domain`,
    );
  if (values.IDENTITY_CUSTOM_TOKENS && !values.IDENTITY_CUSTOM_TOKEN_SECRET)
    faults.push('IDENTITY_CUSTOM_TOKENS: needs IDENTITY_CUSTOM_TOKEN_SECRET, which is not set');
  return faults;
}

function trustsStrangers(proxies: BlockList): boolean {
  // Each rule is a line such as "Subnet: IPv4 10.0.0.0/8".
  return proxies.rules.some((rule) => {
    const [, family, address = '', prefix] = /(IPv[46]) (\S+)\/(\d+)$/.exec(rule) ?? [];
    if (!family) return false;
    const mapped = address.toLowerCase().startsWith('::ffff:');
    return mapped
      ? Number(prefix) - 96 < WIDEST_PREFIX.IPv4
      : Number(prefix) < WIDEST_PREFIX[family as keyof typeof WIDEST_PREFIX];
  });
}

/** Second-level names below which country registries register domains for the public: co.uk, com.au, asso.fr … */
const REGISTRY_LABELS = new Set(
  'ac asn asso co com edu go gob gouv gov govt id info ltd me mil ne net nhs nic nom or org plc sch web'.split(' '),
);
/** Hosts of platforms on which every customer gets a subdomain. */
const PLATFORMS = new Set(
  'appspot.com azurewebsites.net blogspot.com cloudfront.net firebaseapp.com fly.dev github.io gitlab.io herokuapp.com netlify.app ngrok.app ngrok.io onrender.com pages.dev run.app trycloudflare.com up.railway.app vercel.app web.app workers.dev'.split(
    ' ',
  ),
);

/** An approximation of publicsuffix.org: true for a single label, a registry's name, or a platform's host. */
function isPublicSuffix(domain: string): boolean {
  const labels = domain.split('.');
  if (labels.length === 1 || PLATFORMS.has(domain)) return true;
  return labels.length === 2 && labels[1]!.length === 2 && REGISTRY_LABELS.has(labels[0]!);
}
