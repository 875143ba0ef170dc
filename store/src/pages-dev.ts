import { createServer as createHttpServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import path from 'node:path';
import { createServer } from 'vite';
import type { Logger } from 'pino';
import { type LoadedPages, pageOptionsOf, type WebModule } from './pages.ts';
import type { Services } from './services.ts';

/**
 * The pages in development, through Vite: each request is rendered from the current sources, with hot reload in the
 * browser.
 */
export async function loadDevelopmentPages(services: Services, log: Logger): Promise<LoadedPages> {
  const options = pageOptionsOf(services, log);
  const vite = await createServer({
    root: path.join(import.meta.dirname, '..'),
    server: { middlewareMode: true },
    appType: 'custom',
  });
  return {
    pages: {
      async render(request, locals) {
        const web = (await vite.ssrLoadModule('/src/web/handler.ts')) as unknown as WebModule;
        return web.createPages(services, options).render(request, locals);
      },
      publicAddress: async () => undefined,
      patternOf: () => undefined,
    },
    createServer: (settings: ServerOptions, listener: RequestListener): Server =>
      createHttpServer(settings, (request, response) =>
        vite.middlewares(request, response, () => listener(request, response)),
      ),
    close: () => vite.close(),
  };
}
