/**
 * True for a request that a sandbox may answer. It has no passwords, so a page that a developer opens must not reach it: not
 * under a name that its owner points at this machine (DNS rebinding), and not with a form or `fetch` of its own (cross-site
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

/** The browser's own word first: a page that sends no referrer has the origin "null" even for itself. */
function isOwnPage(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const origin = headers.get('origin');
  return origin === null || origin === `http://${headers.get('host')}`;
}
