import { oneOf, optional, text, url, variable } from './parsers.ts';

const IDENTITY = 'Identity';

/** Variables of a store whose accounts are in Google's identity service (docs/operations.md). */
export const HOSTED_VARIABLES = {
  IDENTITY_SERVICE: variable(
    IDENTITY,
    'own',
    "own, or google: accounts are kept by Google's identity service, in the project of IDENTITY_PROJECT_ID and under the key of IDENTITY_API_KEY.",
    oneOf('own', 'google'),
  ),
  IDENTITY_AUTH_DOMAIN: optional(
    IDENTITY,
    'none',
    'With google: where the project serves its sign-in windows, such as shop.firebaseapp.com.',
    text(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a host name in small letters'),
  ),
  IDENTITY_KEYS_URL: variable(
    IDENTITY,
    'https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com',
    'With google: the address that publishes the keys of ID tokens, as certificates by key id or as a JWK set.',
    url(['https:', 'http:']),
  ),
} as const;

/** The variables that IDENTITY_SERVICE=google requires and that are missing, one sentence each. */
export function faultsOfHosted(values: Partial<Record<string, unknown>>): string[] {
  if (values['IDENTITY_SERVICE'] !== 'google') return [];
  return [
    ...['IDENTITY_API_KEY', 'IDENTITY_PROJECT_ID', 'IDENTITY_AUTH_DOMAIN']
      .filter((name) => values[name] === undefined)
      .map((name) => `${name}: is required with IDENTITY_SERVICE=google`),
    ...(values['ADMIN_LISTEN'] === undefined
      ? []
      : ["ADMIN_LISTEN: has no place with IDENTITY_SERVICE=google (accounts are administered at Google's console)"]),
  ];
}
