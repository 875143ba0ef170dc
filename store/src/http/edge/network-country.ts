import type { Config } from '../../config/config.ts';
import type { NetworkCountries } from '../../modules/tax/tax.ts';
import { isTrusted } from './client-address.ts';

/** Of one request. `socketAddress`: from where the connection comes; `clientAddress`: the client's (`client-address.ts`). */
type Asked = {
  socketAddress: string | undefined;
  clientAddress: string;
  header: (name: string) => string | undefined;
};

/**
 * The country from which a request comes (ISO 3166-1); null: not known. The header counts only from a trusted proxy; its
 * values for "unknown" and for anonymous networks (`XX`, `T1`) are no countries.
 */
export function networkCountryOf(
  { socketAddress, clientAddress, header }: Asked,
  {
    config: { countryHeader, trustedProxies },
    networkCountries,
    isCountry,
  }: {
    config: Pick<Config, 'countryHeader' | 'trustedProxies'>;
    networkCountries: NetworkCountries;
    isCountry: (code: string) => boolean;
  },
): string | null {
  const isProxy = trustedProxies !== undefined && isTrusted(socketAddress ?? '', trustedProxies);
  const stated = isProxy && countryHeader !== undefined ? header(countryHeader)?.trim().toUpperCase() : undefined;
  if (stated !== undefined && isCountry(stated)) return stated;
  const found = networkCountries.of(clientAddress);
  return found !== null && isCountry(found) ? found : null;
}
