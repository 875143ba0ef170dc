import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';

/**
 * True when no process listens on this port of the host. Also true for an invalid address, which the application
 * reports.
 */
export function isFree(port, host = LOOPBACK) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(error.code !== 'EADDRINUSE'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Waits until the port is free, up to the limit. Returns whether it is. */
export async function becomesFree(port, host, limitMs) {
  const end = Date.now() + limitMs;
  while (!(await isFree(port, host))) {
    if (Date.now() >= end) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
}
