import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { watchTyping } from '../../offline/typed-fields.ts';
import { loadChunk } from '../../session/load-chunk.ts';

/** Loaded only where there is something to look after; a script that doesn't come is no reason to disturb the page. */
const LookAfter = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const { LookAfter: loaded } = await loadChunk(() => import('./look-after.tsx'));
    return { default: loaded };
  } catch {
    return { default: () => null };
  }
});

/** True in a browser that keeps eSIMs, has our service worker, or runs the site as an installed app. */
function hasOfflineParts(): boolean {
  try {
    if (localStorage.getItem('cairn_kept') !== null) return true;
  } catch {
    // Storage can be forbidden altogether.
  }
  return navigator.serviceWorker?.controller != null || matchMedia('(display-mode: standalone)').matches;
}

/** What a page does for the offline copy once it is loaded and idle; nothing for most visitors. */
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

/** After the page has come alive, so that neither waits for the other. */
const IDLE_MS = 1_000;
