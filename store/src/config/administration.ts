import { listenAddresses, optional, origin, text, type ValuesOf } from './parsers.ts';
import { isLoopback } from '../shared/loopback.ts';
import type { Mode } from '../shared/mode.ts';

const IDENTITY = 'Identity';

/** Variables of the administration listener. */
export const ADMINISTRATION_VARIABLES = {
  IDENTITY_TOKEN_ISSUER: optional(
    IDENTITY,
    'PUBLIC_URL/identity',
    'Issuer that ID tokens name. Set it to https://securetoken.google.com/IDENTITY_PROJECT_ID where back ends verify them with firebase-admin, which accepts no other.',
    text(/^https?:\/\/\S+$/, 'must be an address'),
  ),
  ADMIN_LISTEN: optional(
    IDENTITY,
    'off',
    'Addresses of the listener for administration, separated by commas, such as https://127.0.0.1:9443. http:// is for tests on this machine, and refused in live mode.',
    listenAddresses,
  ),
  ADMIN_URL: optional(
    IDENTITY,
    'the first https address of ADMIN_LISTEN',
    'Address that programs use: its host is in the certificate, and key files contain it.',
    origin,
  ),
  ADMIN_TLS_CERT_FILE: optional(
    IDENTITY,
    'made under an authority of its own',
    'Certificate chain (PEM) of that address.',
    text(/\S/, 'must be a path'),
  ),
  ADMIN_TLS_KEY_FILE: optional(IDENTITY, 'made with it', 'Its private key (PEM).', text(/\S/, 'must be a path')),
};

type Values = ValuesOf<typeof ADMINISTRATION_VARIABLES> & {
  CAIRN_ALLOW_SANDBOX: boolean | undefined;
};

/** The administration listener; undefined: disabled. */
export type AdministrationConfig = {
  listen: readonly URL[];
  /** Token endpoint in key files. */
  tokenUri: string;
  /** Host names and addresses of the listener, for its certificate. */
  names: readonly string[];
  /** Undefined: a certificate of our own authority. */
  tls: { certFile: string; keyFile: string } | undefined;
};

export function administrationOf(values: Values): AdministrationConfig | undefined {
  const { ADMIN_LISTEN: listen, ADMIN_TLS_CERT_FILE: certFile, ADMIN_TLS_KEY_FILE: keyFile } = values;
  if (!listen) return undefined;
  const url = values.ADMIN_URL ?? listen.find(({ protocol }) => protocol === 'https:') ?? listen[0]!;
  const hosts = [url, ...listen].map(({ hostname }) => hostname.replace(/^\[|\]$/g, ''));
  return {
    listen,
    tokenUri: new URL('/token', url).href,
    names: [...new Set([...hosts, 'localhost'])],
    tls: certFile !== undefined && keyFile !== undefined ? { certFile, keyFile } : undefined,
  };
}

/** An administration key gives access to every account, so the listener stays on loopback or uses TLS. */
export function checkAdministration(values: Values, mode: Mode | undefined): string[] {
  const faults: string[] = [];
  for (const { protocol, hostname } of values.ADMIN_LISTEN ?? []) {
    if (protocol === 'http:' && mode === 'live')
      faults.push('ADMIN_LISTEN: live mode needs https:// addresses (http:// is for tests)');
    else if (protocol === 'http:' && !isLoopback(hostname))
      faults.push('ADMIN_LISTEN: http:// is for tests on this machine (a loopback address)');
    else if (mode === 'sandbox' && !isLoopback(hostname) && !values.CAIRN_ALLOW_SANDBOX)
      faults.push('ADMIN_LISTEN: would show the sandbox to others: set CAIRN_ALLOW_SANDBOX=1 if that is what you want');
  }
  if (values.ADMIN_URL && !values.ADMIN_LISTEN) faults.push('ADMIN_URL: has no meaning without ADMIN_LISTEN');
  if ((values.ADMIN_TLS_CERT_FILE === undefined) !== (values.ADMIN_TLS_KEY_FILE === undefined))
    faults.push('ADMIN_TLS_CERT_FILE: ADMIN_TLS_CERT_FILE and ADMIN_TLS_KEY_FILE belong together');
  return faults;
}
