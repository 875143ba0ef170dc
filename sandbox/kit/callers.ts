/**
 * True for a request that a sandbox may answer. A sandbox has no passwords, so a web page on the developer's machine
 * must not reach it: neither by a DNS name that points here (DNS rebinding), nor by a form or `fetch` (cross-site
 * request forgery). Programs send no Origin.
 */
export function mayCall(request: Request): boolean {
  return isOfThisMachine(request.headers.get('host') ?? '') && (isRead(request.method) || isOwnPage(request.headers));
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

function isOfThisMachine(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return /^([a-z0-9-]+\.)*localhost$|^127(\.\d{1,3}){3}$|^\[::1\]$/.test(name);
}

/** Sec-Fetch-Site first: a page with no-referrer sends the origin "null" even to its own server. */
function isOwnPage(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const origin = headers.get('origin');
  return origin === null || origin === `http://${headers.get('host')}`;
}
