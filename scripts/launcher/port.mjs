import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** True when nobody listens on this port of the host; true as well for what can't be listened on, which the application tells. */
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
