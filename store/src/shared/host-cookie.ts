/**
 * The name under which a cookie of ours is kept. Over https it carries the prefix by which a browser takes the cookie from
 * this very host only, so that another host of the domain can't plant one (RFC 6265bis, 4.1.3.2). Browsers refuse the
 * prefix over http, loopback included.
 */
export function hostCookieName(name: string, publicUrl: string): string {
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name;
}
