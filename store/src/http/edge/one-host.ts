import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Answers 400 to a request with several Host headers (RFC 9112, 3.2), and returns true. Node keeps the first of them,
 * and a proxy in front may have routed or cached by the last one: two hosts in one request are two requests in one.
 */
export function refuseTwoHosts(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const { rawHeaders } = incoming;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.toLowerCase() === 'host') hosts += 1;
  if (hosts <= 1) return false;
  outgoing.writeHead(400, { 'Content-Type': 'text/plain', 'Cache-Control': 'private, no-store', Connection: 'close' });
  outgoing.end('Bad Request\n');
  return true;
}
