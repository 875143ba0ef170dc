import { noticeIn, openNotice, showNotice } from './notices.ts';
import { answerPage, isPage, KEEP_HELP, OFFLINE_DOCUMENT, PATIENCE_MS, SHELL_PREFIX } from './shell.ts';

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

/** Bypasses the browser's cache, so that all files are of one version; a file with its hash in its name has one only. */
const fresh = (path: string) =>
  new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload', credentials: 'omit' });

async function keepShell(): Promise<void> {
  const hadHelp = await isHelpKept();
  const cache = await caches.open(CACHE);
  await cache.addAll(__SHELL__.map(fresh));
  // A new version of a worker that has the help caches the new help.
  if (hadHelp) await keepHelp();
  // No page comes from this worker while the network answers, so a change of version cannot mix versions.
  await self.skipWaiting();
}

/** Most visitors keep nothing and never need it: only a page that keeps eSIMs asks for the help. */
async function keepHelp(): Promise<void> {
  // Not in a cache that a newer worker has deleted.
  if (!(await caches.has(CACHE))) return;
  const cache = await caches.open(CACHE);
  // The document also works without the help.
  await Promise.allSettled(__HELP__.map((path) => cache.add(fresh(path))));
}

async function isHelpKept(): Promise<boolean> {
  const found = await Promise.all(__HELP__.map((path) => caches.match(path)));
  return found.some((answer) => answer !== undefined);
}

async function dropOlder(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(SHELL_PREFIX) && name !== CACHE) await caches.delete(name);
}

/** Not `open`: this worker may still run when a newer one has deleted its cache, and would create it again. */
const shellFile = (path: string) => caches.match(path, { cacheName: CACHE });

self.addEventListener('install', (event) => event.waitUntil(keepShell()));
self.addEventListener('activate', (event) => event.waitUntil(dropOlder()));
self.addEventListener('message', (event) => {
  if (event.data !== KEEP_HELP) return;
  event.waitUntil(keepHelp().finally(() => event.ports[0]?.postMessage(KEEP_HELP)));
});
self.addEventListener('push', (event) => event.waitUntil(showNotice(self.registration, noticeIn(event.data))));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNotice(self.clients, self.location.origin, event.notification.data));
});
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
