const IP_ADDRESS = /^\d{1,3}(\.\d{1,3}){3}$/;

/**
 * True when the host is one of the domains or a subdomain of one; a network address must match exactly (reference: GET
 * v1/projects).
 */
export function isAuthorizedDomain(hostname: string, domains: readonly string[]): boolean {
  const host = hostname.toLowerCase();
  return domains.some((each) => {
    const domain = each.toLowerCase();
    return host === domain || (!IP_ADDRESS.test(domain) && host.endsWith(`.${domain}`));
  });
}
