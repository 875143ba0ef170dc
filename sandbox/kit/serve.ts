import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';

/** The environment of every sandbox's Hono app: `c.env.incoming` is Node's request. */
export interface SandboxEnv {
  Bindings: HttpBindings;
}

export interface Running {
  /** Without a trailing slash: `http://127.0.0.1:PORT`. */
  url: string;
  /** Stops accepting requests and closes every connection at once. */
  close(): Promise<void>;
}

/**
 * Serves `app` on loopback, only to programs of this machine and its own pages. Port 0 takes a free port. Resolves when
 * it listens, rejects when the port is in use.
 */
export async function serve(app: Hono<SandboxEnv>, port: number): Promise<Running> {
  const server = createAdaptorServer({
    fetch: (request, env) =>
      mayCall(request)
        ? app.fetch(request, env)
        : new Response('This sandbox answers programs and its own pages on this machine only.\n', { status: 403 }),
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * True for a request that a sandbox may answer. A sandbox has no passwords, so a web page on the developer's machine
 * must not reach it: neither by a DNS name that points here (DNS rebinding), nor by a form or `fetch` (cross-site
 * request forgery). Programs send no Origin.
 */
function mayCall(request: Request): boolean {
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
