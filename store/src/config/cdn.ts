import type { Mode } from '../shared/mode.ts';
import { isLoopback } from '../shared/loopback.ts';
import { oneOf, optional, origin, text, url, type SettledOf, type ValuesOf, variable } from './parsers.ts';

const CDN = 'A CDN in front';

function addresses(value: string): readonly URL[] {
  return value.split(',').map((each) => url(['http:', 'https:'])(each.trim()));
}

/** Variables of a cache in front of the store. */
export const CDN_VARIABLES = {
  CDN: optional(
    CDN,
    'none',
    'A cache in front of the store that follows the rules of deploy/cdn. http: it is purged by PURGE at CDN_PURGE_URLS (Varnish); fastly: by the API of Fastly; expiry: its copies end after a minute (nginx, any other).',
    oneOf('http', 'fastly', 'expiry'),
  ),
  CDN_PURGE_URLS: optional(
    CDN,
    'none',
    'With CDN=http: the address of each cache, separated by commas, such as http://10.0.0.5:6081/.',
    addresses,
  ),
  CDN_PURGE_SECRET: optional(
    CDN,
    'none',
    'With CDN=http: the secret that the caches expect with a purge.',
    text(/^[\w.~+/=-]{16,}$/, 'must have at least 16 letters, digits or characters of base64'),
  ),
  CDN_SERVICE_ID: optional(
    CDN,
    'none',
    'With CDN=fastly: the id of the service.',
    text(/^[A-Za-z0-9]{10,40}$/, 'must be letters and digits'),
  ),
  CDN_API_TOKEN: optional(
    CDN,
    'none',
    'With CDN=fastly: an API token with the scope purge_select for that service.',
    text(/^\S{16,}$/, 'must have at least 16 characters and no blanks'),
  ),
  CDN_API_URL: variable(CDN, 'https://api.fastly.com', 'With CDN=fastly: the address of its API.', origin),
} as const;

/** What each way of purging needs. */
const NEEDS = {
  http: ['CDN_PURGE_URLS', 'CDN_PURGE_SECRET'],
  fastly: ['CDN_SERVICE_ID', 'CDN_API_TOKEN'],
  expiry: [],
} as const;

/** What is missing for the chosen way of purging, or set for another one. A sandbox purges nothing of others. */
export function checkCdn(values: ValuesOf<typeof CDN_VARIABLES>, mode: Mode | undefined): string[] {
  const needed: readonly string[] = values.CDN === undefined ? [] : NEEDS[values.CDN];
  const faults = Object.values(NEEDS)
    .flat()
    .flatMap((name) => {
      if (needed.includes(name)) return values[name] === undefined ? [`${name}: is missing (CDN=${values.CDN})`] : [];
      return values[name] === undefined
        ? []
        : [`${name}: has no effect with CDN=${values.CDN ?? 'none'}; set CDN, or remove it`];
    });
  const calls = values.CDN === 'fastly' ? [values.CDN_API_URL] : (values.CDN_PURGE_URLS ?? []);
  if (mode === 'sandbox' && !calls.every((address) => address !== undefined && isLoopback(address.hostname)))
    faults.push(
      `${values.CDN === 'fastly' ? 'CDN_API_URL' : 'CDN_PURGE_URLS'}: sandbox mode purges only a cache on this machine`,
    );
  return faults;
}

/** The cache in front of the store; undefined: there is none. Without `purge` its copies end with their time. */
export function cdnOf(values: SettledOf<typeof CDN_VARIABLES>) {
  const { CDN: by, CDN_PURGE_URLS: urls, CDN_PURGE_SECRET: secret, CDN_SERVICE_ID: serviceId } = values;
  if (by === undefined) return undefined;
  const { CDN_API_TOKEN: token, CDN_API_URL: apiUrl } = values;
  if (by === 'http' && urls && secret) return { purge: { by, urls, secret } };
  if (by === 'fastly' && serviceId && token) return { purge: { by, serviceId, token, apiUrl } };
  return { purge: undefined };
}
