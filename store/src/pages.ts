import { readFileSync } from 'node:fs';
import type { RequestListener, Server, ServerOptions } from 'node:http';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Pages } from './http/pages/pages.ts';
import { createTurns } from './http/answers/turns.ts';
import type { OfflineFiles } from './http/offline/offline.ts';
import type { Mode } from './shared/mode.ts';
import { StartupError } from './shared/startup-error.ts';
import type { Services } from './services.ts';

export type PageOptions = {
  mode: Mode;
  identity: { apiKey: string; projectId: string; authDomain?: string | undefined; phone: boolean };
  onError: (error: unknown, requestId: string) => void;
  nextTurn: () => Promise<void>;
};
export type WebModule = { createPages(services: Services, options: PageOptions): Pages };
export type LoadedPages = {
  pages: Pages;
  /** Undefined in development: a service worker would serve outdated files. */
  offlineFiles?: OfflineFiles;
  close(): Promise<void>;
  createServer?: (settings: ServerOptions, listener: RequestListener) => Server;
};

const BUILT = path.join(import.meta.dirname, '../build/server/index.js');
const OFFLINE = path.join(import.meta.dirname, '../build/offline');

/** The process values for pages, in development and in production. */
export function pageOptionsOf({ config }: Services, log: Logger): PageOptions {
  return {
    mode: config.mode,
    identity: {
      apiKey: config.identity.apiKey,
      projectId: config.identity.projectId,
      authDomain: config.identity.hosted?.authDomain,
      phone: config.twilio !== undefined && !config.identity.hosted,
    },
    onError: (error, requestId) => log.error({ requestId, err: error }, 'page failed'),
    nextTurn: createTurns(),
  };
}

/** Loads the built pages. In development `pages-dev.ts` replaces them. */
export async function loadPages(services: Services, log: Logger): Promise<LoadedPages> {
  const web = (await import(BUILT).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_MODULE_NOT_FOUND')
      throw new StartupError('The pages are not built yet: run "npm run build", or "npm start", which does.');
    throw error;
  })) as WebModule;
  const offlineFile = (name: string) => readFileSync(path.join(OFFLINE, name), 'utf8');
  return {
    pages: web.createPages(services, pageOptionsOf(services, log)),
    offlineFiles: { document: offlineFile('offline.html'), worker: offlineFile('sw.js') },
    close: async () => undefined,
  };
}
