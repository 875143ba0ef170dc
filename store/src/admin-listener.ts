import { serve, type ServerType } from '@hono/node-server';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type ServerOptions } from 'node:http';
import type { Server as HttpsServer, ServerOptions as HttpsOptions } from 'node:https';
import { createServer as createHttpsServer } from 'node:https';
import type { Logger } from 'pino';
import type { AdministrationConfig } from './config/administration.ts';
import { createAdministration } from './http/administration/administration.ts';
import { refuseTwoHosts } from './http/edge/one-host.ts';
import { createIssueCertificate, SERVER_DAYS } from './modules/installation/authority.ts';
import type { Services } from './services.ts';
import { StartupError } from './shared/startup-error.ts';

type Certificate = { cert: string; key: string };

/** Renewal interval: half of a certificate's lifetime. Node's timers are limited to 24 days. */
const RENEW_MS = Math.min((SERVER_DAYS / 2) * 86_400_000, 20 * 86_400_000);

/** Starts the administration listener on addresses of its own. Throws StartupError when one cannot be used. */
export async function startAdministration(
  services: Services,
  settings: AdministrationConfig,
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  const { fetch } = createAdministration({ ...services, log });
  const certificate = await loadCertificate(services, settings);
  const servers = await Promise.all(settings.listen.map((url) => listen(url, fetch, certificate)));
  const renewal = setInterval(() => {
    loadCertificate(services, settings)
      .then((fresh) => servers.filter(isHttps).forEach((server) => server.setSecureContext(fresh)))
      .catch((error: unknown) =>
        log.warn({ err: error }, 'the certificate of the administration listener could not be renewed'),
      );
  }, RENEW_MS).unref();
  return {
    async close() {
      clearInterval(renewal);
      await Promise.all(servers.map(close));
    },
  };
}

/** The certificate from the files, or one of our own authority. */
async function loadCertificate({ db, vault }: Services, { tls, names }: AdministrationConfig): Promise<Certificate> {
  if (tls) {
    const [cert, key] = await Promise.all([readFile(tls.certFile, 'utf8'), readFile(tls.keyFile, 'utf8')]).catch(
      (error: unknown) => {
        throw new StartupError(`ADMIN_TLS_CERT_FILE or ADMIN_TLS_KEY_FILE can't be read: ${(error as Error).message}`);
      },
    );
    return { cert, key };
  }
  const { certificate, authority, key } = await createIssueCertificate({ db, vault })(names);
  return { cert: certificate + '\n' + authority, key };
}

const guarded =
  (routes: RequestListener): RequestListener =>
  (incoming, outgoing) => {
    if (!refuseTwoHosts(incoming, outgoing)) routes(incoming, outgoing);
  };

function listen(url: URL, fetch: Parameters<typeof serve>[0]['fetch'], certificate: Certificate): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const isTls = url.protocol === 'https:';
    const server = serve(
      {
        fetch,
        hostname: url.hostname.replace(/^\[|\]$/g, ''),
        port: Number(url.port || (isTls ? 443 : 80)),
        ...(isTls
          ? {
              createServer: ((options: HttpsOptions, routes: RequestListener) =>
                createHttpsServer(options, guarded(routes))) as typeof createHttpsServer,
              serverOptions: { ...certificate, minVersion: 'TLSv1.2' },
            }
          : {
              createServer: ((options: ServerOptions, routes: RequestListener) =>
                createServer(options, guarded(routes))) as typeof createServer,
            }),
      },
      () => resolve(server),
    );
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartupError(`ADMIN_LISTEN ${url.origin} can't be listened on (${error.code}).`)),
    );
  });
}

function isHttps(server: ServerType): server is HttpsServer {
  return 'setSecureContext' in server;
}

function close(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if ('closeIdleConnections' in server) server.closeIdleConnections();
  });
}
