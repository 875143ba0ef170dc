import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { watchTyping } from '../../offline/typed-fields.ts';
import { loadChunk } from '../../session/load-chunk.ts';

/** Imported only where stored eSIMs or the worker exist; a failed import must not disturb the page. */
const LookAfter = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const { LookAfter: loaded } = await loadChunk(() => import('./look-after.tsx'));
    return { default: loaded };
  } catch {
    return { default: () => null };
  }
});

/** True in a browser with stored eSIMs or our service worker, or in the installed app. */
function hasOfflineParts(): boolean {
  try {
    if (localStorage.getItem('cairn_kept') !== null) return true;
  } catch {
    // Storage can be forbidden.
  }
  return navigator.serviceWorker?.controller != null || matchMedia('(display-mode: standalone)').matches;
}

/** Maintains the offline copy once the page is loaded and idle; nothing for most visitors. */
export function AfterLoad() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (!hasOfflineParts()) return;
    watchTyping();
    const timer = setTimeout(() => setWanted(true), IDLE_MS);
    return () => clearTimeout(timer);
  }, []);
  return wanted ? (
    <Suspense fallback={null}>
      <LookAfter />
    </Suspense>
  ) : null;
}

/** After hydration, so that neither delays the other. */
const IDLE_MS = 1_000;
