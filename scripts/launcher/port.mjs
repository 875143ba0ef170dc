import { createServer } from 'node:net';

/** True when nobody listens on this port of the loopback. */
export function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Waits until the port is free, but no longer than the limit: the application itself tells who is in its way. */
export async function waitUntilFree(port, limitMs) {
  const end = Date.now() + limitMs;
  while (!(await isFree(port)) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
}
