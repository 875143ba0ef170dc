import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Address } from './wire.ts';

/**
 * The application behind a proxy that can serve the service worker of another build. A test cannot intercept the
 * browser's own request for it.
 */
export async function startBehindProxy(app: Address) {
  let build: string | undefined;
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    if (url === '/sw.js' && build !== undefined) {
      const named = build;
      void fetch(`${app.url}/sw.js`)
        .then((answer) => answer.text())
        .then((text) => {
          outgoing.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' });
          // The build id is the only string of twelve hexadecimal digits.
          outgoing.end(text.replaceAll(/(["'`])[0-9a-f]{12}\1/g, `$1${named}$1`));
        });
      return;
    }
    // A kept connection may be closed by the application at this moment, and one lost file fails an installation.
    const onward = request(app.url + url, { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** From now on the worker is that of this build id (twelve hexadecimal digits). */
    release(next: string) {
      build = next;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
