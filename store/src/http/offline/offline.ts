import { Hono } from 'hono';
import { paths } from '../../shared/paths.ts';
import type { HttpEnv } from '../context.ts';
import { inlineHashes } from '../answers/inline-hashes.ts';
import type { CopyHeaders } from '../edge/copies.ts';
import { createContentSecurityPolicy } from '../edge/security-headers.ts';
import { storeAnswer } from '../answers/stored-answer.ts';

/** The output of scripts/build-offline.ts. */
export type OfflineFiles = { document: string; worker: string };

/** The kill switch: a worker that removes its caches and itself, and answers no request. */
const LEAVING = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('cairn-shell-')) await caches.delete(name);
  await self.registration.unregister();
})()));
`;

/** The offline document and the service worker. Browsers revalidate both each time, so that neither is outdated. */
export function createOfflineRoutes({
  files,
  worker,
  copies,
}: {
  files: OfflineFiles;
  worker: 'on' | 'off';
  copies: CopyHeaders;
}) {
  const routes = new Hono<HttpEnv>();
  const document = storeAnswer(files.document, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
    ...copies.sameForAll('store'),
    // Its own policy, also when the service worker answers with it. Flags are images made from stored text.
    'Content-Security-Policy': createContentSecurityPolicy()(inlineHashes(files.document), ['blob:']),
  });
  const script = storeAnswer(worker === 'on' ? files.worker : LEAVING, {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'no-cache',
    ...copies.sameForAll('store'),
  });
  routes.get(paths.offline(), (c) => document.respond(c.req.raw));
  routes.get(paths.serviceWorker(), (c) => script.respond(c.req.raw));
  return routes;
}
