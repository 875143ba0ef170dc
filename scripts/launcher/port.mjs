import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** True when no process listens on this port of the host. Also true for an address that can't be used: the application reports that one. */
export function isFree(port, host = LOOPBACK) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(error.code !== 'EADDRINUSE'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Waits until the port is free, but no longer than the limit. Answers whether it is. */
export async function becomesFree(port, host, limitMs) {
  const end = Date.now() + limitMs;
  while (!(await isFree(port, host))) {
    if (Date.now() >= end) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
}
