import { answerPage, isPage, OFFLINE_DOCUMENT, PATIENCE_MS, SHELL_PREFIX } from './shell.ts';

/**
 * The service worker. It caches no page and no answer while the site is used: its files are fetched once, when a version
 * is installed (`SHELL`). The pages themselves write the stored eSIMs (`kept-store.ts`), which never pass through here.
 */

/** Set by scripts/build-offline.ts: the build, the files to cache, and the public help. */
declare const __VERSION__: string;
declare const __SHELL__: readonly string[];
declare const __HELP__: readonly string[];

declare const self: ServiceWorkerGlobalScope;

const CACHE = SHELL_PREFIX + __VERSION__;

async function keepShell(): Promise<void> {
  const cache = await caches.open(CACHE);
  // Bypasses the browser's cache, so that all files are of one version.
  const fresh = (path: string) => new Request(path, { cache: 'reload', credentials: 'omit' });
  await cache.addAll(__SHELL__.map(fresh));
  // The document also works without the help.
  await Promise.allSettled(__HELP__.map((path) => cache.add(fresh(path))));
  // No page comes from this worker while the network answers, so a change of version cannot mix versions.
  await self.skipWaiting();
}

async function dropOlder(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(SHELL_PREFIX) && name !== CACHE) await caches.delete(name);
}

/** Not `open`: this worker may still run when a newer one has deleted its cache, and would create it again. */
const shellFile = (path: string) => caches.match(path, { cacheName: CACHE });

self.addEventListener('install', (event) => event.waitUntil(keepShell()));
self.addEventListener('activate', (event) => event.waitUntil(dropOlder()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (isPage(request)) {
    event.respondWith(
      answerPage({
        // No navigation preload: navigations that are left to the browser would be requested twice, for example the
        // return of a sign-in.
        network: () => fetch(request),
        kept: () => shellFile(OFFLINE_DOCUMENT),
        patience: () => new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
      }),
    );
  } else if (request.mode !== 'navigate' && pathname !== OFFLINE_DOCUMENT && __SHELL__.includes(pathname)) {
    // The network first here too, because a broken cache must never break a page.
    event.respondWith(
      fetch(request).catch(async (error: unknown) => {
        const file = await shellFile(pathname).catch(() => undefined);
        if (file) return file;
        throw error;
      }),
    );
  }
});
