/**
 * The name of a cookie. Over https it has the `__Host-` prefix: browsers accept such a cookie only from this exact
 * host, so that another host of the domain cannot set it (RFC 6265bis, 4.1.3.2). Browsers refuse the prefix over http,
 * including loopback.
 */
export function hostCookieName(name: string, publicUrl: string): string {
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name;
}
