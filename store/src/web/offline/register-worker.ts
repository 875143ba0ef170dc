import { paths } from '../../shared/paths.ts';

/** Registers the service worker of the site; an installed one stays. */
export const registerWorker = () => navigator.serviceWorker.register(paths.serviceWorker(), { updateViaCache: 'none' });

/**
 * Gives a visitor who keeps nothing the page that says "You are offline": one document, the same for everyone. Quietly:
 * a browser that refuses, or a person who saves data, has the browser's own error page, as before.
 */
export function offerOfflinePage(): void {
  const { serviceWorker } = navigator;
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (serviceWorker === undefined || serviceWorker.controller !== null || connection?.saveData) return;
  void registerWorker().catch(() => undefined);
}

/**
 * Calls when the visitor stayed for some seconds after the page and its files were loaded: what is downloaded then does
 * not delay what a visitor on a slow network asks for first. Returns the way to cancel.
 */
export function whenStaying(call: () => void): () => void {
  const cancelled = new AbortController();
  const { signal } = cancelled;
  const loaded = () => {
    const timer = setTimeout(call, STAYED_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
  };
  if (document.readyState === 'complete') loaded();
  else addEventListener('load', loaded, { once: true, signal });
  return () => cancelled.abort();
}

const STAYED_MS = 5_000;
