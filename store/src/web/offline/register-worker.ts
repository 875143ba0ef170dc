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

/** Calls once the page and its files are loaded and nothing else is going on. Returns the way to cancel. */
export function whenIdle(call: () => void): () => void {
  const cancelled = new AbortController();
  const later = () => {
    if (cancelled.signal.aborted) return;
    // Missing in Safari.
    if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: IDLE_MS * 10 });
    else setTimeout(run, IDLE_MS);
  };
  const run = () => void (cancelled.signal.aborted || call());
  if (document.readyState === 'complete') later();
  else addEventListener('load', later, { once: true, signal: cancelled.signal });
  return () => cancelled.abort();
}

const IDLE_MS = 1_000;
