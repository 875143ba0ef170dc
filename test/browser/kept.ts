import type { Page } from '@playwright/test';

/**
 * Everything that this origin stores in the browser, as text: Cache Storage with bodies, IndexedDB with records, local
 * and session storage.
 */
export function storedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const parts: string[] = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        parts.push(request.url, await (await cache.match(request))!.clone().text());
    }
    const all = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name, version } of await indexedDB.databases()) {
      const database = await all(indexedDB.open(name!, version));
      for (const store of database.objectStoreNames)
        parts.push(name!, JSON.stringify(await all(database.transaction(store).objectStore(store).getAll())));
      database.close();
    }
    return parts.join('\n');
  });
}
