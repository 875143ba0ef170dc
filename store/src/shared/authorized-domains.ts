import { isLoopback } from './loopback.ts';

/** Matches a network address rather than a name; brackets and colons indicate IPv6. */
const NETWORK_ADDRESS = /^[\d.]+$|:/;

/**
 * True when the host is one of the domains or a subdomain of one; a network address must match exactly (reference: GET
 * v1/projects).
 */
function isAuthorizedHost(host: string, domains: readonly string[]): boolean {
  const name = host.toLowerCase();
  return domains.some((domain) => name === domain || (!NETWORK_ADDRESS.test(domain) && name.endsWith(`.${domain}`)));
}

type AuthorizedPages = { domains: readonly string[]; publicUrl: string };

/**
 * True for a page to which a mailed link or a sign-in may lead. Only the ports of the web and of PUBLIC_URL, because
 * another program may listen on another port of the host. On this machine every port is allowed, for development.
 */
export function isAuthorizedPage(
  { protocol, hostname, port, username, password }: URL,
  { domains, publicUrl }: AuthorizedPages,
): boolean {
  const isOurPort = port === '' || port === new URL(publicUrl).port || isLoopback(hostname);
  const isPlain = /^https?:$/.test(protocol) && username === '' && password === '';
  return isOurPort && isPlain && isAuthorizedHost(hostname, domains);
}

/**
 * The origins of those pages, as sources of a Content-Security-Policy. http only on this machine: on a network, anyone
 * could answer in place of such a page.
 */
export function authorizedSources({ domains, publicUrl }: AuthorizedPages): string[] {
  const { port } = new URL(publicUrl);
  return domains.flatMap((domain) => {
    // A policy can't name an IPv6 address.
    if (domain.includes(':')) return [];
    const hosts = NETWORK_ADDRESS.test(domain) ? [domain] : [domain, `*.${domain}`];
    if (isLoopback(domain)) return hosts.flatMap((host) => [`https://${host}:*`, `http://${host}:*`]);
    return hosts.flatMap((host) => [`https://${host}`, ...(port === '' ? [] : [`https://${host}:${port}`])]);
  });
}

/** True for the origin of a page that may call the API. */
export function isAuthorizedOrigin(origin: string, domains: readonly string[]): boolean {
  const url = URL.parse(origin);
  return url !== null && /^https?:$/.test(url.protocol) && isAuthorizedHost(url.hostname, domains);
}
