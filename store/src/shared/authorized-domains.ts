/** Matches a network address rather than a name; brackets and colons indicate IPv6. */
const NETWORK_ADDRESS = /^[\d.]+$|:/;

/**
 * True when the host is one of the domains or a subdomain of one; a network address must match exactly (reference: GET
 * v1/projects).
 */
export function isAuthorizedHost(host: string, domains: readonly string[]): boolean {
  const name = host.toLowerCase();
  return domains.some((domain) => name === domain || (!NETWORK_ADDRESS.test(domain) && name.endsWith(`.${domain}`)));
}

/** True for the origin of a page that may call the API. */
export function isAuthorizedOrigin(origin: string, domains: readonly string[]): boolean {
  const url = URL.parse(origin);
  return url !== null && /^https?:$/.test(url.protocol) && isAuthorizedHost(url.hostname, domains);
}
