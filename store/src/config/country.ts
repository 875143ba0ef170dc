import type { BlockList } from 'node:net';
import { optional, text, type ValuesOf } from './parsers.ts';

const MERCHANT = 'Merchant and law';

/** From which country a request comes: what the checkout preselects, and a part of the evidence for tax. */
export const COUNTRY_VARIABLES = {
  COUNTRY_HEADER: optional(
    MERCHANT,
    'none',
    'Header in which TRUSTED_PROXIES send the country of a visitor, such as cf-ipcountry. The checkout preselects that country; other clients that send it are ignored.',
    text(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'must be the name of a header, such as cf-ipcountry'),
  ),
  COUNTRY_FILE: optional(
    MERCHANT,
    'none',
    'CSV file with the countries of addresses, for requests without that header: first address, last address, country; IPv4 and IPv6. You need a licence for it; docs/operations.md names sources.',
    text(/\S/, 'must be the path of a file'),
  ),
};

type Given = Pick<ValuesOf<typeof COUNTRY_VARIABLES>, 'COUNTRY_HEADER'> & { TRUSTED_PROXIES: BlockList | undefined };

/** A header that nobody is trusted to send says nothing. */
export function checkCountry({ COUNTRY_HEADER: header, TRUSTED_PROXIES: proxies }: Given): string[] {
  return header !== undefined && proxies === undefined
    ? ['COUNTRY_HEADER: needs TRUSTED_PROXIES: only a proxy that is trusted may say where a visitor is']
    : [];
}
